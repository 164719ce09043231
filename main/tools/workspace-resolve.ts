import { existsSync, realpathSync, statSync } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, sep } from 'node:path';
import { answersAtOnce } from './at-once';
import { systemCode, ToolFault } from './fault';
import type { PathFact, Workspace } from './workspace';
import { isSecretPath } from './workspace-secrets';

export interface WorkspaceOptions {
  /** Our own folder: settings, sessions, grants. Refused on every route but `tool-output/`, which may be read. */
  dataFolder: string;
  /** Further folders that the assistant must never write, such as the app's own code. */
  protectedFolders?: string[];
  /** Real paths of skills in use, wherever they lie: read like the workspace, never written. */
  lent?(): readonly string[];
  home?: string;
  /** Whether names that differ only in case are one file; found out from the disk when absent. */
  foldCase?: boolean;
}

/** Linux' own limits, in bytes; a longer path can't exist, and a longer message helps nobody. */
const longestPath = 4096;
const longestName = 255;
/** As many links as the kernel follows before it answers ELOOP. */
const mostLinks = 40;

/**
 * The one resolver of every path, for every tool. It follows links one component at a time as the
 * kernel does (so `link/..` is the parent of the link's target), also when the last one is a link
 * and also when it points nowhere, and then says what kind of place that is.
 * Throws when `root` isn't a folder; `resolve` rejects with ToolFault INVALID_PARAM on impossible paths.
 */
export function createWorkspace(root: string, options: WorkspaceOptions): Workspace {
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new Error(`The workspace ${root} is not a folder. Choose an existing folder.`);
  }
  const realRoot = realpathSync.native(root);
  const home = options.home ?? homedir();
  const foldCase = options.foldCase ?? foldsCase(realRoot);
  const own = realOrSelf(options.dataFolder);
  const readable = join(own, 'tool-output');
  const guarded = (options.protectedFolders ?? []).map(realOrSelf);
  const inside = (path: string, folder: string) => isInside(path, folder, foldCase);
  const lent = options.lent ?? (() => []);
  let lately: { folders: readonly string[]; start: string } = { folders: [], start: '' };
  const isInLent = (real: string): boolean => {
    const folders = lent();
    // They mostly lie in one place, and a search asks about thousands of files that lie in another.
    if (folders !== lately.folders) lately = { folders, start: foldCase ? '' : commonStart(folders) };
    return real.startsWith(lately.start) && folders.some((folder) => inside(real, folder));
  };
  const rootInOwn = inside(realRoot, own) && !inside(own, realRoot);

  const placeOf = (lexical: string, real: string, access: 'read' | 'write'): PathFact['place'] => {
    const isLent = isInLent(real);
    if (isLent && !(access === 'write' && inside(real, realRoot))) return access === 'write' ? 'own' : isSecretPath(real, home) ? 'secret' : 'workspace';
    const isOwn = inside(real, own) && !(rootInOwn && inside(real, realRoot));
    if (isOwn) return access === 'read' && inside(real, readable) ? 'workspace' : 'own';
    if (access === 'write' && guarded.some((folder) => inside(real, folder))) return 'own';
    if (isSecretPath(real, home) || (lexical !== real && isSecretPath(lexical, home))) return 'secret';
    return inside(real, realRoot) ? 'workspace' : 'outside';
  };

  return {
    root: realRoot,
    placeOf: (real) => placeOf(real, real, 'read'),
    guard: { home, own, readable, code: guarded, lent },
    async resolve(input, access) {
      const lexical = absolute(input, realRoot, home);
      const { real, exists } = realAtOnce(realRoot, lexical) ?? (await follow(lexical));
      return { input, real, access, place: placeOf(lexical, real, access), exists };
    },
  };
}

/** Whether `path` is `folder` or lies in it; both absolute and real. */
export function isInside(path: string, folder: string, foldCase = false): boolean {
  // A search asks this of thousands of files: nothing is made anew for the usual answer.
  if (!foldCase && !endsInSeparator(folder)) return path.startsWith(folder) && (path.length === folder.length || folder === '' || path.startsWith(sep, folder.length));
  const fold = (text: string) => (foldCase ? text.normalize('NFC').toLowerCase() : text);
  const base = fold(folder).replace(/[\\/]+$/, '');
  const target = fold(path);
  return target.startsWith(base) && (target.length === base.length || target.startsWith(sep, base.length) || base === '');
}

/** What all paths begin with, a separator at their end left out. */
function commonStart([first = '', ...rest]: readonly string[]): string {
  let length = endsInSeparator(first) ? first.length - 1 : first.length;
  for (const other of rest) while (!other.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

function endsInSeparator(path: string): boolean {
  return path.endsWith('/') || path.endsWith('\\');
}

function absolute(input: string, root: string, home: string): string {
  if (input === '') throw new ToolFault('INVALID_PARAM', 'The path is empty.', 'Give a path, or "." for the workspace.');
  if (input.includes('\0')) {
    throw new ToolFault('INVALID_PARAM', 'The path holds a NUL character.', 'Remove it; no file name can hold one.');
  }
  const expanded = input === '~' ? home : /^~[\\/]/.test(input) ? home + input.slice(1) : input;
  const path = isAbsolute(expanded) ? expanded : root + sep + expanded;
  if (Buffer.byteLength(path) > longestPath || path.split(/[\\/]/).some((name) => Buffer.byteLength(name) > longestName)) {
    throw new ToolFault('INVALID_PARAM', 'The path is longer than the system allows.', 'Use a path under 4096 bytes with names under 256.');
  }
  return path;
}

function realAtOnce(root: string, path: string): { real: string; exists: true } | null {
  try {
    return answersAtOnce(root, path) ? { real: realpathSync.native(path), exists: true } : null;
  } catch {
    return null;
  }
}

async function follow(path: string): Promise<{ real: string; exists: boolean }> {
  // The kernel's own answer in one step, where there is something; the walk below is for what is not there yet.
  const whole = await realpath(path).catch(() => null);
  if (whole !== null) return { real: trueCase(whole), exists: true };
  const start = parse(path).root;
  const split = (text: string) => text.split(sep === '\\' ? /[\\/]/ : '/').filter((part) => part !== '' && part !== '.');
  let pending = split(path.slice(start.length));
  let current = start;
  // Names at the end of `current` that are not there; `..` takes one back, and what follows may be a link again.
  let missing = 0;
  let links = 0;
  while (pending.length > 0) {
    const part = pending.shift() as string;
    if (part === '..') {
      current = parse(current).dir || start;
      missing = Math.max(0, missing - 1);
      continue;
    }
    const next = join(current, part);
    const target = missing === 0 ? await linkTarget(next) : 'missing';
    if (target === 'missing') missing++;
    if (target === null || target === 'missing') {
      current = next;
      continue;
    }
    if (++links > mostLinks) {
      throw new ToolFault('INVALID_PARAM', `Too many links in ${path}.`, 'The links point at each other in a circle; name the file itself.');
    }
    if (isAbsolute(target.to)) current = parse(target.to).root;
    pending = [...split(isAbsolute(target.to) ? target.to.slice(parse(target.to).root.length) : target.to), ...pending];
  }
  return { real: missing === 0 ? trueCase(current) : current, exists: missing === 0 };
}

async function linkTarget(path: string): Promise<{ to: string } | null | 'missing'> {
  try {
    const stats = await lstat(path);
    return stats.isSymbolicLink() ? { to: await readlink(path) } : null;
  } catch (error) {
    const code = systemCode(error);
    // A folder we may not enter hides its content, also whether it is there.
    return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' ? 'missing' : null;
  }
}

/** Short names and case variants are spelled as the disk has them, where the system has such things. */
function trueCase(path: string): string {
  if (process.platform !== 'win32' && process.platform !== 'darwin') return path;
  return realOrSelf(path);
}

function realOrSelf(path: string): string {
  let existing = path;
  const rest: string[] = [];
  while (!existsSync(existing) && parse(existing).dir !== existing) {
    rest.unshift(parse(existing).base);
    existing = parse(existing).dir;
  }
  return join(existsSync(existing) ? realpathSync.native(existing) : existing, ...rest);
}

function foldsCase(path: string): boolean {
  const swapped = path.replace(/\p{L}/gu, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
  if (swapped === path) return process.platform === 'win32' || process.platform === 'darwin';
  try {
    return statSync(swapped, { bigint: true }).ino === statSync(path, { bigint: true }).ino;
  } catch {
    return false;
  }
}
