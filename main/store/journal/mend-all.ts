import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Journal } from './journal';
import { markersFolder } from './places';

/** Mends every session that a killed process had open. Never rejects. */
export async function mendAll(dataFolder: string): Promise<string[]> {
  const markers = markersFolder(dataFolder);
  const mended: string[] = [];
  for (const name of await readdir(markers).catch((): string[] => [])) {
    const [, session = '', pid = ''] = /^(.+)\.(\d+)$/.exec(name) ?? [];
    if (session === '' || isAlive(Number(pid))) continue;
    try {
      const journal = new Journal({ dataFolder, session });
      await journal.mend();
      mended.push(session);
    } catch {
      // A journal that can't be read now is tried again at the next start.
      continue;
    }
    await rm(join(markers, name), { force: true });
  }
  return mended;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
