import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShellCommand } from './script';
import type { PathFact, Workspace } from '../workspace';
import { programOf } from './wrappers';

/** Programs that read everything below a folder, and how one sees that they do. */
const readsTree: Record<string, (options: readonly string[]) => boolean> = {
  grep: isRecursive, egrep: isRecursive, fgrep: isRecursive, zcat: isRecursive, cp: (options) => isRecursive(options) || hasLetter(options, 'a') || options.includes('--archive'), scp: isRecursive, zip: isRecursive,
  // Beside what is kept in it, or in two folders.
  git: (options) => options.some((option) => /^--(no-in|untr)/.test(option)),
  diff: always, rg: always, ag: always, ack: always, rsync: always, tar: always, '7z': always, bsdtar: always, cpio: always,
};

/** A larger tree is searched only so far, entries. */
const mostEntries = 5000;
const skipped = new Set(['node_modules', '.git']);

function always(): boolean {
  return true;
}

function hasLetter(options: readonly string[], letter: string): boolean {
  // Numbers and patterns may stand among letters: -r2, -re.
  return options.some((option) => /^-[^-]/.test(option) && option.includes(letter));
}

function isRecursive(options: readonly string[]): boolean {
  return hasLetter(options, 'r') || hasLetter(options, 'R') || options.some((option) => /^(--rec|--dereference-rec|--d.*=rec|-.*d)/.test(option));
}

/**
 * Secrets that a command would read because it reads a whole tree with them in it. One that an
 * option of the command leaves out by name doesn't count.
 */
export async function treeSecrets(command: ShellCommand, folders: readonly string[], workspace: Workspace): Promise<PathFact[]> {
  const words = command.words.slice(1).map((word) => word.pattern);
  const program = programOf(command);
  const test = Object.hasOwn(readsTree, program) ? readsTree[program] : undefined;
  if (!test?.(words.filter((word) => word.startsWith('-')))) return [];
  const excluded = words.filter((word, index) => /^(--exclude|--ignore|--glob|-g|-x)/.test(word) || /^(--exclude|--ignore|--glob|-g|-x|--exclude-dir)$/.test(words[index - 1] ?? ''));
  const found: PathFact[] = [];
  for (const folder of folders) {
    for await (const path of entriesBelow(folder)) {
      const fact = await workspace.resolve(path, 'read').catch(() => null);
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (fact && (fact.place === 'secret' || fact.place === 'own') && !excluded.some((option) => option.includes(name))) found.push(fact);
      if (found.length >= 5) return found;
    }
  }
  return found;
}

async function* entriesBelow(folder: string): AsyncGenerator<string> {
  const pending = [folder];
  let count = 0;
  while (pending.length > 0) {
    const current = pending.shift() as string;
    const entries = await readdir(current, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (++count > mostEntries) return;
      const path = join(current, entry.name);
      yield path;
      if (entry.isDirectory() && !skipped.has(entry.name)) pending.push(path);
    }
  }
}
