import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { markersFolder } from './places';

/** Markers that this process has set; one of our number that is not among them is of an earlier process. */
export const openHere = new Set<string>();

/** A session that some process had open when it set this marker, and whether that process still has. */
export interface Marker {
  file: string;
  session: string;
  inUse: boolean;
}

/** Every marker there is. Never rejects. */
export async function markers(dataFolder: string): Promise<Marker[]> {
  const folder = markersFolder(dataFolder);
  return (await readdir(folder).catch((): string[] => [])).flatMap((name) => {
    const [, session, pid] = /^(.+)\.(\d+)$/.exec(name) ?? [];
    const file = join(folder, name);
    return session === undefined ? [] : [{ file, session, inUse: Number(pid) === process.pid ? openHere.has(file) : isAlive(Number(pid)) }];
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
