import { accessSync, constants, mkdirSync } from 'node:fs';

/**
 * A folder that can be written: a home may be read-only, or somebody else's.
 * @param {string} wanted made where it is not there
 * @param {string} instead made when that one can't be used
 * @returns {string} one of both
 */
export function usableFolder(wanted, instead) {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o755 });
    accessSync(wanted, constants.W_OK | constants.X_OK);
    return wanted;
  } catch {
    mkdirSync(instead, { recursive: true, mode: 0o755 });
    return instead;
  }
}
