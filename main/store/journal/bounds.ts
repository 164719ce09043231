import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from './blobs';
import { JournalWriter, readJournal, type Change } from './journal-file';

/** What a journal may hold. */
export interface JournalLimits {
  /** Content of larger files is not kept, bytes: a change of one can't be undone and is asked about before. */
  largestKept: number;
  /** All that one session keeps, bytes. Beyond it the oldest changes can no longer be undone. */
  mostKept: number;
  /** All sessions together, bytes; the sessions unused for longest give way. */
  mostInAll: number;
  /** A session unused for longer can no longer be undone, milliseconds. */
  longestUnused: number;
}

export const journalLimits: JournalLimits = {
  largestKept: 64 * 1024 * 1024,
  mostKept: 512 * 1024 * 1024,
  mostInAll: 2 * 1024 * 1024 * 1024,
  longestUnused: 60 * 24 * 3600 * 1000,
};

/** Contents a change needs for its undo, and once undone for its redo. */
function needs(change: Change): string[] {
  if (change.dropped) return [];
  return change.effects.flatMap(({ before, after }) => [before, after]).flatMap((image) => (image.type === 'file' ? [image.hash] : []));
}

/** Gives up the contents of the oldest changes until the session fits; returns up to which change, 0 for none. */
export async function fitSession(changes: readonly Change[], blobs: Blobs, mostKept: number): Promise<number> {
  let total = await blobs.total();
  if (total <= mostKept) return 0;
  let upTo = 0;
  // To a little less than allowed, so that not every change has to make room again.
  for (let index = 0; index < changes.length - 1 && total > mostKept * 0.8; index++) {
    const change = changes[index] as Change;
    const later = new Set(changes.slice(index + 1).flatMap(needs));
    for (const hash of needs(change)) if (!later.has(hash)) await blobs.drop(hash);
    total = await blobs.total();
    upTo = change.number;
  }
  return upTo;
}

/** Gives up what sessions unused for longest keep; their lists of changes stay. `except` is in use. */
export async function fitAll(journals: string, except: ReadonlySet<string>, limits: JournalLimits, now = Date.now()): Promise<void> {
  const sessions = [];
  for (const session of await readdir(journals).catch((): string[] => [])) {
    const size = await sizeOf(join(journals, session, 'blobs'));
    const used = await stat(join(journals, session, 'journal.jsonl')).catch(() => null);
    if (size > 0) sessions.push({ session, size, used: used?.mtimeMs ?? 0 });
  }
  sessions.sort((one, other) => one.used - other.used);
  let total = sessions.reduce((sum, { size }) => sum + size, 0);
  for (const { session, size, used } of sessions) {
    if (except.has(session) || (total <= limits.mostInAll && now - used <= limits.longestUnused)) continue;
    const file = join(journals, session, 'journal.jsonl');
    const { changes } = await readJournal(file);
    const last = changes.at(-1);
    if (last) await new JournalWriter(file).append({ type: 'dropped', at: new Date(now).toISOString(), up_to: last.number });
    await rm(join(journals, session, 'blobs'), { recursive: true, force: true });
    total -= size;
  }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => []);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).then(({ size }) => size, () => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
