import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readFrontMatter } from '../front-matter';
import { copyFolder } from './copy-folder';
import { ImportRefused, Measure, type ImportLimits } from './refusal';
import { unzip } from './unzip';

interface ImportOptions {
  /** A folder, or a .zip file. */
  from: string;
  /** Where skills of the person are kept: `<data folder>/skills`. */
  into: string;
  /** Whether a name is one of Deskwright's own. */
  reserved(name: string): boolean;
  /** How much is taken in at most. */
  limits?: ImportLimits;
}

/** A collection is looked through this deep for its skills. */
const DEEPEST = 2;

/**
 * Takes skills in: all that the folder or the archive holds, or none. They are put together in a
 * folder that nobody looks into, so that a half is never found; there they are inert until trusted.
 * Gives their names. @throws ImportRefused
 */
export async function importSkills({ from, into, reserved, limits }: ImportOptions): Promise<string[]> {
  mkdirSync(into, { recursive: true, mode: 0o700 });
  const staged = path.join(into, `.import-${randomBytes(6).toString('hex')}`);
  mkdirSync(staged, { mode: 0o700 });
  try {
    const stats = statSync(from, { throwIfNoEntry: false });
    if (!stats) throw new ImportRefused('skills.import.gone', { path: from });
    const measure = new Measure(limits);
    if (stats.isDirectory()) await copyFolder(from, staged, measure);
    else await unzip(from, staged, measure);
    const found = skillFolders(staged, path.basename(from).replace(/\.zip$/i, ''));
    if (found.length === 0) throw new ImportRefused('skills.import.no_skill');
    const names = found.map(({ folder, name }) => nameOf(folder, name));
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) !== index) throw new ImportRefused('skills.import.twice', { path: name });
      if (reserved(name)) throw new ImportRefused('skills.problem.shadows_bundled', { name });
      if (existsSync(path.join(into, name))) throw new ImportRefused('skills.import.exists', { name });
    }
    for (const [index, name] of names.entries()) renameSync(found[index]?.folder ?? '', path.join(into, name));
    return names;
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** The folders with a SKILL.md, from the outside in; what lies below one is its own. */
function skillFolders(folder: string, name: string, depth = 0): { folder: string; name: string }[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.name === 'SKILL.md' && entry.isFile())) return [{ folder, name }];
  if (depth === DEEPEST) return [];
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).flatMap((entry) => skillFolders(path.join(folder, entry.name), entry.name, depth + 1));
}

function nameOf(folder: string, name: string): string {
  const matter = readFrontMatter(name, readFileSync(path.join(folder, 'SKILL.md'), 'utf8'));
  if ('fault' in matter) throw new ImportRefused(`skills.problem.${matter.fault}`);
  return matter.ok.name;
}
