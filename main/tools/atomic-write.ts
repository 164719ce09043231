import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file's content as a whole: whoever reads it, and whatever crashes, sees the old bytes
 * or the new ones. `path` must be real (links followed). Mode stays; a file with several hard links
 * is written in place, because a rename would part the links.
 */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const before = await stat(path).catch(() => null);
  if (before && before.nlink > 1) return writeInPlace(path, bytes);
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', before ? before.mode & 0o7777 : 0o666);
    try {
      await file.writeFile(bytes);
      // The mask of the process may have taken bits that the old file had.
      if (before) await chmod(temporary, before.mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeInPlace(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, 0);
    await file.truncate(bytes.length);
    await file.sync();
  } finally {
    await file.close();
  }
}
