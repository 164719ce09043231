import { relative } from 'node:path';
import type { Author, Journal } from '../store/journal/journal';
import { isWithin } from '../store/journal/watch';
import { planWrite, writeWhole } from '../store/write-whole';
import type { Facts, Outcome } from './tool';

/** The one way by which a tool changes a file: noted in the session's journal before it happens. */
export interface ChangeRecorder {
  /** Whether what is there now, of this size in bytes, would be kept, so that the change can be undone. */
  keeps(size: number): boolean;
  /** Replaces a file whole, or creates it (`before` null) with its folders. Throws, and the file is as it was. */
  replace(path: string, before: Buffer | null, after: Buffer): Promise<void>;
}

/** More of a command's changes are counted in the result, not named. */
const mostNamed = 20;

/**
 * Runs a tool whose changes can't be known before between two looks at the workspace; they are noted
 * and named in its result. `busy`: something it started goes on.
 */
export async function runWatched(journal: Journal, author: Author, { facts, signal, root, busy }: Watched, work: () => Promise<Outcome>): Promise<Outcome> {
  const elsewhere = (facts?.paths ?? []).filter(({ access, place }) => access === 'write' && place === 'outside').map(({ real }) => real);
  const { result, noted } = await journal.around(author, elsewhere, signal, work, busy);
  const { changes, uncovered } = noted;
  if (changes.length === 0 && uncovered.length === 0) return result;
  const short = (path: string): string => (path === root ? '.' : isWithin(path, root) ? relative(root, path) : path);
  const named = changes.slice(0, mostNamed).map(({ kind, path, from, effects }) => {
    const moved = from === undefined ? '' : `${short(from)} → `;
    return `${kind} ${moved}${short(path)}${effects.length > 1 ? ` (${effects.length})` : ''}`;
  });
  const more = changes.length > mostNamed ? [`… ${changes.length - mostNamed} more`] : [];
  const data = {
    ...result.data,
    ...(changes.length > 0 ? { changed: [...named, ...more] } : {}),
    ...(uncovered.length > 0 ? { no_undo_for: uncovered.slice(0, mostNamed).map(short) } : {}),
  };
  return { ...result, data };
}

interface Watched {
  facts: Facts | undefined;
  signal: AbortSignal;
  /** The workspace. */
  root: string;
  busy(): boolean;
}

/** Records for one call; without a journal changes are made all the same, and can't be undone. */
export function changeRecorder(journal: Journal | undefined, author: Author): ChangeRecorder {
  return {
    keeps: (size) => journal?.keeps(size) ?? true,
    async replace(path, before, after) {
      if (journal) await journal.replace(author, path, before, after);
      else await writeWhole(await planWrite(path), after, { expected: before });
    },
  };
}
