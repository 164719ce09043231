import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** How a file is about to be written; made before, so that a journal can note it first. */
export interface WritePlan {
  /** Real path (links followed). */
  path: string;
  /** Where the new content is prepared; null when the file is written in place. */
  temporary: string | null;
}

/** A file with several hard links is written in place, because a rename would part the links. */
export async function planWrite(path: string): Promise<WritePlan> {
  const before = await stat(path).catch(() => null);
  if (before && before.nlink > 1) return { path, temporary: null };
  return { path, temporary: join(dirname(path), `.${cut(basename(path))}.${randomBytes(6).toString('hex')}.tmp`) };
}

/**
 * Replaces a file's content as a whole: whoever reads it, and whatever crashes, sees the old bytes
 * or the new ones (in place, the journal mends it). `mode` is what the file gets; without it the
 * present one stays, and a new file gets the usual one. Throws what the system throws; the old file
 * is then intact and nothing is left beside it.
 */
export async function writeWhole(plan: WritePlan, bytes: Uint8Array, mode?: number): Promise<void> {
  const { path, temporary } = plan;
  if (temporary === null) return writeInPlace(path, bytes, mode);
  const before = await stat(path).catch(() => null);
  await mkdir(dirname(path), { recursive: true });
  const wanted = mode ?? (before ? before.mode & 0o7777 : undefined);
  try {
    const file = await open(temporary, 'wx', wanted ?? 0o666);
    try {
      await file.writeFile(bytes);
      // The mask of the process may have taken bits that the old file had.
      if (wanted !== undefined) await chmod(temporary, wanted);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder last through a loss of power, where the system can do that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** What is new at the end goes first: it alone can meet a full disk, and then the old file is whole again. */
async function writeInPlace(path: string, bytes: Uint8Array, mode?: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    try {
      await writeAt(file, bytes.subarray(size), size);
    } catch (error) {
      await file.truncate(size);
      throw error;
    }
    await writeAt(file, bytes.subarray(0, size), 0);
    await file.truncate(bytes.length);
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Names are at most 255 bytes long; the random part needs some of them. */
function cut(name: string): string {
  let short = name.slice(0, 100);
  while (Buffer.byteLength(short) > 200) short = short.slice(0, -1);
  return short;
}
