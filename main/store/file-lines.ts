import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes that are read at once. The memory is used again for each piece: fresh memory for a whole long file takes longer than reading it. */
const PIECE = 1 << 20;
const LINE_END = 0x0a;

/**
 * Calls `visit` with each line of a file, in order. Lines end with \n alone: U+2028 and U+2029 are
 * ordinary characters of a record. A file that isn't there has none. Throws what the file system throws.
 */
export function eachLine(file: string, visit: (line: string) => void): void {
  const handle = openOrNull(file);
  if (handle === null) return;
  try {
    let piece = Buffer.allocUnsafe(PIECE);
    let held = 0;
    for (;;) {
      if (held === piece.length) piece = Buffer.concat([piece], piece.length * 2);
      const read = readSync(handle, piece, held, piece.length - held, null);
      const end = held + read;
      let from = 0;
      for (let to = piece.indexOf(LINE_END, held); to !== -1 && to < end; to = piece.indexOf(LINE_END, from)) {
        visit(piece.toString('utf8', from, to));
        from = to + 1;
      }
      if (read === 0) {
        if (end > from) visit(piece.toString('utf8', from, end));
        return;
      }
      piece.copy(piece, 0, from, end);
      held = end - from;
    }
  } finally {
    closeSync(handle);
  }
}

function openOrNull(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
