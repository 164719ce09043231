import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import type { PathFact, Workspace } from '../workspace';
import { matchGlob } from './match-glob';
import type { Script, ShellCommand, Word } from './script';
import { treeSecrets } from './tree-secrets';
import { programOf } from './wrappers';

/** Programs whose words are text, not paths. */
const speakers = new Set(['echo', 'printf', 'true', 'false', 'sleep', 'seq', 'expr', 'kill', 'pkill', 'killall', 'export', 'alias', 'unset', 'date', 'basename', 'dirname', 'type', 'which', 'command', 'test', '[']);
/** Programs that only read what they name; every other one may write it. */
const readers = new Set(['cat', 'head', 'tail', 'less', 'more', 'ls', 'wc', 'grep', 'egrep', 'fgrep', 'rg', 'find', 'fd', 'file', 'stat', 'du', 'df', 'diff', 'cmp', 'comm', 'md5sum', 'sha1sum', 'sha256sum', 'sha512sum', 'cksum', 'b2sum', 'od', 'xxd', 'hexdump', 'strings', 'nl', 'tac', 'rev', 'cut', 'paste', 'tree', 'realpath', 'readlink', 'jq', 'yq', 'awk', 'source', '.', 'cd', 'bash', 'sh', 'python', 'python3', 'node']);
/** Programs whose first plain word is a pattern or a program text. */
const patternFirst = new Set(['grep', 'egrep', 'fgrep', 'rg', 'sed', 'awk', 'gawk', 'mawk', 'jq', 'yq', 'perl', 'tr']);
/** Programs that take a program text among their words: any path in it may be opened. */
const interpreters = /^(python[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua|awk|gawk|mawk|sed|osascript|Rscript|julia|tclsh|sqlite3|psql|mysql)$/;
/** Options whose next word is a text for people, or a name to leave out; only where it can't be a flag of its own. */
const proseOptions: { programs: RegExp; verbs?: RegExp; options: RegExp }[] = [
  { programs: /^(git|hg|svn)$/, verbs: /^(commit|ci|tag|merge|stash|notes|revert)$/, options: /^(-m|-am|--message)$/ },
  { programs: /^gh$/, options: /^(-t|-b|--title|--body)$/ },
  { programs: /^(tar|rsync|grep|egrep|fgrep|du|rg|zip)$/, options: /^(--exclude|--exclude-dir|--ignore|--include)$/ },
];
/** Options that name what the command is not to touch. */
const leftOut = /^--(exclude|ignore)/;

/** Standard streams and bottomless or empty devices: no place to protect. */
const harmlessDevice = /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** A command naming more paths than this is judged by the first ones; its own level asks anyway. */
const mostPaths = 400;

interface NamedPath {
  text: string;
  access: 'read' | 'write';
  /** Named by a word of the command, not by a redirect or variable. */
  argument: boolean;
}

/**
 * Every path that a script's words and redirects name, as facts with absolute inputs. Relative
 * ones are taken from the directory and from each folder that the script goes to. A wildcard
 * counts as what it matches on disk now; an unknown part counts by what is known around it.
 */
export async function commandPaths(script: Script, directory: string, workspace: Workspace): Promise<PathFact[]> {
  const directories = goneTo(script, directory);
  const facts = new Map<string, PathFact>();
  for (const command of script.commands) {
    const paths = namedPaths(command);
    const folders = new Set<string>();
    for (const path of paths) {
      for (const fact of await resolveNamed(path)) {
        if (path.argument && fact.exists && fact.place !== 'secret' && fact.place !== 'own') folders.add(fact.real);
        if (facts.size < mostPaths) remember(fact);
      }
    }
    // Without a folder of its own, a search starts where it stands; of git's words most are none.
    const named = programOf(command) !== 'git' && paths.some((path) => path.argument);
    for (const fact of await treeSecrets(command, named ? [...folders] : directories, workspace)) remember(fact);
  }
  return [...facts.values()];

  function remember(fact: PathFact): void {
    if (facts.get(fact.real)?.access !== 'write') facts.set(fact.real, fact);
  }

  async function resolveNamed({ text, access }: NamedPath): Promise<PathFact[]> {
    const found: PathFact[] = [];
    for (const folder of isAbsolute(text) ? ['/'] : directories) {
      const input = isAbsolute(text) ? text : join(folder, '.') + '/' + text;
      const fact = await workspace.resolve(input, access).catch(() => null);
      if (fact === null || harmlessDevice.test(input) || harmlessDevice.test(fact.real)) continue;
      // A sentence is a path only if there is one of that name.
      if (/\s/.test(text) && !fact.exists) continue;
      found.push(fact);
    }
    return found;
  }

  function namedPaths(command: ShellCommand): NamedPath[] {
    return pathsOf(command).flatMap(({ word, ...rest }) => spell(word, directories).map((text) => ({ text, ...rest })));
  }
}

/** A script that goes to more folders is followed to so many of them only. */
export const mostFolders = 16;

/**
 * The directory, and each folder that the script goes to from there; `mostFolders` at most. Where the system and the shell
 * may understand `..` differently, behind a link, both are among them, the system's as it is written.
 */
export function goneTo(script: Script, directory: string): string[] {
  const directories = [directory];
  for (const command of script.commands) {
    for (const target of targetsOf(command)) {
      for (const from of [...directories]) {
        const to = isAbsolute(target) ? target : `${from}/${target}`;
        for (const way of target.includes('..') && !isSame(to) ? [normalize(to), to] : [normalize(to)]) if (!directories.includes(way) && directories.length < mostFolders) directories.push(way);
      }
    }
  }
  return directories;
}

/** Whether a path leads to the same place once it is put in order. */
function isSame(path: string): boolean {
  try {
    return realpathSync.native(path) === realpathSync.native(normalize(path));
  } catch {
    return false;
  }
}

function targetsOf(command: ShellCommand): string[] {
  const program = programOf(command);
  if (program !== 'cd' && program !== 'pushd') return movedTo(command);
  const words = command.words.slice(1).filter((word) => word.text === null || !/^-./.test(word.text));
  if (words.length === 0 && program === 'cd') return [homedir()];
  return words[0]?.text ? [words[0].text] : [];
}

/** `-C DIR` of git, make and tar moves the program before it looks at its other words; several do one after the other. */
function movedTo(command: ShellCommand): string[] {
  return command.words.flatMap((word, index) => {
    const value = word.text === '-C' || word.text === '--directory' ? command.words[index + 1]?.text : null;
    return index > 0 && value ? [value] : [];
  });
}

function pathsOf(command: ShellCommand): (Omit<NamedPath, 'text'> & { word: Word })[] {
  const found: (Omit<NamedPath, 'text'> & { word: Word })[] = [];
  for (const redirect of command.redirects) {
    if (redirect.kind !== 'here') found.push({ word: redirect.target, access: redirect.kind, argument: false });
  }
  for (const { value } of command.assignments) found.push({ word: value, access: 'read', argument: false });
  const program = programOf(command);
  if (speakers.has(program)) return found;
  const access = readers.has(program) ? 'read' : 'write';
  const words = command.words.slice(1);
  const texts = words.map((word) => word.pattern);
  // With its pattern given by an option, the first plain word is a file already.
  let pattern = patternFirst.has(program) && !texts.some((text) => /^(-[A-Za-z]*[ef]|--(regexp|file|expression|from-file))/.test(text));
  const prose = proseOptions.find(({ programs, verbs }) => programs.test(program) && (!verbs || texts.some((text) => verbs.test(text))))?.options;
  for (const [index, word] of words.entries()) {
    if (interpreters.test(program)) found.push(...quotedPaths(word).map((inner) => ({ word: inner, access: 'write' as const, argument: true })));
    if (leftOut.test(word.pattern) || prose?.test(texts[index - 1] ?? '')) continue;
    const isOption = word.pattern.startsWith('-') && word.pattern !== '-';
    if (pattern && !isOption) pattern = false;
    else found.push({ word, access, argument: true });
  }
  return found;
}

/** The path-like pieces of a program text: "open('.env')" names .env. */
function quotedPaths(word: Word): Word[] {
  if (!/[\s('"]/.test(word.pattern)) return [];
  const pieces = word.pattern.split(/[\s'"`(){}[\],;<>|&=+]+/).filter((piece) => /^[~./\w*-]*[./][~./\w*-]*$/.test(piece) && piece.length > 3 && !/^\d*\.\d*$/.test(piece));
  return pieces.map((text) => ({ text, pattern: text, glob: false }));
}

/** The paths one word may stand for: itself, the value of its option, what its wildcard matches. */
function spell(word: Word, directories: readonly string[]): string[] {
  const whole = word.pattern;
  const candidates = new Set<string>();
  const option = /^-/.test(whole);
  if (!option) candidates.add(whole);
  const value = /^[^/=]*=(.+)$/s.exec(whole)?.[1];
  if (value !== undefined) candidates.add(value);
  // -I/usr/include, -f.env: the value may stick to a short option.
  if (/^-[A-Za-z0-9][~./]/.test(whole)) candidates.add(whole.slice(2));
  for (const candidate of [...candidates]) {
    if (candidate.startsWith('@')) candidates.add(candidate.slice(1));
    const remote = /^(?:[\w.-]+@)?[\w.-]+:(.+)$/s.exec(candidate)?.[1];
    if (remote !== undefined && !remote.startsWith('//')) candidates.add(remote);
    if (candidate.startsWith('file://')) candidates.add(candidate.slice('file://'.length));
  }
  const paths = [...candidates].filter((text) => text !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && text.length < 4096);
  if (!word.glob) return paths;
  return paths.flatMap((text) => [text, ...directories.flatMap((folder) => matchGlob(text, folder))]);
}
