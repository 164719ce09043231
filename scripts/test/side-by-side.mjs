import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';

/**
 * What a test file says when it touches more than the modules it imports: programs, files, servers, time, the
 * environment, a page, a language, other modules put in place of the real ones.
 */
const TOUCHES =
  /child_process|worker_threads|node:(?:http|net)\b|process\.|mkdtemp|start[A-Z]\w+\(|launchBed|openTestSkill|happy-dom|Date\.now|setTimeout|globalThis|\bvi\.(?!waitFor\b)/;

/** Where unit tests are: the folders of the root, and how such a file is named. */
const FOLDERS = ['arithmetic', 'main', 'preload', 'renderer', 'scripts', 'skills'];
const NAME = /\.test\.(?:tsx?|mjs)$/;

/** @param {string} text of a test file @returns {boolean} whether nothing of it can be left for the next one */
export const isPure = (text) => !TOUCHES.test(text);

/**
 * The test files that can share a process, and the modules they import: starting one and loading those takes longer
 * than most of them.
 * @returns {string[]} paths from the root
 */
export function pureTests() {
  return FOLDERS.flatMap(filesIn)
    .filter((file) => NAME.test(file) && isPure(readFileSync(inRoot(file), 'utf8')))
    .sort();
}

/** @param {string} folder from the root @returns {string[]} */
function filesIn(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path);
    return [path];
  });
}
