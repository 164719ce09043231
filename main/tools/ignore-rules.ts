import ignore, { type Ignore } from 'ignore';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Files of rules; what an earlier one says wins. */
const names = ['.rgignore', '.ignore', '.gitignore'] as const;

/** Which places below a folder the rules of .gitignore and .ignore files leave out, as ripgrep and git read them. */
export interface IgnoreRules {
  /** Whether a file, or a folder on the way to it, is left out. The folder that is searched never is: it was named. */
  leavesOut(file: string): boolean;
  /** Whether a folder is left out with all it holds; the folders above it are not looked at. */
  leavesOutFolder(folder: string): boolean;
}

/** @param root absolute real path of the folder that is searched; rules of the folders above it count too */
export function ignoreRules(root: string): IgnoreRules {
  const rules = new Map<string, (Ignore | null)[]>();
  const folders = new Map<string, boolean>();

  const rulesIn = (folder: string): (Ignore | null)[] => {
    const known = rules.get(folder);
    if (known) return known;
    const above = relative(folder, root).split(sep).join('/');
    // Rules that leave out the folder that was named say nothing of what is in it.
    const read = names.map((name) => readRules(join(folder, name))).map((found) => (above !== '' && !above.startsWith('..') && found?.ignores(`${above}/`) ? null : found));
    rules.set(folder, read);
    return read;
  };

  const isIgnored = (path: string, isFolder: boolean): boolean => {
    for (const [index, name] of names.entries()) {
      for (let folder = dirname(path); ; folder = dirname(folder)) {
        const verdict = rulesIn(folder)[index]?.test(relative(folder, path).split(sep).join('/') + (isFolder ? '/' : ''));
        if (verdict?.ignored) return true;
        if (verdict?.unignored) return false;
        // A repository knows nothing of the rules around it.
        if (dirname(folder) === folder || (name === '.gitignore' && existsSync(join(folder, '.git')))) break;
      }
    }
    return false;
  };

  const leavesOutFolder = (folder: string): boolean => {
    if (folder === root || !folder.startsWith(root)) return false;
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const verdict = isIgnored(folder, true);
    folders.set(folder, verdict);
    return verdict;
  };

  const isInside = (folder: string): boolean => folder !== root && folder.length > root.length;
  return {
    leavesOutFolder,
    leavesOut(file) {
      for (let folder = dirname(file); isInside(folder); folder = dirname(folder)) if (leavesOutFolder(folder)) return true;
      return isIgnored(file, false);
    },
  };
}

function readRules(path: string): Ignore | null {
  try {
    return ignore({ ignorecase: false, allowRelativePaths: true }).add(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}
