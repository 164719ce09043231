import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../lib/lock.mjs';
import { inRoot } from '../lib/paths.mjs';
import { must, npmCommand } from '../lib/process.mjs';
import { usableFolder } from '../lib/usable-folder.mjs';

/** How often the registry is asked for what could not be had, beside npm's own tries of each package. */
const TRIES = 3;
/** How npm says that the network failed, rather than anything that the next try will find again. */
const UNREACHABLE = /ECONNRESET|ECONNREFUSED|ECONNABORTED|EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET|EINTEGRITY|socket hang up|network|E50[0-4]|E429/i;

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Packages that the lock file names and that are missing or have another version.
 * @param {Lock} lock package-lock.json
 * @param {Lock | null} installed node_modules/.package-lock.json, which npm writes last; null when there is none
 * @returns {string[]} paths like node_modules/zod
 */
export function missingModules(lock, installed) {
  return Object.entries(lock.packages)
    .filter(([path, { version, optional }]) => {
      if (path === '') return false;
      const there = installed?.packages[path];
      // Optional ones are left out on machines that they are not made for.
      return there ? there.version !== version : !optional;
    })
    .map(([path]) => path);
}

/**
 * Installs exactly the locked packages when any is missing.
 * @param {(line: string) => void} log
 * @returns {Promise<boolean>} whether anything had to be done
 */
export async function ensureModules(log) {
  if (isComplete()) return false;
  return withLock(inRoot('dist', '.modules.lock'), async () => {
    if (isComplete()) return false;
    log('Installing the npm packages…');
    await installModules(log);
    return true;
  });
}

/**
 * @param {(line: string) => void} log
 * @param {{ attempt?: typeof must, pause?: number }} [options] `attempt`: what runs a program; `pause` before the
 *   registry is asked again, milliseconds
 * @returns {Promise<void>}
 * @throws {Error} with the end of what npm printed
 */
export async function installModules(log, { attempt = must, pause = 5_000 } = {}) {
  const [npm, words] = npmCommand();
  const wanted = process.env.npm_config_cache ?? join(homedir(), '.npm');
  const cache = usableFolder(wanted, inRoot('dist', '.npm-cache'));
  const all = [...words, 'ci', '--no-audit', '--no-fund', '--prefer-offline', ...(cache === wanted ? [] : ['--cache', cache])];
  for (let failures = 0; ; await sleep(pause)) {
    try {
      await attempt('Installing the npm packages', npm, all, { cwd: inRoot() });
      return;
    } catch (error) {
      if ((failures += 1) >= TRIES || !UNREACHABLE.test(error instanceof Error ? error.message : String(error))) throw error;
      log('The npm registry did not answer; trying again…');
    }
  }
}

const isComplete = () =>
  missingModules(read('package-lock.json') ?? { packages: {} }, read('node_modules/.package-lock.json')).length === 0;

/** @param {string} file @returns {Lock | null} */
function read(file) {
  return existsSync(inRoot(file)) ? JSON.parse(readFileSync(inRoot(file), 'utf8')) : null;
}
