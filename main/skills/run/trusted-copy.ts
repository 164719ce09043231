import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Skill } from '../skill';
import { hashFolder } from '../trust/folder-hash';

/** A copy that was not run for this long is not kept, milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

/**
 * The copy of a skill's folder that is run, with exactly the contents that were trusted: what changes
 * in the folder between the look and the start is never run. Throws what the file system throws.
 */
export function trustedCopy(skill: Skill, dataFolder: string): string {
  const copies = path.join(dataFolder, 'skill-copies');
  const copy = path.join(copies, skill.hash);
  if (isExact(copy, skill.hash)) {
    utimesSync(copy, new Date(), new Date());
    return copy;
  }
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copies, { recursive: true, mode: 0o700 });
  const half = path.join(copies, `${skill.hash}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    cpSync(skill.folder, half, { recursive: true, verbatimSymlinks: true });
    // The folder's own mode is no part of what is trusted.
    chmodSync(half, 0o700);
    if (!isExact(half, skill.hash)) throw new Error('its folder changed while it was copied');
    renameSync(half, copy);
    removeOld(copies);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!isExact(copy, skill.hash)) throw error;
  }
  return copy;
}

function isExact(folder: string, hash: string): boolean {
  try {
    return existsSync(folder) && hashFolder(folder) === hash;
  } catch {
    return false;
  }
}

function removeOld(copies: string): void {
  for (const name of readdirSync(copies)) {
    const stats = statSync(path.join(copies, name), { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > keptFor) rmSync(path.join(copies, name), { recursive: true, force: true });
  }
}
