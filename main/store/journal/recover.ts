import { readFile, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeWhole } from '../write-whole';
import { Blobs } from './blobs';
import { imageOf } from './image';
import { JournalWriter, readJournal, type Change } from './journal-file';
import { sameContent } from './records';
import { watchLeft } from './watch';

/**
 * Mends what a killed process left of a session's last change: prepared content beside its file is
 * removed, a file torn while it was written in place gets its old content back, and a change that
 * was noted but never made is marked so.
 */
export async function mendSession(folder: string): Promise<void> {
  const file = join(folder, 'journal.jsonl');
  const blobs = new Blobs(join(folder, 'blobs'));
  const writer = new JournalWriter(file);
  await blobs.clean();
  // One change is made after the other, so only the last can have been cut off.
  const change = (await readJournal(file)).changes.at(-1);
  // What a command did to a file after its last change is no sign that the change was not made.
  if (!change || change.number <= ((await watchLeft(folder))?.since ?? 0)) return;
  if (change.temporary !== undefined && isOurs(change)) await rm(change.temporary, { force: true });
  const effect = change.effects.at(-1);
  if (change.state !== 'made' || !effect || (change.temporary === undefined && !change.in_place)) return;
  if (change.in_place) await mendTorn(change, blobs);
  const now = await imageOf(effect.path).catch(() => null);
  if (now === null || !sameContent(now, effect.before) || sameContent(now, effect.after)) return;
  await removeEmpty(change.effects.filter(({ after }) => after.type === 'folder').map(({ path }) => path));
  await writer.append({ type: 'void', at: new Date().toISOString(), change: change.number });
}

/** Removes folders that were made for nothing, innermost first, as far as they are empty. */
export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) await rmdir(folder).catch(() => undefined);
}

/** The name we prepare content under, so that a damaged journal can't make us remove something else. */
function isOurs({ path, temporary = '' }: Change): boolean {
  return dirname(temporary) === dirname(path) && /^\..*\.[0-9a-f]{12}\.tmp$/s.test(basename(temporary));
}

/** A torn file has, byte for byte, what was before or what should be after; a person's change has not. */
async function mendTorn({ path, effects }: Change, blobs: Blobs): Promise<void> {
  const { before, after } = effects.at(-1) ?? {};
  if (before?.type !== 'file' || after?.type !== 'file') return;
  const [old, wanted, now] = await Promise.all([blobs.read(before.hash), blobs.read(after.hash), readFile(path).catch(() => null)]);
  if (!old || !wanted || !now || now.equals(old) || now.equals(wanted)) return;
  if (now.length < Math.min(old.length, wanted.length) || now.length > Math.max(old.length, wanted.length)) return;
  if (now.every((byte, index) => byte === old[index] || byte === wanted[index])) await writeWhole({ path, temporary: null }, old);
}
