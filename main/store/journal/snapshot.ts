import type { BigIntStats } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hashOf, identityOf, imageOf, modeOf, statOf } from './image';
import { listTree, type Listing } from './listing';
import type { Pack } from './pack';
import { absent, sameImage, type Effect, type Image } from './records';

export interface SnapshotBounds {
  /** Content of larger files is not kept, bytes. */
  largestKept: number;
  /** All contents together, bytes. */
  mostKept: number;
  mostEntries: number;
  /** Time for reading contents that are not known yet, milliseconds. */
  longest: number;
}

export const snapshotBounds: SnapshotBounds = {
  largestKept: 16 * 1024 * 1024,
  mostKept: 256 * 1024 * 1024,
  mostEntries: 50_000,
  longest: 3_000,
};

/** What is known of one path. `kept`: its content is in the pack. */
export interface Known {
  identity: string;
  image: Image;
  kept: boolean;
  /** Written so shortly before it was looked at that another write might not show in its times. */
  fresh: boolean;
}

/** What two looks at a tree differ in. */
export interface Difference {
  effects: Effect[];
  /** What may have changed without being seen, or was seen but could not be kept: paths. */
  uncovered: string[];
}

/** File systems count time in steps of some milliseconds. */
const freshFor = 100;

/**
 * A folder tree as it was at one moment, with the contents of its files as far as the bounds allow.
 * Files whose times and place on disk are as before are not read again.
 */
export class Snapshot {
  known = new Map<string, Known>();
  listing: Listing | null = null;
  /** Whether anything is known that has not been saved. */
  altered = true;

  constructor(
    readonly root: string,
    private readonly pack: Pack,
    private readonly own: (path: string) => boolean,
    private readonly bounds: SnapshotBounds,
  ) {}

  /** Looks at the tree, and at `extra` files elsewhere. */
  async take(extra: readonly string[], signal: AbortSignal): Promise<void> {
    const started = Date.now();
    const listing = await this.list(extra, signal);
    const known = new Map<string, Known>();
    const unread: [string, BigIntStats][] = [];
    for (const [path, stats] of listing.entries) {
      const before = this.known.get(path);
      if (before && before.identity === identityOf(stats) && !before.fresh && (before.kept || !this.fits(stats))) known.set(path, before);
      else if (stats.isFile()) unread.push([path, stats]);
      else known.set(path, { identity: identityOf(stats), image: await shallowImage(path, stats), kept: true, fresh: isFresh(stats, started) });
    }
    this.altered ||= unread.length > 0 || known.size !== this.known.size || this.listing === null;
    if (this.pack.size > 2 * this.bounds.mostKept) await this.restart(known, unread, listing);
    // Small files first: the most files for the time there is.
    unread.sort(([, one], [, other]) => Number(one.size - other.size));
    let used = [...known.values()].reduce((sum, { image, kept }) => sum + (kept && image.type === 'file' ? image.size : 0), 0);
    await inParallel(unread, async ([path, stats]) => {
      const size = Number(stats.size);
      const room = this.fits(stats) && used + size <= this.bounds.mostKept && Date.now() - started < this.bounds.longest && !signal.aborted;
      if (room) used += size;
      known.set(path, await this.look(path, stats, started, room));
    });
    await this.pack.flush();
    this.known = known;
    this.listing = listing;
  }

  /** What is different now; afterwards the snapshot is of now. */
  async differences(extra: readonly string[]): Promise<Difference> {
    const before = this.listing;
    if (before === null) return { effects: [], uncovered: [] };
    const started = Date.now();
    const now = await this.list(extra);
    const effects: Effect[] = [];
    const uncovered = new Set<string>();
    const known = new Map<string, Known>();
    const created = new Set<string>();
    const wasListed = (path: string): boolean => before.folders.has(dirname(path)) || created.has(dirname(path)) || extra.includes(path);
    const isListed = (path: string): boolean => now.folders.has(dirname(path)) || !now.entries.has(dirname(path)) || extra.includes(path);

    for (const [path, stats] of now.entries) {
      const old = this.known.get(path);
      if (old && old.identity === identityOf(stats) && !old.fresh) {
        known.set(path, old);
        continue;
      }
      const look = stats.isFile() ? await this.look(path, stats, started, this.fits(stats)) : { identity: identityOf(stats), image: await shallowImage(path, stats), kept: true, fresh: isFresh(stats, started) };
      known.set(path, look);
      if (!old && !wasListed(path)) continue;
      if (!old && look.image.type === 'folder') created.add(path);
      const image = old?.image ?? absent;
      if (sameImage(image, look.image) || (image.type === 'file' && look.image.type === 'file' && old?.identity === look.identity)) continue;
      effects.push({ path, before: image, after: look.image, kept: old?.kept ?? true });
    }
    const gone = [...this.known].filter(([path]) => !now.entries.has(path) && isListed(path)).reverse();
    for (const [path, { image, kept }] of gone) effects.push({ path, before: image, after: absent, kept });
    for (const { path, kept } of effects) if (!kept) uncovered.add(path);
    for (const [path, sign] of before.skipped) if (now.skipped.get(path) !== sign) uncovered.add(path);
    for (const path of now.skipped.keys()) if (!before.skipped.has(path)) uncovered.add(path);
    if (!before.complete || !now.complete) uncovered.add(this.root);
    this.known = known;
    this.listing = now;
    this.altered = true;
    await this.pack.flush();
    return { effects, uncovered: [...uncovered] };
  }

  /** Notes a change that was recorded otherwise. */
  async refresh(path: string): Promise<void> {
    if (this.listing === null || !this.listing.folders.has(dirname(path))) return;
    const stats = await statOf(path);
    if (stats === null) this.known.delete(path);
    else if (stats.isFile()) this.known.set(path, await this.look(path, stats, Date.now(), this.fits(stats)));
    this.altered = true;
  }

  private async list(extra: readonly string[], signal?: AbortSignal): Promise<Listing> {
    const listing = await listTree(this.root, { own: this.own, mostEntries: this.bounds.mostEntries, longest: this.bounds.longest, ...(signal ? { signal } : {}) });
    for (const path of extra) {
      const stats = await statOf(path).catch(() => null);
      if (stats?.isFile() || stats?.isSymbolicLink()) listing.entries.set(path, stats);
    }
    return listing;
  }

  private fits(stats: BigIntStats): boolean {
    return stats.size <= BigInt(this.bounds.largestKept);
  }

  /** An ordinary file: with its content in the pack, or told apart by its identity only. */
  private async look(path: string, stats: BigIntStats, now: number, keep: boolean): Promise<Known> {
    const unread = (): Known => ({
      identity: identityOf(stats),
      image: { type: 'file', hash: identityOf(stats), size: Number(stats.size), mode: modeOf(stats) },
      kept: false,
      fresh: isFresh(stats, now),
    });
    if (!keep) return unread();
    try {
      const bytes = await readFile(path);
      const room = this.pack.spans.has(hashOf(bytes)) || this.pack.size + bytes.length <= 3 * this.bounds.mostKept;
      const hash = room ? await this.pack.add(bytes) : hashOf(bytes);
      return { ...unread(), image: { type: 'file', hash, size: bytes.length, mode: modeOf(stats) }, kept: room };
    } catch {
      // Unreadable for this account, or gone meanwhile; a full disk is met again when a change is recorded.
      return unread();
    }
  }

  /** Contents of files that are no more fill the pack: it begins anew with what is there. */
  private async restart(known: Map<string, Known>, unread: [string, BigIntStats][], listing: Listing): Promise<void> {
    await this.pack.reset();
    for (const [path, { image, kept }] of known) {
      const stats = listing.entries.get(path);
      if (image.type !== 'file' || !kept || !stats) continue;
      known.delete(path);
      unread.push([path, stats]);
    }
  }
}

async function shallowImage(path: string, stats: BigIntStats): Promise<Image> {
  if (stats.isSymbolicLink()) return { type: 'link', target: await readlink(path).catch(() => '') };
  return stats.isDirectory() ? { type: 'folder', mode: modeOf(stats) } : imageOf(path);
}

/** A program may set the time of a change (cp -p, tar, touch), but not the moment at which the system noted it. */
function isFresh({ mtimeNs, ctimeNs }: BigIntStats, now: number): boolean {
  return Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n) >= now - freshFor;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

