import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a whole output is kept (T11), milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000;
/** What `keepWhole` names its files; nothing else in the folder is ours to remove. */
const ourName = /^[0-9a-z]{6,12}-[0-9a-f]{8}\.txt$/;

/**
 * Keeps an output that is too large for the model whole; returns the file, which Read and Grep may read, or null where
 * the disk does not take it: what was done stands, and its ends are told. `file`: what it was kept in before, when it has grown.
 */
export function keepWhole(folder: string, text: string, file = join(folder, `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}.txt`)): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  } catch {
    rmSync(file, { force: true });
    return null;
  }
}

/** Removes outputs older than seven days; never rejects: what can't be removed now is tried again by the next session. */
export async function removeOldOutputs(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((each) => ourName.test(each))) {
    const file = join(folder, name);
    const stats = await lstat(file).catch(() => null);
    if (stats?.isFile() && now - stats.mtimeMs > keptFor) await rm(file, { force: true }).catch(() => undefined);
  }
}
