import { lchownSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Size and time of each file of a folder. */
export type Snapshot = Map<string, { bytes: number; changed: number }>;

export interface MadeFile {
  path: string;
  bytes: number;
}

/** More are not looked at. */
const most = 20_000;

/** What is in a folder, links not followed. */
export function snapshotOf(folder: string): Snapshot {
  const found: Snapshot = new Map();
  const queue = [folder];
  for (let current = queue.pop(); current !== undefined && found.size < most; current = queue.pop()) {
    for (const name of namesIn(current)) {
      const path = join(current, name);
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status?.isDirectory()) queue.push(path);
      else if (status) found.set(path, { bytes: status.size, changed: status.mtimeMs });
    }
  }
  return found;
}

/** Bytes of all files. */
export const sizeOf = (snapshot: Snapshot): number => [...snapshot.values()].reduce((sum, { bytes }) => sum + bytes, 0);

/** What is new or other than before. */
export function madeSince(before: Snapshot, folder: string): MadeFile[] {
  return [...snapshotOf(folder)]
    .filter(([path, { bytes, changed }]) => before.get(path)?.bytes !== bytes || before.get(path)?.changed !== changed)
    .map(([path, { bytes }]) => ({ path, bytes }))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** Makes ours what a program left as another user, links themselves and not what they point to. */
export function takeOver(folder: string): void {
  const user = process.getuid?.() ?? 0;
  const group = process.getgid?.() ?? 0;
  const queue = [folder];
  for (let current = queue.pop(); current !== undefined; current = queue.pop()) {
    for (const name of namesIn(current)) {
      const path = join(current, name);
      const status = lstatSync(path, { throwIfNoEntry: false });
      if (status && status.uid !== user && status.uid >= 0x60000000) lchownSync(path, user, group);
      if (status?.isDirectory()) queue.push(path);
    }
  }
}

/** Begins the name of the file that stands in an output folder while a program runs that writes there. */
const HOLD = '.deskwright-running-';

/**
 * Makes a folder where there is none, and keeps it until `release`: runs side by side share it, and one that ends
 * without a file must not take it from under the others. What was made for nothing is removed by the last.
 */
export function holdFolder(folder: string, run: string): { release(): void } {
  const mark = join(folder, HOLD + run);
  const names = allNamesIn(folder);
  const isNew = names === null || (names.length > 0 && names.every((name) => name.startsWith(HOLD)));
  for (let tries = 0; ; tries++) {
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(mark, '');
      break;
    } catch (error) {
      // Another run has just removed the folder.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries > 20) throw error;
    }
  }
  return {
    release() {
      rmSync(mark, { force: true });
      if (isNew) removeEmpty(folder);
    },
  };
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something, or another run has removed it.
  }
}

const namesIn = (folder: string): string[] => (allNamesIn(folder) ?? []).filter((name) => !name.startsWith(HOLD));

function allNamesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}
