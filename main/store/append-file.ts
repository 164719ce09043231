import { closeSync, openSync, writeSync } from 'node:fs';

/** A file that is only added to, kept open between additions; made with the first one, for its owner's eyes alone. */
export class AppendFile {
  private handle: number | null = null;

  constructor(private readonly path: string) {}

  /** Adds the text, whole. Throws what the file system throws. */
  add(text: string): void {
    this.handle ??= openSync(this.path, 'a', 0o600);
    const bytes = Buffer.from(text);
    // A single write may take only a part when the disk is nearly full.
    for (let written = 0; written < bytes.length; ) written += writeSync(this.handle, bytes, written);
  }

  /** The next addition opens it again. */
  close(): void {
    if (this.handle !== null) closeSync(this.handle);
    this.handle = null;
  }
}
