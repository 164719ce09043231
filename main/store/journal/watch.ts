import { rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { groupEffects, type Grouped } from './group-effects';
import { Pack } from './pack';
import { imageSchema } from './records';
import { Snapshot, snapshotBounds, type SnapshotBounds } from './snapshot';

/** Who made a change. */
export interface Author {
  call: string;
  tool: string;
}

/** What was different after some work. */
export interface Seen {
  author: Author;
  changes: Grouped[];
  /** Paths that changed, or may have, without being kept. */
  uncovered: string[];
  /** Something ran unseen meanwhile, so a change may be the person's own. */
  uncertain: boolean;
  contents(hash: string): Promise<Buffer | null>;
}

interface Open {
  author: Author;
  /** Number of the last change before it: that one was whole when this began. */
  since: number;
  extra: string[];
}

/**
 * Finds what a command changes, which nobody can know before: it looks at the folder before and
 * after, and keeps the contents of before. What it knows is on disk while something runs, so that a
 * start after a crash finds the changes all the same.
 */
export class Watch {
  private readonly pack: Pack;
  private readonly snapshot: Snapshot;
  /** What still runs in the background since the last look. */
  private open: Open | null = null;

  constructor(
    private readonly folder: string,
    readonly root: string,
    own: (path: string) => boolean,
    bounds: Partial<SnapshotBounds> = {},
  ) {
    this.pack = new Pack(join(folder, 'before.pack'));
    this.snapshot = new Snapshot(root, this.pack, own, { ...snapshotBounds, ...bounds });
  }

  /** Looks before some work. `extra`: files elsewhere that it names; `since`: the last change noted. Rejects where nothing can be kept. */
  async before(author: Author, extra: readonly string[], since: number, signal: AbortSignal): Promise<void> {
    await this.snapshot.take(extra, signal);
    this.open = { author, since, extra: [...extra] };
    await this.save();
  }

  /** Looks after it; null when nothing was being watched. */
  async after(uncertain: boolean): Promise<Seen | null> {
    const { open } = this;
    if (open === null) return null;
    const { effects, uncovered } = await this.snapshot.differences(open.extra);
    return {
      author: open.author,
      changes: groupEffects(effects),
      uncovered,
      uncertain: uncertain && effects.length > 0,
      contents: (hash) => this.pack.read(hash),
    };
  }

  /** What was seen is recorded. `busy`: a part of the work goes on in the background, so another look is to come. */
  async done(busy: boolean): Promise<void> {
    if (!busy) this.open = null;
    await this.save();
  }

  /** Whether something may be changing files right now. */
  get running(): boolean {
    return this.open !== null;
  }

  /** Notes a change that was recorded otherwise. */
  async refresh(path: string): Promise<void> {
    await this.snapshot.refresh(path);
    if (this.open) await this.save();
  }

  async close(): Promise<void> {
    await this.pack.close();
  }

  /** Removes the contents kept for looks that will not come: a new process looks anew. */
  discard(): void {
    for (const file of ['before.pack', 'watch-files.json', 'watch-files.json.tmp', 'watch.json.tmp']) {
      try {
        rmSync(join(this.folder, file), { force: true });
      } catch {
        // Windows keeps a file that is open; the next start removes it.
      }
    }
  }

  /** Takes over what a killed process was watching; false when it was watching nothing. */
  async resume(): Promise<boolean> {
    const mark = parse(markSchema, await readFile(this.markFile(), 'utf8').catch(() => ''));
    const files = parse(filesSchema, await readFile(this.listFile(), 'utf8').catch(() => ''));
    if (!mark || !files) return false;
    this.pack.adopt(files.spans.map(([hash, offset, size]) => [hash, { offset, size }] as const));
    this.snapshot.known = new Map(files.known.map(([path, identity, image, kept]) => [path, { identity, image, kept, fresh: false }]));
    this.snapshot.listing = { entries: new Map(), folders: new Set(files.folders), skipped: new Map(files.skipped), complete: files.complete };
    const { author, since, extra } = mark;
    this.open = { author, since, extra };
    return true;
  }

  private markFile(): string {
    return join(this.folder, 'watch.json');
  }

  private listFile(): string {
    return join(this.folder, 'watch-files.json');
  }

  private async save(): Promise<void> {
    if (this.open === null) {
      await rm(this.markFile(), { force: true });
      return;
    }
    const { listing, known, root } = this.snapshot;
    if (this.snapshot.altered && listing !== null) {
      const files: z.input<typeof filesSchema> = {
        root,
        known: [...known].map(([path, { identity, image, kept }]) => [path, identity, image, kept]),
        folders: [...listing.folders],
        skipped: [...listing.skipped],
        complete: listing.complete,
        spans: [...this.pack.spans].map(([hash, { offset, size }]) => [hash, offset, size]),
      };
      await put(this.listFile(), files);
      this.snapshot.altered = false;
    }
    await put(this.markFile(), { root, ...this.open });
  }
}

const markSchema = z.object({ root: z.string(), author: z.object({ call: z.string(), tool: z.string() }), since: z.number(), extra: z.array(z.string()) });
const filesSchema = z.object({
  root: z.string(),
  known: z.array(z.tuple([z.string(), z.string(), imageSchema, z.boolean()])),
  folders: z.array(z.string()),
  skipped: z.array(z.tuple([z.string(), z.string()])),
  complete: z.boolean(),
  spans: z.array(z.tuple([z.string(), z.number(), z.number()])),
});

/** What a killed process was watching for a session, and since which change; null when it was watching nothing. */
export async function watchLeft(folder: string): Promise<{ root: string; since: number } | null> {
  return parse(markSchema, await readFile(join(folder, 'watch.json'), 'utf8').catch(() => ''));
}

/** Whether `path` is `folder` or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whole or not at all, for a killed process; it needs not outlive a loss of power. */
async function put(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.tmp`, JSON.stringify(value), { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}
