import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';

const FOLDER = inRoot('dist', '.stamps');

/** Files that every target depends on. */
const COMMON = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', ...filesUnder('scripts/build')];

/**
 * Whether a target's outputs are there and none of its inputs changed since `record`.
 * Inputs are compared by size and time, not content: a check costs a few milliseconds.
 * @param {string} target
 * @returns {boolean}
 */
export function isFresh(target) {
  try {
    const stamp = JSON.parse(readFileSync(join(FOLDER, `${target}.json`), 'utf8'));
    return stamp.outputs.length > 0 && stamp.outputs.every((/** @type {string} */ file) => existsSync(inRoot(file))) && stamp.print === print(stamp);
  } catch {
    return false;
  }
}

/**
 * Remembers what a target was built from.
 * @param {string} target
 * @param {{ inputs: string[], folders?: string[], outputs: string[] }} built paths from the root; `folders` are
 *   watched for new files too
 */
export function record(target, { inputs, folders = [], outputs }) {
  mkdirSync(FOLDER, { recursive: true });
  const stamp = { inputs, folders, outputs };
  writeFileSync(join(FOLDER, `${target}.json`), JSON.stringify({ ...stamp, print: print(stamp) }));
}

/** @param {{ inputs: string[], folders: string[] }} stamp @returns {string} */
function print({ inputs, folders }) {
  const hash = createHash('sha1');
  for (const file of [...new Set([...COMMON, ...inputs, ...folders.flatMap(filesUnder)])].sort()) {
    const { size, mtimeMs } = statSync(inRoot(file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** @param {string} folder from the root @returns {string[]} its files, tests left out, from the root */
function filesUnder(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(inRoot().length + 1));
}
