import { isUtf8 } from 'node:buffer';
import { access, lstat, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { gitlinksIn } from './repository-index';
import { settingsIn } from './repository-settings';

/** More repositories in one another are not looked into. */
const mostStores = 200;

/** What is found of the repositories around a folder and in them. */
export interface Stores {
  /** Folders in which they keep their settings and hooks; paths that only the system may put in order (`link/..`). */
  folders: Set<string>;
  /** What could not be followed, so that nothing is known of it. */
  unknown: Set<string>;
}

/**
 * Adds the repositories that git would work on from a folder: the one around it, wherever it keeps its settings, and those
 * that it looks into from there, because its index or its folder of modules names them.
 */
export async function collectStores(directory: string, found: Stores): Promise<void> {
  // git asks the system where it is; a link on the way there leads elsewhere than its name.
  for (let folder = await realpath(directory).catch(() => directory); ; folder = dirname(folder)) {
    const store = await storeAt(`${folder}/.git`, found);
    if (store !== null) await addStore(store, folder, found);
    // A folder that is made like one counts as one, to older versions of git whatever they are told.
    if (await isStore(folder)) return addStore(folder, folder, found);
    if ((store !== null && (await isStore(store))) || folder === dirname(folder)) return;
  }
}

/** @param tree where its files are */
async function addStore(store: string, tree: string, found: Stores): Promise<void> {
  if (found.folders.has(store)) return;
  if (found.folders.size >= mostStores) return void found.unknown.add(`> ${mostStores} .git`);
  found.folders.add(store);
  const common = await namedIn(`${store}/commondir`, store, found);
  if (common !== null) found.folders.add(common);
  for (const module of await modulesIn(`${common ?? store}/modules`)) await addStore(module, tree, found);
  const configs = await Promise.all([`${common ?? store}/config`, `${store}/config.worktree`].map((path) => readFile(path, 'latin1').catch(() => '')));
  const config = configs.join('\n');
  const elsewhere = settingsIn(config).flatMap(({ name, value }) => (name === 'core.worktree' && value !== null ? [from(store, value)] : []));
  const links = await gitlinksIn(store, /objectformat\s*=\s*"?sha256/i.test(config));
  if (links === null) found.unknown.add(`${store}/index`);
  for (const link of links ?? []) {
    for (const top of [tree, ...elsewhere]) {
      const inner = await storeAt(`${top}/${link}/.git`, found);
      if (inner !== null) await addStore(inner, `${top}/${link}`, found);
    }
  }
}

/** `.git` is a folder, or a file that names one. */
async function storeAt(path: string, found: Stores): Promise<string | null> {
  const kind = await stat(path).catch(() => null);
  if (kind?.isDirectory()) return path;
  return kind?.isFile() ? namedIn(path, dirname(path), found, 'gitdir: ') : null;
}

/** The folder that a file names, relative to another. */
async function namedIn(path: string, base: string, found: Stores, start = ''): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return null;
  if (!isUtf8(bytes)) found.unknown.add(path);
  const text = bytes.toString();
  return text.startsWith(start) ? from(base, text.slice(start.length).replace(/[\r\n]+$/, '')) : null;
}

/** Not put in order: where `link/..` leads only the system knows. */
const from = (base: string, path: string): string => (isAbsolute(path) ? path : `${base}/${path}`);

/** Whether git would take a folder for a repository's. */
async function isStore(folder: string): Promise<boolean> {
  const head = join(folder, 'HEAD');
  const text = (await lstat(head).catch(() => null))?.isSymbolicLink() ? `ref: ${await readlink(head)}` : await readFile(head, 'latin1').catch(() => '');
  if (!/^(ref:\s*refs\/|[0-9a-f]{40}([0-9a-f]{24})?\s*$)/.test(text)) return false;
  const isFolder = (path: string): Promise<boolean> => stat(path).then((kind) => kind.isDirectory(), () => false);
  return (await isThere(join(folder, 'commondir'))) || ((await isFolder(join(folder, 'objects'))) && isFolder(join(folder, 'refs')));
}

const isThere = (path: string): Promise<boolean> => access(path).then(() => true, () => false);

/** A submodule's name may hold slashes, and it may have submodules of its own. */
async function modulesIn(folder: string, found: string[] = []): Promise<string[]> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || found.length > mostStores) continue;
    const store = join(folder, entry.name);
    const isOne = await isThere(join(store, 'HEAD'));
    if (isOne) found.push(store);
    await modulesIn(isOne ? join(store, 'modules') : store, found);
  }
  return found;
}
