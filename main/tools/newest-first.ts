import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** So many files are asked for their time without a break; in between a stop is answered. */
const slice = 500;

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

/** Files and the time of each, by the same index. */
export interface DatedFiles {
  paths: string[];
  /** Milliseconds; see `modifiedAt`. */
  times: number[];
}

/** So many of the files, in the same order. */
export function newestOf({ paths, times }: DatedFiles, most: number): string[] {
  // Only what will be shown is put in order: to compare ten thousand names takes as long as to find them.
  const oldest = paths.length > most ? (Float64Array.from(times).sort()[paths.length - most] ?? 0) : -Infinity;
  const shown: { file: string; time: number }[] = [];
  for (const [index, file] of paths.entries()) {
    const time = times[index] ?? 0;
    if (time >= oldest) shown.push({ file, time });
  }
  return shown.sort(byTime).slice(0, most).map(({ file }) => file);
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
