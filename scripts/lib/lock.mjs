import { mkdirSync, openSync, readFileSync, closeSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock file without a readable owner is believed to be half written for this long (milliseconds). */
const HALF_WRITTEN = 5_000;

/**
 * Runs `work` while no other process on this machine holds the lock `file`.
 * A lock whose owner is no longer alive is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ timeout?: number, onWait?: (owner: number) => void }} [options] timeout in milliseconds (15 minutes)
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { timeout = 900_000, onWait } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const end = Date.now() + timeout;
  let told = false;
  while (!take(file)) {
    const owner = ownerOf(file);
    if (owner === 'gone') {
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() > end) throw new Error(`Process ${owner} has held ${file} for too long. If it hangs, end it and try again.`);
    if (!told && typeof owner === 'number') onWait?.(owner);
    told = true;
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file @returns {boolean} */
function take(file) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file @returns {number | 'gone' | 'unknown'} */
function ownerOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (!pid) return Date.now() - statSync(file).mtimeMs > HALF_WRITTEN ? 'gone' : 'unknown';
    try {
      process.kill(pid, 0);
      return pid;
    } catch (error) {
      return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM' ? pid : 'gone';
    }
  } catch {
    return 'unknown';
  }
}
