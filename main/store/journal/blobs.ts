import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../write-whole';
import { hashOf } from './image';

/** Contents kept by their SHA-256, each in a file of its own, on disk before a change that needs it. */
export class Blobs {
  private sizes: Promise<Map<string, number>> | null = null;

  constructor(private readonly folder: string) {}

  /** Keeps a content and gives its hash. Throws what the system throws (a full disk); nothing half is left. */
  async keep(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    await this.add(hash, bytes.length, async (temporary) => {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    });
    return hash;
  }

  /** Keeps a file's content, shared with the file where the disk can do that. Null when it is not `hash` any more. */
  async keepFile(path: string, hash: string): Promise<string | null> {
    const { size } = await stat(path);
    let same = true;
    await this.add(hash, size, async (temporary) => {
      await copyFile(path, temporary, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      await chmod(temporary, 0o600);
      const file = await open(temporary, 'r+');
      try {
        await file.sync();
        same = hashOf(await file.readFile()) === hash;
      } finally {
        await file.close();
      }
      if (!same) throw new OtherContent();
    }).catch((error: unknown) => {
      if (!(error instanceof OtherContent)) throw error;
    });
    return same ? hash : null;
  }

  /** The content; null when it was never kept, given up, or is damaged. */
  async read(hash: string): Promise<Buffer | null> {
    const bytes = await readFile(this.fileOf(hash)).catch(() => null);
    return bytes !== null && hashOf(bytes) === hash ? bytes : null;
  }

  async has(hash: string): Promise<boolean> {
    return (await this.known()).has(hash);
  }

  /** Bytes kept in all. */
  async total(): Promise<number> {
    return [...(await this.known()).values()].reduce((sum, size) => sum + size, 0);
  }

  async drop(hash: string): Promise<void> {
    await rm(this.fileOf(hash), { force: true });
    (await this.known()).delete(hash);
  }

  /** Removes what a crash left half written. */
  async clean(): Promise<void> {
    const names = await readdir(this.folder).catch((): string[] => []);
    await Promise.all(names.filter((name) => name.endsWith('.tmp')).map((name) => rm(join(this.folder, name), { force: true })));
  }

  private fileOf(hash: string): string {
    // A hash comes from a file that could have been tampered with: it must stay a plain name.
    if (!/^[0-9a-f]{64}$/.test(hash)) return join(this.folder, 'none');
    return join(this.folder, hash);
  }

  private async add(hash: string, size: number, write: (temporary: string) => Promise<void>): Promise<void> {
    const known = await this.known();
    if (known.get(hash) === size) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const temporary = join(this.folder, `${randomBytes(8).toString('hex')}.tmp`);
    try {
      await write(temporary);
      await rename(temporary, this.fileOf(hash));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(this.folder);
    known.set(hash, size);
  }

  private known(): Promise<Map<string, number>> {
    this.sizes ??= (async () => {
      const names = await readdir(this.folder).catch((): string[] => []);
      const hashes = names.filter((name) => /^[0-9a-f]{64}$/.test(name));
      return new Map(await Promise.all(hashes.map(async (name) => [name, (await stat(join(this.folder, name))).size] as const)));
    })();
    return this.sizes;
  }
}

class OtherContent extends Error {}
