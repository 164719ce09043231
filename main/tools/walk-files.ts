import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { IgnoreRules } from './ignore-rules';

/**
 * Every ordinary file below a folder that the rules don't leave out, links not followed and .git not entered; what can't
 * be read is passed over and named.
 */
export async function* walkFiles(folder: string, rules: IgnoreRules, signal: AbortSignal, onError: (path: string) => void): AsyncGenerator<string> {
  const pending = [folder];
  while (pending.length > 0) {
    if (signal.aborted) return;
    const current = pending.pop() as string;
    const entries = await readdir(current, { withFileTypes: true }).catch(() => {
      onError(current);
      return [];
    });
    for (const entry of entries) {
      const path = join(current, entry.name);
      if (entry.name === '.git') continue;
      if (entry.isDirectory() && !rules.leavesOutFolder(path)) pending.push(path);
      else if (entry.isFile() && !rules.leavesOut(path)) yield path;
    }
  }
}
