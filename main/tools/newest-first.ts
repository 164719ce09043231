import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** So many files are asked for their time without a break; in between a stop is answered. */
const slice = 500;

/**
 * Files by their time, the newest first, those of one moment by name. (ripgrep could sort them, but then it searches with
 * one thread only.) Rejects with the signal's reason.
 */
export async function newestFirst(files: readonly string[], signal: AbortSignal): Promise<string[]> {
  const times = new Map<string, number>();
  for (const [index, file] of files.entries()) {
    times.set(file, modifiedAt(file));
    if (index % slice === slice - 1) await setImmediate(undefined, { signal });
  }
  return [...files].sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0) || (a < b ? -1 : 1));
}

/** Synchronous, because a promise for each file takes ten times as long. 0 for one that is gone or closed to us. */
function modifiedAt(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
