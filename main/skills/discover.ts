import { existsSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { NotLoaded, SkillSource } from './skill';

/** The standard's limits of a search path. */
const DEEPEST = 6;
const MOST_FOLDERS = 2_000;
/** A folder that was changed less long ago may change again without a new time. Milliseconds; FAT counts in two seconds. */
const UNSETTLED = 2_500;

/** A folder where skills are looked for. */
export interface SkillRoot {
  folder: string;
  source: SkillSource;
}

/** A folder with a SKILL.md, and the names in it. */
export interface Found {
  /** Real path. */
  folder: string;
  source: SkillSource;
  names: readonly string[];
  /** Changes when a name in the folder comes, goes or is put anew. */
  stamp: string;
}

interface Listing {
  stamp: string;
  names: string[];
  /** Folders, and links that may lead to one; dot folders are left out. */
  folders: { name: string; isLink: boolean }[];
}

/** Remembers listings by the folder's time, so that a look at what did not change reads nothing. */
export class Discoverer {
  private known = new Map<string, Listing>();
  private own: { stamp: string; found: Found[]; cut: NotLoaded[]; seen: Set<string> } | null = null;

  /** Every skill folder below the roots, in their order; the same real path once. Folders that can't be read are passed over. */
  find(roots: readonly SkillRoot[]): { found: Found[]; cut: NotLoaded[] } {
    const seen = new Set<string>();
    const next = new Map<string, Listing>();
    const found: Found[] = [];
    const cut: NotLoaded[] = [];
    for (const root of roots) {
      // What comes with the app does not change while it runs: its folder's own time is enough.
      const stamp = root.source === 'bundled' ? this.stampOfOwn(root.folder) : null;
      if (stamp !== null && this.own?.stamp === stamp) {
        found.push(...this.own.found);
        cut.push(...this.own.cut);
        for (const folder of this.own.seen) seen.add(folder);
        continue;
      }
      const [before, cutBefore, seenBefore] = [found.length, cut.length, new Set(seen)];
      let left = MOST_FOLDERS;
      /** One example is enough. */
      const said = new Set<string>();
      const refuse = (folder: string, code: 'too_deep' | 'too_many', limit: number): void => {
        if (said.has(code)) return;
        said.add(code);
        cut.push({ folder, name: path.basename(folder), source: root.source, problem: { code, values: { folder, limit } } });
      };
      const visit = (folder: string, mayLead: boolean, depth: number): void => {
        // Below a real path only a link leads elsewhere.
        const real = mayLead ? realOf(folder) : folder;
        if (real === null || seen.has(real)) return;
        seen.add(real);
        if (left-- <= 0) return refuse(root.folder, 'too_many', MOST_FOLDERS);
        const listing = this.list(real, next);
        if (!listing) return;
        // What lies below a skill is its own.
        if (listing.names.includes('SKILL.md')) found.push({ folder: real, source: root.source, names: listing.names, stamp: listing.stamp });
        else if (depth < DEEPEST) for (const { name, isLink } of listing.folders) visit(path.join(real, name), isLink, depth + 1);
        else if (listing.folders.length > 0) refuse(real, 'too_deep', DEEPEST);
      };
      visit(root.folder, true, 0);
      if (stamp !== null) this.own = { stamp, found: found.slice(before), cut: cut.slice(cutBefore), seen: new Set([...seen].filter((folder) => !seenBefore.has(folder))) };
    }
    this.known = next;
    return { found, cut };
  }

  /** Null as long as a later change might not show in it. */
  private stampOfOwn(folder: string): string | null {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats && isSettled(stats) ? `${folder} ${stampOf(stats)}` : null;
  }

  private list(folder: string, next: Map<string, Listing>): Listing | null {
    try {
      const stats = statSync(folder);
      const stamp = stampOf(stats);
      const before = this.known.get(folder);
      if (before?.stamp === stamp) {
        next.set(folder, before);
        return before;
      }
      if (!stats.isDirectory()) return null;
      const entries = readdirSync(folder, { withFileTypes: true });
      const listing = {
        stamp,
        names: entries.map(({ name }) => name),
        folders: entries.filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.')).map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() })).sort((a, b) => (a.name < b.name ? -1 : 1)),
      };
      if (isSettled(stats)) next.set(folder, listing);
      return listing;
    } catch {
      return null;
    }
  }
}

function stampOf(stats: Stats): string {
  return `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}

/** Whether a later change is sure to show in the stamp. */
function isSettled(stats: Stats): boolean {
  return Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) > UNSETTLED;
}

/** `<folder>/.agents/skills` of the workspace and of each folder above it, up to the repository's root. */
export function projectRoots(workspace: string): SkillRoot[] {
  const levels: string[] = [];
  for (let folder = path.resolve(workspace); ; folder = path.dirname(folder)) {
    levels.push(folder);
    if (existsSync(path.join(folder, '.git'))) break;
    // No repository at all: what lies above the workspace is none of its own.
    if (path.dirname(folder) === folder) {
      levels.length = 1;
      break;
    }
  }
  return levels.map((level) => ({ folder: path.join(level, '.agents', 'skills'), source: 'project' }));
}

function realOf(folder: string): string | null {
  try {
    // Most roots are not there, and an error is dear.
    if (!existsSync(folder)) return null;
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}
