import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import type { SkillProblem } from '../skill';
import { linksOut } from './links-out';

/** A file, folder or link below a skill's folder. */
export interface Entry {
  /** Relative to the skill's folder, with `/`. */
  path: string;
  kind: 'file' | 'folder' | 'link';
  stats: BigIntStats;
  /** Where a link leads, as it is written. */
  target: string;
}

/** What makes a folder too much to be looked at whole by a person, or by us before each turn. */
export const most = { entries: 2000, megabytes: 64, depth: 12 } as const;

/** The folder can't be a skill of others: thrown by the walk, told to the person. */
export class Refused extends Error {
  constructor(readonly problem: SkillProblem) {
    super(problem.code);
    this.name = 'Refused';
  }
}

/**
 * Everything below a skill's folder, sorted by path. Links inside are listed, never followed. Throws
 * `Refused` for a link that leads out, what is no plain file, and more than anybody would look through.
 */
export function contentsOf(folder: string): Entry[] {
  const entries: Entry[] = [];
  let bytes = 0n;
  const walk = (relative: string, depth: number): void => {
    if (depth > most.depth) throw refused('too_many_files', { path: relative, most: most.entries });
    for (const name of readdirSync(path.join(folder, relative)).sort()) {
      const entry = entryOf(folder, relative === '' ? name : `${relative}/${name}`);
      entries.push(entry);
      bytes += entry.kind === 'file' ? entry.stats.size : 0n;
      if (entries.length > most.entries || bytes > BigInt(most.megabytes) * 1024n * 1024n) throw refused('too_many_files', { path: entry.path, most: most.entries });
      if (entry.kind === 'folder') walk(entry.path, depth + 1);
    }
  };
  walk('', 0);
  return entries;
}

/** Refuses a SKILL.md whose links lead out of its folder by `..`: what they name would be read as part of the skill. */
export function refuseWaysOut(folder: string): void {
  const out = linksOut(readFileSync(path.join(folder, 'SKILL.md'), 'utf8'))[0];
  if (out !== undefined) throw refused('path_out', { path: 'SKILL.md', target: out });
}

function entryOf(folder: string, relative: string): Entry {
  const whole = path.join(folder, relative);
  const stats = lstatSync(whole, { bigint: true });
  if (stats.isSymbolicLink()) return { path: relative, kind: 'link', stats, target: targetInside(folder, relative) };
  if (stats.isDirectory()) return { path: relative, kind: 'folder', stats, target: '' };
  // The set-user and set-group bits would lend a script another account's rights.
  if (!stats.isFile() || (stats.mode & 0o6000n) !== 0n) throw refused('special_file', { path: relative });
  return { path: relative, kind: 'file', stats, target: '' };
}

function targetInside(folder: string, relative: string): string {
  const target = readlinkSync(path.join(folder, relative));
  let leads: string;
  try {
    leads = realpathSync.native(path.join(folder, relative));
  } catch {
    // What isn't there now can be put anywhere later.
    throw refused('link_out', { path: relative, target });
  }
  if (!leads.startsWith(realpathSync.native(folder) + path.sep)) throw refused('link_out', { path: relative, target });
  return target;
}

function refused(code: SkillProblem['code'], values: SkillProblem['values']): Refused {
  return new Refused({ code, values });
}
