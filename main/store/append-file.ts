import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/** Text that waits for a full disk, in characters; what comes beyond it is not kept. */
const MOST_WAITING = 64 * 1024 * 1024;

/**
 * A file that lines are added to, kept open between additions; made with the first one, for its owner's eyes alone.
 * Each line is added whole and in its order: what the disk refuses is taken back, waits, and is written before the next.
 */
export class AppendFile {
  private open: number | null = null;
  private readonly waiting: string[] = [];
  private waitingLength = 0;
  /** The file ends in half a line, which what follows must not be glued to. */
  private torn = false;

  /** `shared`: other processes add to it too, so that nothing of it is ever cut away. */
  constructor(
    private readonly path: string,
    private readonly shared = false,
  ) {}

  /** The open file's descriptor; null before the first addition and after closing. */
  get handle(): number | null {
    return this.open;
  }

  /** Adds the lines, each with its line end. Throws what the file system throws; the lines then wait. */
  add(...lines: string[]): void {
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    if (this.waitingLength + length > MOST_WAITING) throw new Error(`More than ${MOST_WAITING / 1024 / 1024} MB wait to be written to ${this.path}.`);
    this.waiting.push(...lines);
    this.waitingLength += length;
    this.flush();
  }

  /** Writes what waits. Throws what the file system throws. */
  flush(): void {
    for (let line = this.waiting[0]; line !== undefined; line = this.waiting[0]) {
      this.write(line);
      this.waiting.shift();
      this.waitingLength -= line.length;
    }
  }

  /** The next addition opens it again. */
  close(): void {
    const handle = this.release();
    if (handle !== null) closeSync(handle);
  }

  /** As `close`, with the descriptor left for the caller to close. */
  release(): number | null {
    const handle = this.open;
    this.open = null;
    return handle;
  }

  private write(line: string): void {
    if (this.open === null) {
      this.open = openSync(this.path, 'a+', 0o600);
      this.torn = endsMidLine(this.open);
    }
    const bytes = Buffer.from(this.torn ? `\n${line}` : line);
    let written = 0;
    try {
      // A single write may take only a part when the disk is nearly full.
      while (written < bytes.length) written += writeSync(this.open, bytes, written);
      this.torn = false;
    } catch (error) {
      if (written > 0) this.torn = this.shared || !takeBack(this.open, written) || this.torn;
      throw error;
    }
  }
}

/** Cuts so many bytes off the file's end; false when it can't be done. */
function takeBack(handle: number, bytes: number): boolean {
  try {
    ftruncateSync(handle, fstatSync(handle).size - bytes);
    return true;
  } catch {
    return false;
  }
}

/** After a crash in the middle of a write. */
function endsMidLine(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
