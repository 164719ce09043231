import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolContext } from '../tool';

/** Folders of one session that stand in for the temporary and the home folder of isolated commands. */
export interface PrivatePlaces {
  temporary: string;
  home: string;
}

const key = 'isolation-places';
const prefix = 'deskwright-private-';

/** Where the folders are made: a full disk must not keep a command from freeing it, so in memory if need be. */
const parents = (): string[] => [tmpdir(), '/dev/shm'].filter((folder) => existsSync(folder));

const made = new Set<string>();
process.once('exit', () => made.forEach(remove));

/** The session's private folders, made at the first need; gone with the session. */
export function privatePlaces(context: Pick<ToolContext, 'memory'>): PrivatePlaces {
  const known = context.memory.get(key) as PrivatePlaces | undefined;
  if (known) return known;
  if (made.size === 0) removeAbandoned();
  const places = makeIn(parents());
  context.memory.set(key, places);
  return places;
}

function makeIn([parent = tmpdir(), ...others]: readonly string[]): PrivatePlaces {
  try {
    const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
    made.add(folder);
    const places = { temporary: join(folder, 'tmp'), home: join(folder, 'home') };
    mkdirSync(places.temporary, { mode: 0o700 });
    mkdirSync(places.home, { mode: 0o700 });
    return places;
  } catch (error) {
    if (others.length === 0) throw error;
    return makeIn(others);
  }
}

/** Removes the session's private folders with all in them. */
export function removePrivatePlaces(context: Pick<ToolContext, 'memory'>): void {
  const known = context.memory.get(key) as PrivatePlaces | undefined;
  if (!known) return;
  context.memory.delete(key);
  const folder = join(known.home, '..');
  made.delete(folder);
  remove(folder);
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Something in it is being written still, or is not ours to remove: the next start tries again.
  }
}

/** What a process left that was killed. */
function removeAbandoned(): void {
  for (const parent of parents()) {
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
      const owner = Number(name.slice(prefix.length).split('-')[0]);
      if (!isAlive(owner)) remove(join(parent, name));
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
