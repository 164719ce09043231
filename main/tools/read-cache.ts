import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Outcome, ToolContext } from './tool';

/**
 * Within this time after a change, another one may leave no trace in the file's times (their grain, and clocks of
 * network disks), milliseconds.
 */
const settleTime = 2_000;
/** What is kept in all, characters and bytes; the longest unused goes first. */
const mostKept = 32 * 1024 * 1024;

interface Entry {
  /** Device, node, size and times when it was read; null when the file was too fresh for these to prove anything. */
  identity: string | null;
  hash: string;
  outcome: Outcome;
  weight: number;
}

/**
 * What a session read, by file and parameters. An answer is given again only for the same content: proven by the file's
 * identity alone when it has been left alone for a while, else by its hash. The answer is the whole one, never "as
 * before": what came before may have been dropped from the conversation.
 */
export class ReadCache {
  private readonly entries = new Map<string, Entry>();
  private kept = 0;

  /** An answer that needs no look into the file. */
  byIdentity(key: string, real: string): Outcome | null {
    const entry = this.entries.get(key);
    return entry && entry.identity !== null && entry.identity === identityOf(real) ? this.use(key, entry) : null;
  }

  /** An answer for content that was just read. */
  byContent(key: string, bytes: Buffer): Outcome | null {
    const entry = this.entries.get(key);
    return entry && entry.hash === hashOf(bytes) ? this.use(key, entry) : null;
  }

  /** `identity` is that from before the reading: what changed meanwhile is then noticed. */
  keep(key: string, identity: string | null, bytes: Buffer | null, outcome: Outcome): void {
    this.drop(key);
    const weight = JSON.stringify(outcome.data).length + (outcome.images ?? []).reduce((sum, { bytes: picture }) => sum + picture.length, 0);
    if (weight > mostKept / 4 || (identity === null && bytes === null)) return;
    this.entries.set(key, { identity, hash: bytes ? hashOf(bytes) : '', outcome, weight });
    this.kept += weight;
    for (const oldest of this.entries.keys()) {
      if (this.kept <= mostKept) break;
      this.drop(oldest);
    }
  }

  private use(key: string, entry: Entry): Outcome {
    this.entries.delete(key);
    this.entries.set(key, entry);
    return { ...entry.outcome, stats: { ...entry.outcome.stats, cached: true } };
  }

  private drop(key: string): void {
    this.kept -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }
}

/** What tells a file's content without reading it; null while it is too fresh, or when it isn't there. */
export function identityOf(real: string, now = Date.now()): string | null {
  const stats = statSync(real, { bigint: true, throwIfNoEntry: false });
  if (!stats || Number(stats.ctimeMs) > now - settleTime || Number(stats.mtimeMs) > now - settleTime) return null;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}

/** The session's own cache. */
export function readCache({ memory }: Pick<ToolContext, 'memory'>): ReadCache {
  const found = memory.get('read-cache');
  if (found instanceof ReadCache) return found;
  const made = new ReadCache();
  memory.set('read-cache', made);
  return made;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
