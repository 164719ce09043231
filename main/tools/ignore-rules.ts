import ignore, { type Ignore } from 'ignore';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Files of rules; what an earlier one says wins. */
const names = ['.rgignore', '.ignore', '.gitignore'] as const;

/** Which places below a folder the rules of .gitignore and .ignore files leave out, as ripgrep and git read them. */
export interface IgnoreRules {
  /** Whether a file, or a folder on the way to it, is left out. The folder that is searched never is: it was named. */
  leavesOut(file: string): boolean;
  /** Whether a folder, or one on the way to it, is left out with all it holds. */
  leavesOutFolder(folder: string): boolean;
  /** With these ripgrep leaves out the same. */
  options: readonly string[];
}

interface Rules {
  name: (typeof names)[number];
  /** Where they stand, a separator at its end: paths are judged from there. */
  prefix: string;
  rules: Ignore;
  /** See `tellingParts`. */
  parts: readonly string[] | null;
}

interface Folder {
  /** What counts in it, in the order in which it is asked. */
  rules: readonly Rules[];
  leftOut: boolean;
}

/**
 * In a repository its own rules count, up to its top, and one inside it knows nothing of the rules around it, as with git.
 * Elsewhere, and in a folder that the repository leaves out, it is the rules of that folder and those below: it was named,
 * and a `.gitignore` of somebody's home (`*`, where the home itself is kept with git) is not about it.
 * @param root absolute real path of the folder that is searched
 */
export function ignoreRules(root: string): IgnoreRules {
  if (isInRepository(root)) {
    const around = rulesBelow(null);
    if (!around.leavesOutFolder(root)) return { ...around, options: [] };
  }
  return { ...rulesBelow(root), options: ['--no-require-git', '--no-ignore-parent'] };
}

/** @param top above it no rules count, and below it those of every folder; null: by repositories */
function rulesBelow(top: string | null): Omit<IgnoreRules, 'options'> {
  const folders = new Map<string, Folder>();
  const repositories = new Map<string, boolean>();

  const folderAt = (path: string): Folder => {
    const known = folders.get(path);
    if (known) return known;
    const parent = dirname(path);
    const above = parent === path || path === top ? null : folderAt(parent);
    const made = { rules: rulesIn(path, above?.rules ?? []), leftOut: above !== null && (above.leftOut || isIgnored(path, parent, above.rules, true)) };
    folders.set(path, made);
    return made;
  };

  const isIgnored = (path: string, folder: string, all: readonly Rules[], isFolder: boolean): boolean => {
    for (const { name, prefix, rules, parts } of all) {
      if (parts !== null && !parts.some((part) => path.includes(part, prefix.length))) continue;
      const verdict = rules.test(below(prefix, path) + (isFolder ? '/' : ''));
      if ((verdict.ignored || verdict.unignored) && !(name === '.gitignore' && top === null && isCutOff(folder, prefix))) return verdict.ignored;
    }
    return false;
  };

  /** Whether a repository begins between a folder and rules above it. */
  const isCutOff = (folder: string, prefix: string): boolean => withSeparator(folder) !== prefix && (isTop(folder) || isCutOff(dirname(folder), prefix));

  const isTop = (folder: string): boolean => {
    const known = repositories.get(folder);
    if (known !== undefined) return known;
    const found = isRepository(folder);
    repositories.set(folder, found);
    return found;
  };

  return {
    leavesOutFolder: (folder) => folderAt(folder).leftOut,
    leavesOut(file) {
      const folder = dirname(file);
      const { rules, leftOut } = folderAt(folder);
      return leftOut || isIgnored(file, folder, rules, false);
    },
  };
}

/** The rules of a folder joined to those above it, in the order in which they are asked. */
function rulesIn(folder: string, above: readonly Rules[]): readonly Rules[] {
  const prefix = withSeparator(folder);
  const own = names.flatMap((name) => readRules(prefix, name) ?? []);
  return own.length === 0 ? above : names.flatMap((name) => [...own, ...above].filter((rules) => rules.name === name));
}

const isInRepository = (folder: string): boolean => isRepository(folder) || (dirname(folder) !== folder && isInRepository(dirname(folder)));

/** git's own, or one that Jujutsu keeps. */
const isRepository = (folder: string): boolean => ['.git', '.jj'].some((name) => existsSync(join(folder, name)));

const withSeparator = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep);

/** What follows the beginning of a path, with `/`. */
function below(prefix: string, path: string): string {
  const rest = path.slice(prefix.length);
  return sep === '/' ? rest : rest.split(sep).join('/');
}

function readRules(prefix: string, name: Rules['name']): Rules | null {
  const path = prefix + name;
  // Nearly no folder has any, and an error costs far more than a look.
  if (!existsSync(path)) return null;
  try {
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
    return { name, prefix, rules: ignore({ ignorecase: false, allowRelativePaths: true }).add(text), parts: tellingParts(text) };
  } catch {
    return null;
  }
}

/**
 * Of each rule the longest part without a wildcard: a path that holds none of them fits none of the rules, which is told
 * far sooner than by asking them. Null when there is a rule that any path may fit.
 */
function tellingParts(text: string): readonly string[] | null {
  const parts = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    // What stands in brackets or behind a backslash may mean other characters.
    const plain = /[[\]\\]/.test(line) ? [] : line.replace(/^!/, '').split(/[*?/\s]+/);
    const longest = plain.reduce((best, part) => (part.length > best.length ? part : best), '');
    if (longest === '') return null;
    parts.add(longest);
  }
  return [...parts];
}
