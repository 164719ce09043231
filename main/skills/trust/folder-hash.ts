import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { SkillProblem } from '../skill';
import { contentsOf, Refused, refuseWaysOut, type Entry } from './folder-contents';

export type Inspection = { hash: string; refused: null } | { hash: null; refused: SkillProblem };

/**
 * SHA-256 (hex) of all that is in a folder: sorted names, kinds, permission bits, bytes and where
 * links lead. Two folders have the same hash only if a skill in them is the same in every respect.
 * Throws `Refused`, and what the file system throws.
 */
export function hashFolder(folder: string, entries: readonly Entry[] = contentsOf(folder)): string {
  const whole = createHash('sha256');
  for (const { path: name, kind, stats, target } of entries) {
    const bytes = kind === 'file' ? createHash('sha256').update(readFileSync(path.join(folder, name))).digest('hex') : target;
    // Links have no permission bits of their own that would mean the same everywhere.
    whole.update(`${JSON.stringify([name, kind, kind === 'link' ? 0 : Number(stats.mode & 0o777n), bytes])}\n`);
  }
  return whole.digest('hex');
}

/** What was changed less long ago may change again without a new time. Milliseconds; the clock of some file systems counts in seconds. */
const unsettled = 2_500;

/**
 * Looks at folders again and again, and reads a folder's files only when a name, size, time or mode in it
 * is another, or when a time in it is so young that a change might not show.
 */
export class FolderInspector {
  private readonly known = new Map<string, { signature: string; inspection: Inspection }>();

  inspect(folder: string): Inspection {
    try {
      const entries = contentsOf(folder);
      const signature = signatureOf(entries);
      const known = this.known.get(folder);
      if (known?.signature === signature) return known.inspection;
      const looked = BigInt(Date.now());
      const inspection = this.read(folder, entries);
      if (isSettled(entries, looked)) this.known.set(folder, { signature, inspection });
      else this.known.delete(folder);
      return inspection;
    } catch (error) {
      this.known.delete(folder);
      return { hash: null, refused: problemOf(error, folder) };
    }
  }

  private read(folder: string, entries: readonly Entry[]): Inspection {
    try {
      refuseWaysOut(folder);
      return { hash: hashFolder(folder, entries), refused: null };
    } catch (error) {
      return { hash: null, refused: problemOf(error, folder) };
    }
  }
}

/** Change times can't be set by programs, so a file that was exchanged for one of the same size shows. */
function signatureOf(entries: readonly Entry[]): string {
  return entries.map(({ path: name, stats, target }) => [name, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs, stats.mode, target].join('|')).join('\n');
}

/** Whether a change after `looked`, milliseconds since 1970, is sure to show in the signature. */
function isSettled(entries: readonly Entry[], looked: bigint): boolean {
  return entries.every(({ stats }) => looked - stats.ctimeMs > unsettled);
}

function problemOf(error: unknown, folder: string): SkillProblem {
  if (error instanceof Refused) return error.problem;
  return { code: 'unreadable', values: { path: realOr(folder), reason: error instanceof Error ? error.message : String(error) } };
}

function realOr(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
