import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hashOf } from './image';

export interface Span {
  offset: number;
  size: number;
}

/**
 * Many contents in one file, so that keeping a whole workspace before a command costs one flush and
 * not one a file. Contents are never changed, only added; `reset` begins anew.
 */
export class Pack {
  readonly spans = new Map<string, Span>();
  private handle: Promise<FileHandle> | null = null;
  private closed = false;
  private end = 0;
  private flushed = 0;

  constructor(private readonly file: string) {}

  /** Bytes in the file. */
  get size(): number {
    return this.end;
  }

  /** Adds a content unless it is there; gives its hash. */
  async add(bytes: Buffer): Promise<string> {
    const hash = hashOf(bytes);
    if (this.spans.has(hash)) return hash;
    const handle = await this.opened();
    const span = { offset: this.end, size: bytes.length };
    this.end += bytes.length;
    let written = 0;
    while (written < bytes.length) written += (await handle.write(bytes, written, bytes.length - written, span.offset + written)).bytesWritten;
    this.spans.set(hash, span);
    return hash;
  }

  /** A content; null when it is not there or damaged. */
  async read(hash: string): Promise<Buffer | null> {
    const span = this.spans.get(hash);
    if (!span) return null;
    const bytes = Buffer.alloc(span.size);
    const handle = await this.opened();
    let read = 0;
    while (read < span.size) {
      const { bytesRead } = await handle.read(bytes, read, span.size - read, span.offset + read);
      if (bytesRead === 0) return null;
      read += bytesRead;
    }
    return hashOf(bytes) === hash ? bytes : null;
  }

  /** Puts on disk what was added. */
  async flush(): Promise<void> {
    if (this.flushed === this.end) return;
    await (await this.opened()).sync();
    this.flushed = this.end;
  }

  /** Forgets everything. */
  async reset(): Promise<void> {
    this.spans.clear();
    const handle = await this.opened();
    await handle.truncate(0);
    this.end = 0;
    this.flushed = 0;
  }

  /** Takes over what an earlier process had added, by its list of spans. */
  adopt(spans: Iterable<readonly [string, Span]>): void {
    for (const [hash, span] of spans) {
      this.spans.set(hash, span);
      this.end = Math.max(this.end, span.offset + span.size);
    }
    this.flushed = this.end;
  }

  /** For good: a look that still goes on fails, and leaves no file open or made anew. */
  async close(): Promise<void> {
    const handle = this.handle;
    this.closed = true;
    this.handle = null;
    await (await handle?.catch(() => null))?.close();
  }

  private opened(): Promise<FileHandle> {
    if (this.closed) return Promise.reject(new Error('what was kept has been given up'));
    this.handle ??= this.open().catch((error: unknown) => {
      this.handle = null;
      throw error;
    });
    return this.handle;
  }

  private async open(): Promise<FileHandle> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    return open(this.file, this.spans.size > 0 ? 'r+' : 'w+', 0o600);
  }
}
