import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { ToolFault } from './fault';
import { pageLines } from './text-page';
import type { Outcome } from './tool';

/** Files above this are read only as far as a page needs, bytes. */
export const largeFrom = 8 * 1024 * 1024;

const pieceSize = 256 * 1024;
/** Of one line no more is kept, characters; a page cuts it shorter still. */
const longestKept = 1_000_000;

/**
 * One page of a file too large to be read whole: only as much is read as the page needs. The
 * number of its lines stays unknown until the end is reached.
 * @throws ToolFault BINARY_FILE, and TOO_LARGE when the text is not UTF-8
 */
export async function readLargePage(real: string, path: string, startLine: number, limit: number, signal: AbortSignal): Promise<Outcome> {
  const file = await open(real, 'r');
  try {
    const lines: string[] = [];
    let number = 1;
    let current = '';
    for await (const text of pieces(file, path, signal)) {
      const parts = text.split('\n');
      for (const [index, part] of parts.entries()) {
        if (number >= startLine && current.length < longestKept) current += part;
        if (index === parts.length - 1) break;
        if (number++ >= startLine) lines.push(current.replace(/\r$/, ''));
        current = '';
        if (lines.length === limit) return pageLines(lines, path, startLine, null);
      }
      // A line without an end is cut from the page anyway.
      if (lines.length === 0 && current.length >= longestKept) return pageLines([current], path, startLine, null);
    }
    if (current !== '') lines.push(current);
    return pageLines(lines, path, startLine, Math.max(number - 1, startLine - 1 + lines.length));
  } finally {
    await file.close();
  }
}

async function* pieces(file: Awaited<ReturnType<typeof open>>, path: string, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  const piece = Buffer.alloc(pieceSize);
  for (;;) {
    if (signal.aborted) throw signal.reason;
    const { bytesRead } = await file.read(piece, 0, pieceSize, null);
    const bytes = piece.subarray(0, bytesRead);
    if (bytes.includes(0)) throw new ToolFault('BINARY_FILE', `${path} is a binary file.`, 'Open it with its own program, or inspect it with Bash.');
    const text = bytesRead === 0 ? decoder.end() : decoder.write(bytes);
    if (text.includes('\uFFFD')) throw new ToolFault('TOO_LARGE', `${path} is large and not UTF-8.`, 'Search it with Grep, or convert a piece of it with Bash.');
    yield text;
    if (bytesRead === 0) return;
  }
}
