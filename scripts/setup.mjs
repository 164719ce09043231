/**
 * Sets up what is missing. `node scripts/setup.mjs [GROUP …]` as a program (all groups without an argument).
 * Nothing missing: a fraction of a second.
 */
import { pathToFileURL } from 'node:url';
import { ensureModules } from './setup/modules.mjs';
import { GROUPS, checkSystem, ensureSystem, tryUseful } from './setup/system.mjs';

/** vite and eslint ask for it; Electron's installer needs require() of ES modules, which came with it. */
const OLDEST_NODE = [20, 19];

/**
 * @typedef {{ system?: import('./setup/system.mjs').Group[], log?: (line: string) => void }} SetUpOptions `system`: the
 *   groups of Debian packages that the caller needs
 */

/**
 * @param {SetUpOptions} [options]
 * @returns {Promise<void>}
 * @throws {Error} that says what is missing and the command that installs it
 */
export async function setUp(options) {
  const { modules, system } = await beginSetUp(options);
  await Promise.allSettled([modules, system]);
  await modules;
  await system;
}

/**
 * Sets up both kinds of packages at the same time; who needs only npm's can begin when those are there.
 * @param {SetUpOptions} [options]
 * @returns {Promise<{ modules: Promise<void>, system: Promise<void> }>} both reject as `setUp` does; wait for both
 *   before the process ends, as an installation should not be cut off
 * @throws {Error} at once, when something is missing that only a person can install
 */
export async function beginSetUp({ system = [], log = console.error } = {}) {
  checkNode(process.versions.node);
  await checkSystem(system);
  const modules = ensureModules(log).then(() => undefined);
  const packages = ensureSystem(system, log).then((missing) => {
    if (missing.length > 0) throw new Error(`These system packages could not be installed: ${missing.join(', ')}.`);
    return tryUseful(log);
  });
  for (const part of [modules, packages]) part.catch(() => undefined);
  return { modules, system: packages };
}

/** @param {string} version like 20.19.0 @throws {Error} when it is too old */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(`Deskwright needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${version}. Install it from nodejs.org and start again.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const groups = /** @type {import('./setup/system.mjs').Group[]} */ (process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GROUPS));
  try {
    const unknown = groups.filter((group) => !(group in GROUPS));
    if (unknown.length > 0) throw new Error(`There is no group ${unknown.join(', ')}. Groups: ${Object.keys(GROUPS).join(', ')}.`);
    await setUp({ system: groups });
    console.error('Everything is set up.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
