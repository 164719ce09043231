import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** So many files are asked for their time without a break; in between a stop is answered. */
const slice = 500;
/** So many files more than wanted are held before the older ones are let go. */
const roomBeyond = 1000;

/**
 * Files by their time, the newest first, those of one moment by name. (ripgrep could sort them, but then it searches with
 * one thread only.) Rejects with the signal's reason.
 */
export async function newestFirst(files: readonly string[], signal: AbortSignal): Promise<string[]> {
  const found: { file: string; time: number }[] = [];
  for (const [index, file] of files.entries()) {
    found.push({ file, time: modifiedAt(file) });
    if (index % slice === slice - 1) await setImmediate(undefined, { signal });
  }
  return found.sort(byTime).map(({ file }) => file);
}

/** The newest of many files, taken in one by one. */
export interface Newest {
  /** @param time milliseconds, see `modifiedAt` */
  add(file: string, time: number): void;
  /** So many at most, in the order of `newestFirst`. */
  list(): string[];
}

/**
 * Holds little more than what will be shown: to put ten thousand names in order takes as long as to find them, and to keep
 * them all longer than to ask for their time.
 */
export function newestOf(most: number): Newest {
  let held: { file: string; time: number }[] = [];
  let oldest = -Infinity;
  let room = most + roomBeyond;
  return {
    add(file, time) {
      if (time < oldest) return;
      held.push({ file, time });
      if (held.length < room) return;
      oldest = Float64Array.from(held, (entry) => entry.time).sort()[held.length - most] ?? oldest;
      // Those of one moment stay, all of them: their names decide, and not yet all are known.
      held = held.filter((entry) => entry.time >= oldest);
      room = held.length + roomBeyond;
    },
    list: () => held.sort(byTime).slice(0, most).map(({ file }) => file),
  };
}

const byTime = (a: { file: string; time: number }, b: { file: string; time: number }): number => b.time - a.time || (a.file < b.file ? -1 : 1);

/** Synchronous, because a promise for each file takes ten times as long. 0 for one that is gone or closed to us. */
export function modifiedAt(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}
