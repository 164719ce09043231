import { accessSync, chmodSync, chownSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { onEnd } from '../lib/on-end.mjs';
import { makeOwnFolder } from '../lib/own-folder.mjs';
import { inRoot } from '../lib/paths.mjs';
import { must, run } from '../lib/process.mjs';
import { canRead } from './user.mjs';

/** What running and testing the app needs of a checkout; all the rest stays where it is. */
const NEEDED = [
  'package.json', 'dist', 'node_modules', 'skills', 'e2e', 'preload', 'scripts', 'playwright.config.ts', 'tsconfig.base.json', 'tsconfig.json',
];

/**
 * @typedef {{ folder: string, executable: string, node: string, remove: () => Promise<void> }} Stage `folder`: the
 *   app's; `executable`: Electron; `node`: Node.js, all three within the user's reach
 */

/**
 * Makes the built app, Electron and Node.js reachable for a user. A checkout below a closed folder (root's home) is
 * copied, as hard links where that suffices.
 * @param {{ user: import('./user.mjs').User | null, executable: string }} options `executable`: Electron's
 * @returns {Promise<Stage>} the originals, when the user can read them or is null
 */
export async function stageApp({ user, executable }) {
  const original = { folder: inRoot(), executable, node: process.execPath, remove: async () => {} };
  if (!user) return original;
  const wanted = NEEDED.filter((name) => existsSync(inRoot(name)));
  const isOpen = wanted.every((name) => canRead(inRoot(name), user)) && canRead(inRoot(), user);
  const reachesElectron = canRead(executable, user);
  const reachesNode = canRead(process.execPath, user);
  if (isOpen && reachesElectron && reachesNode) return original;

  // Beside the caches rather than in /tmp, which is often another file system and can't hold hard links to this one.
  const parent = canUse('/var/cache') ? '/var/cache' : '/tmp';
  const stage = makeOwnFolder(parent, 'deskwright-stage');
  chmodSync(stage, 0o755);
  const remove = onEnd({
    gently: async () => rmSync(stage, { recursive: true, force: true }),
    atOnce: () => rmSync(stage, { recursive: true, force: true }),
  });
  const staged = { ...original, remove };
  if (!isOpen) {
    staged.folder = join(stage, 'app');
    mkdirSync(staged.folder, { mode: 0o755 });
    for (const name of wanted) await copy(inRoot(name), staged.folder);
    await open(staged.folder);
  }
  if (!reachesElectron) {
    await copy(dirname(executable), stage);
    await open(join(stage, basename(dirname(executable))));
    staged.executable = join(stage, basename(dirname(executable)), basename(executable));
  }
  if (!reachesNode) {
    staged.node = join(stage, 'node');
    copyFileSync(process.execPath, staged.node);
    chmodSync(staged.node, 0o755);
  }
  return staged;
}

/** @param {string} source @param {string} folder where a copy of the same name is made */
async function copy(source, folder) {
  if (readableModes(source) && (await run('cp', ['-al', source, folder])).code === 0) return;
  rmSync(join(folder, basename(source)), { recursive: true, force: true });
  await must('Copying the app to where its user can read it', 'cp', ['-a', source, folder]);
}

/**
 * Whether others may read the files as they are: a hard link has its original's mode. A strict umask shows in the
 * first files already.
 * @param {string} source
 * @returns {boolean}
 */
function readableModes(source) {
  const { mode } = statSync(source);
  if (!statSync(source).isDirectory()) return (mode & 0o004) !== 0;
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .every((entry) => (statSync(join(source, entry.name)).mode & 0o004) !== 0);
}

/** @param {string} path its files may be links to the originals, which stay as they are when they are readable */
const open = (path) => must('Opening the copy to its user', 'find', [path, '!', '-type', 'l', '!', '-perm', '-o=r', '-exec', 'chmod', 'go+rX', '{}', '+']);

/** @param {string} folder @returns {boolean} */
function canUse(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A folder that the user may write, for what a run leaves behind.
 * @param {string} folder @param {import('./user.mjs').User | null} user
 */
export function ownFolder(folder, user) {
  mkdirSync(folder, { recursive: true });
  if (user) chownSync(folder, user.uid, user.gid);
}
