import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that hold nothing of the person's own making. */
const skipped = new Set(['.git', 'node_modules']);

/** Every ordinary file below a folder, links not followed; what can't be read is passed over and named. */
export async function* walkFiles(folder: string, signal: AbortSignal, onError: (path: string) => void): AsyncGenerator<string> {
  const pending = [folder];
  while (pending.length > 0) {
    if (signal.aborted) return;
    const current = pending.pop() as string;
    const entries = await readdir(current, { withFileTypes: true }).catch(() => {
      onError(current);
      return [];
    });
    for (const entry of entries) {
      if (entry.isDirectory() && !skipped.has(entry.name)) pending.push(join(current, entry.name));
      else if (entry.isFile()) yield join(current, entry.name);
    }
  }
}
