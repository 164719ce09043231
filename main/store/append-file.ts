import { closeSync, openSync, writeSync } from 'node:fs';

/** A file that is only added to, kept open between additions; made with the first one, for its owner's eyes alone. */
export class AppendFile {
  private handle: number | null = null;

  constructor(private readonly path: string) {}

  /** Adds the text, whole. Throws what the file system throws. */
  add(text: string): void {
    this.handle ??= openSync(this.path, 'a', 0o600);
    writeAll(this.handle, text);
  }

  /** The next addition opens it again. */
  close(): void {
    if (this.handle !== null) closeSync(this.handle);
    this.handle = null;
  }
}

/** Writes the text, whole: a single write may take only a part when the disk is nearly full. */
export function writeAll(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}
