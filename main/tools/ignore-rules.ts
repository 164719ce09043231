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
}

interface Rules {
  /** Where they stand: paths are judged from there. */
  folder: string;
  rules: Ignore;
  /** See `tellingParts`. */
  parts: readonly string[] | null;
}

/** @param root absolute real path of the folder that is searched; rules of the folders above it count too */
export function ignoreRules(root: string): IgnoreRules {
  const chains = new Map<string, Rules[][]>();
  const verdicts = new Map<string, boolean>();

  /** The rules that count in a folder, the nearest first, for each name of such files. */
  const chainsOf = (folder: string): Rules[][] => {
    const known = chains.get(folder);
    if (known) return known;
    const parent = dirname(folder);
    const above = parent === folder ? names.map(() => []) : chainsOf(parent);
    // A repository knows nothing of the rules around it.
    const isRepository = existsSync(join(folder, '.git'));
    const made = names.map((name, index) => {
      const rules = readRules(join(folder, name));
      // Rules that leave out the folder that was named say nothing of what is in it.
      const own = rules === null || (root.startsWith(folderPrefix(folder)) && rules.rules.ignores(`${below(folder, root)}/`)) ? [] : [{ folder, ...rules }];
      return [...own, ...(name === '.gitignore' && isRepository ? [] : (above[index] ?? []))];
    });
    chains.set(folder, made);
    return made;
  };

  const isIgnored = (path: string, isFolder: boolean): boolean => {
    for (const chain of chainsOf(dirname(path))) {
      for (const { folder, rules, parts } of chain) {
        const name = below(folder, path);
        if (parts !== null && !parts.some((part) => name.includes(part))) continue;
        const verdict = rules.test(name + (isFolder ? '/' : ''));
        if (verdict.ignored) return true;
        if (verdict.unignored) return false;
      }
    }
    return false;
  };

  const leavesOutFolder = (folder: string): boolean => {
    if (folder.length <= root.length) return false;
    const known = verdicts.get(folder);
    if (known !== undefined) return known;
    const verdict = leavesOutFolder(dirname(folder)) || isIgnored(folder, true);
    verdicts.set(folder, verdict);
    return verdict;
  };

  return { leavesOutFolder, leavesOut: (file) => leavesOutFolder(dirname(file)) || isIgnored(file, false) };
}

const folderPrefix = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep);

/** A path from a folder above it, with `/`. */
function below(folder: string, path: string): string {
  const rest = path.slice(folderPrefix(folder).length);
  return sep === '/' ? rest : rest.split(sep).join('/');
}

function readRules(path: string): Omit<Rules, 'folder'> | null {
  // Nearly no folder has any, and an error costs far more than a look.
  if (!existsSync(path)) return null;
  try {
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
    return { rules: ignore({ ignorecase: false, allowRelativePaths: true }).add(text), parts: tellingParts(text) };
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
