import { existsSync, readFileSync } from 'node:fs';
import { withLock } from '../lib/lock.mjs';
import { inRoot } from '../lib/paths.mjs';
import { must, npmCommand } from '../lib/process.mjs';

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
    const [npm, words] = npmCommand();
    await must('Installing the npm packages', npm, [...words, 'ci', '--no-audit', '--no-fund'], { cwd: inRoot() });
    return true;
  });
}

const isComplete = () =>
  missingModules(read('package-lock.json') ?? { packages: {} }, read('node_modules/.package-lock.json')).length === 0;

/** @param {string} file @returns {Lock | null} */
function read(file) {
  return existsSync(inRoot(file)) ? JSON.parse(readFileSync(inRoot(file), 'utf8')) : null;
}
