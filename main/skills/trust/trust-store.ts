import { copyFileSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../../store/atomic-write';

/** One skill that the person has seen and trusts, bound to what was in its folder then. */
const trustedSchema = z.object({ name: z.string(), folder: z.string(), source: z.enum(['person', 'project']), hash: z.string().regex(/^[0-9a-f]{64}$/), at: z.string() });
const storeSchema = z.object({ version: z.literal(1), trusted: z.array(trustedSchema) });
export type Trusted = z.infer<typeof trustedSchema>;

/** `skill-trust.json` of the data folder. The gate refuses tools every way to it. */
export class TrustStore {
  private readonly file: string;
  private read: { stamp: string; trusted: Trusted[]; problem: string | null } | null = null;

  constructor(dataFolder: string) {
    this.file = path.join(dataFolder, 'skill-trust.json');
  }

  /** What is trusted; nothing when the file can't be relied on. Another instance's yes counts at once. */
  trusted(): readonly Trusted[] {
    return this.load().trusted;
  }

  /** Why the file can't be relied on; null when it can. */
  problem(): string | null {
    return this.load().problem;
  }

  /** Writes the file as a whole. A broken one is kept beside it as `.bad-<time>`. Throws what the file system throws. */
  replace(trusted: readonly Trusted[]): void {
    if (this.load().problem !== null) copyFileSync(this.file, `${this.file}.bad-${new Date().toISOString().replaceAll(':', '-')}`);
    writeAtomically(this.file, `${JSON.stringify({ version: 1, trusted }, null, 2)}\n`);
    this.read = null;
  }

  private load(): { trusted: Trusted[]; problem: string | null } {
    const stamp = stampOf(this.file);
    if (this.read?.stamp === stamp) return this.read;
    this.read = { stamp, ...this.parse(stamp) };
    return this.read;
  }

  private parse(stamp: string): { trusted: Trusted[]; problem: string | null } {
    if (stamp === '') return { trusted: [], problem: null };
    try {
      const { mode, uid } = statSync(this.file);
      if (process.platform !== 'win32' && ((mode & 0o022) !== 0 || (uid !== process.getuid?.() && uid !== 0))) return { trusted: [], problem: `${this.file}: other accounts can change it` };
      return { trusted: storeSchema.parse(JSON.parse(readFileSync(this.file, 'utf8'))).trusted, problem: null };
    } catch (error) {
      const reason = error instanceof z.ZodError ? 'it does not hold what Deskwright writes' : error instanceof Error ? error.message : String(error);
      return { trusted: [], problem: `${this.file}: ${reason}` };
    }
  }
}

function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats ? [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join('|') : '';
}
