import { existsSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Script } from '../shell/script';
import type { IsolationCause, IsolationFact, ToolContext } from '../tool';
import type { PathFact } from '../workspace';
import { isInside } from '../workspace-resolve';
import { isSecretPath } from '../workspace-secrets';
import { secretsBelow, systemSecrets } from './hidden-places';
import { findIsolation, type Isolation } from './isolation';
import { needsOf, type Needs } from './needs';
import { privatePlaces, type PrivatePlaces } from './private-places';

/** One change to what a command sees of the disk, applied in order; `path` is real and absolute. */
export type Mount =
  | { kind: 'read' | 'write'; path: string; source: string }
  /** An empty folder that keeps nothing, or a file that can't be opened. */
  | { kind: 'hide'; path: string; isFolder: boolean };

/** Where a command runs: what it sees and changes of this machine. */
export interface Cage {
  isolation: Isolation;
  fact: IsolationFact;
  mounts: Mount[];
  /** Variables that differ from those of other commands; undefined for those it must not have. */
  variables: Record<string, string | undefined>;
}

/** What the cage will be like, found without effect: for the gate and the dialog. */
export async function describeCage(script: Script, paths: readonly PathFact[], root: string): Promise<IsolationFact> {
  const isolation = await findIsolation();
  return factOf(isolation, needsOf(script), paths, root);
}

/** Prepares the place that a command runs in. */
export async function prepareCage(script: Script, paths: readonly PathFact[], context: ToolContext): Promise<Cage> {
  const { workspace } = context;
  const isolation = await findIsolation();
  const needs = needsOf(script);
  const fact = factOf(isolation, needs, paths, workspace.root);
  if (fact.kind === 'none') return { isolation, fact, mounts: [], variables: {} };
  const places = privatePlaces(context);
  const mounts = await mountsOf(needs, paths, fact, places, context);
  const variables = {
    TMPDIR: '/tmp',
    npm_config_cache: join(homedir(), '.cache', 'npm'),
    // The way to sign with the person's keys, without the keys.
    ...(needs.keys.includes('.ssh') ? {} : { SSH_AUTH_SOCK: undefined }),
  };
  return { isolation, fact, mounts, variables };
}

function factOf(isolation: Isolation, needs: Needs, paths: readonly PathFact[], root: string): IsolationFact {
  const folders = changedOutside(paths);
  if (needs.system !== null) return openFact('system', needs.system);
  if (isolation.kind === 'none') return openFact(isolation.cause ?? 'refused', isolation.detail);
  if (folders.includes('/')) return openFact('top');
  return { kind: isolation.kind, network: needs.network.length > 0 || needs.looks, writable: [...new Set([root, ...folders])] };
}

const causes: Record<IsolationCause, (detail: string) => string> = {
  system: (detail) => `${detail} works on the system itself`,
  top: () => 'it changes the top of the disk',
  missing: () => 'bubblewrap is not installed',
  refused: (detail) => `this system refuses it (${detail})`,
  platform: (detail) => `it is not available on ${detail}`,
  off: () => 'it is turned off by DESKWRIGHT_ISOLATION',
};

function openFact(cause: IsolationCause, detail = ''): IsolationFact {
  return { kind: 'none', network: true, writable: [], reason: causes[cause](detail), cause, ...(detail === '' ? {} : { detail }) };
}

/** Folders outside the workspace that the command names as written, and was judged by. A new or exchanged file needs its folder. */
function changedOutside(paths: readonly PathFact[]): string[] {
  const named = paths.filter((path) => path.place === 'outside' && path.access === 'write' && !/^\/(dev|proc|sys)(\/|$)/.test(path.real));
  return [...new Set(named.map((path) => (isFolder(path.real) ? path.real : existingAbove(dirname(path.real)))))];
}

function existingAbove(folder: string): string {
  return isFolder(folder) || folder === dirname(folder) ? folder : existingAbove(dirname(folder));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Name services and programs that live in /run, which is otherwise hidden: there are the sockets of everything. */
const keptOfRun = ['/run/current-system', '/run/wrappers', '/run/opengl-driver'];
const nameServices = ['/run/systemd/resolve', '/run/nscd', '/run/resolvconf', '/run/NetworkManager/resolv.conf'];

async function mountsOf(needs: Needs, paths: readonly PathFact[], fact: IsolationFact, places: PrivatePlaces, { workspace }: ToolContext): Promise<Mount[]> {
  const { root, guard } = workspace;
  const mounts: Mount[] = [];
  const share = (kind: 'read' | 'write', path: string, source = path) => {
    if (existsSync(source)) mounts.push({ kind, path, source });
  };
  if (!needs.looks) {
    mounts.push({ kind: 'hide', path: '/run', isFolder: true });
    for (const path of [...keptOfRun, ...(fact.network ? nameServices : [])]) share('read', path);
  }
  for (const path of temporaryFolders()) share('write', path, places.temporary);
  const home = realOr(homedir());
  shareHome(home, root, places, needs, share);
  const covered = [...temporaryFolders(), join(home, '.cache')];
  const read = paths.filter((path) => path.place === 'outside' && path.exists && covered.some((folder) => isInside(path.real, folder))).map((path) => path.real);
  for (const path of read) share('read', path);
  const written = fact.writable.filter((path) => path !== root);
  for (const folder of written) share('write', folder);
  // Shared as a whole, a folder must not bring the ways to the desktop and to the keys with it.
  const named = [root, ...read, ...written];
  for (const folder of new Set([...read, ...written])) mounts.push(...socketsIn(folder).filter(({ path }) => !named.some((inner) => isInside(inner, path))));
  const hideOwn = () => {
    if (existsSync(guard.own)) mounts.push({ kind: 'hide', path: guard.own, isFolder: true });
    for (const folder of [guard.readable, ...guard.lent()]) share('read', folder);
  };
  if (isInside(root, guard.own)) hideOwn();
  share('write', root);
  if (!isInside(root, guard.own)) hideOwn();
  for (const folder of guard.code) if (fact.writable.some((writable) => isInside(folder, writable) || isInside(writable, folder)) && !isInside(root, folder)) share('read', folder);
  const keys = new Set(needs.keys.map((name) => realOr(join(home, name))));
  const hidden = mounts.flatMap((mount) => (mount.kind === 'hide' ? [mount.path] : []));
  for (const path of await hiddenPlaces(home, guard.home, root, fact.writable)) {
    const isHidden = keys.has(path) || !existsSync(path) || hidden.some((folder) => isInside(path, folder) && !isInside(root, folder));
    if (!isHidden) mounts.push({ kind: 'hide', path, isFolder: isFolder(path) });
  }
  for (const name of needs.caches) share('write', join(home, name));
  const agent = process.env['SSH_AUTH_SOCK'];
  if (agent && needs.keys.includes('.ssh')) share('read', agent);
  return mounts;
}

/** Sockets that lie in a folder, and folders in it that hold some: the ways to displays, agents and services. */
function socketsIn(folder: string): Mount[] {
  return entriesOf(folder)
    .filter((entry) => entry.isSocket() || (entry.isDirectory() && entriesOf(join(folder, entry.name)).some((inner) => inner.isSocket())))
    .map((entry) => ({ kind: 'hide', path: join(folder, entry.name), isFolder: entry.isDirectory() }));
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function temporaryFolders(): string[] {
  return [...new Set(['/tmp', '/var/tmp'].filter(isFolder).map(realOr))];
}

/** More entries than this in a home folder are not shared one by one. */
const mostEntries = 400;

/**
 * A home folder of the session's own, in which what the real one holds can be read: programs find
 * their settings and may write new ones, which nobody else sees.
 */
function shareHome(home: string, root: string, places: PrivatePlaces, needs: Needs, share: (kind: 'read' | 'write', path: string, source?: string) => void): void {
  if (home === '/' || !isFolder(home) || isInside(home, root)) return;
  if (entriesOf(home).length > mostEntries) return share('read', home);
  share('write', home, places.home);
  const shareEntries = (folder: string): void => {
    for (const { name } of entriesOf(join(home, folder))) {
      const relative = folder === '' ? name : `${folder}/${name}`;
      const path = join(home, relative);
      if (kept.includes(relative) || (isSecretPath(path, home) && !needs.keys.includes(relative))) continue;
      if (openFolders.includes(relative) && isFolder(path)) shareEntries(relative);
      else share('read', path, realOr(path));
    }
  };
  shareEntries('');
}

/** Folders of a home folder in which programs make folders of their own. */
const openFolders = ['.config', '.local', '.local/share', '.local/state'];
/** What a session keeps to itself: caches, because what is in them is also run, and profiles that are locked and written. */
const kept = ['.cache', '.config/libreoffice'];

const scanned = new Map<string, { at: number; found: Promise<string[]> }>();
/** Home folders change slowly; a scan of them counts this long, milliseconds. */
const scanLife = 60_000;

async function hiddenPlaces(home: string, guarded: string, root: string, writable: readonly string[]): Promise<string[]> {
  const homes = [...new Set([home, guarded, ...(process.getuid?.() === 0 ? ['/root', '/home'] : [])])].filter((path) => path !== '/' && isFolder(path));
  const lists = await Promise.all([
    ...homes.map((path) => scannedOnce(path, guarded)),
    ...writable.map((path) => secretsBelow(path, guarded, { most: 5000, deepest: path === root ? 40 : 3 })),
  ]);
  return [...new Set([...lists.flat(), ...systemSecrets])];
}

function scannedOnce(folder: string, home: string): Promise<string[]> {
  const known = scanned.get(folder);
  if (known && Date.now() - known.at < scanLife) return known.found;
  const found = secretsBelow(folder, home, { most: 4000, deepest: 4 });
  scanned.set(folder, { at: Date.now(), found });
  return found;
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
