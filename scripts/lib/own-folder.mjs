import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A new folder named after this process, after removing those of processes that were killed before they could.
 * @param {string} parent
 * @param {string} kind like deskwright-bed
 * @returns {string}
 */
export function makeOwnFolder(parent, kind) {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(`${kind}-`) ? Number(name.slice(kind.length + 1).split('-')[0]) : 0;
    if (owner > 0 && isGone(owner)) removeIfOurs(join(parent, name));
  }
  return mkdtempSync(join(parent, `${kind}-${process.pid}-`));
}

/** @param {number} pid @returns {boolean} */
function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} folder of a dead process, perhaps another user's */
function removeIfOurs(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Its own user's next start removes it.
  }
}
