import type { BigIntStats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { identityOf, statOf } from './image';

/** What a folder tree holds, links not followed. */
export interface Listing {
  /** Everything found, by path; the root itself is not among them. */
  entries: Map<string, BigIntStats>;
  /** Folders whose content is all in `entries`. */
  folders: Set<string>;
  /** Folders that are never looked into, each with a sign of its state. */
  skipped: Map<string, string>;
  /** False when a bound was met first. */
  complete: boolean;
}

export interface ListingBounds {
  /** Never looked into, nor named: our own data. */
  own(path: string): boolean;
  mostEntries: number;
  /** Milliseconds. */
  longest: number;
  signal?: AbortSignal;
}

/** What version control and package managers keep for themselves: large, and brought back by their own means. */
const skippedNames = new Set(['.git', 'node_modules']);
/** Parts of them that change with every use that matters. */
const tellers = ['HEAD', 'index', 'packed-refs', 'refs/heads', 'logs/HEAD', '.package-lock.json'];

/** Lists a tree breadth first, so that a bound cuts off the deepest parts. */
export async function listTree(root: string, bounds: ListingBounds): Promise<Listing> {
  const listing: Listing = { entries: new Map(), folders: new Set(), skipped: new Map(), complete: true };
  const deadline = Date.now() + bounds.longest;
  let level = [root];
  while (level.length > 0) {
    const next: string[] = [];
    for (const folder of level) {
      if (listing.entries.size >= bounds.mostEntries || Date.now() > deadline || bounds.signal?.aborted) {
        listing.complete = false;
        return listing;
      }
      next.push(...(await listOne(folder, listing, bounds)));
    }
    level = next;
  }
  return listing;
}

async function listOne(folder: string, listing: Listing, { own }: ListingBounds): Promise<string[]> {
  const names = await readdir(folder).catch(() => null);
  if (names === null) {
    listing.complete = false;
    return [];
  }
  const folders: string[] = [];
  await Promise.all(
    names.sort().map(async (name) => {
      const path = join(folder, name);
      if (own(path)) return;
      const stats = await statOf(path).catch(() => null);
      if (stats === null) return;
      if (stats.isDirectory() && skippedNames.has(name)) listing.skipped.set(path, await signOf(path));
      else if (stats.isDirectory() || stats.isFile() || stats.isSymbolicLink()) listing.entries.set(path, stats);
      if (stats.isDirectory() && !skippedNames.has(name)) folders.push(path);
    }),
  );
  listing.folders.add(folder);
  return folders.sort();
}

/** A cheap sign of whether something was done in a skipped folder. */
async function signOf(folder: string): Promise<string> {
  const stats = await Promise.all(['.', ...tellers].map((name) => statOf(join(folder, name)).catch(() => null)));
  return stats.map((one) => (one === null ? '-' : identityOf(one))).join('|');
}
