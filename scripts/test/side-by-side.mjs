import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { LONGEST } from './longest-first.mjs';

/**
 * What a test file says when it leaves, or could find, something outside itself: programs, threads, the environment,
 * handlers of the process, a desktop, a page, a language, other modules or times put in place of the real ones. Files
 * in a folder of its own and a server on a port of its own are nobody else's.
 */
const TOUCHES =
  /child_process|worker_threads|\bprocess\.(?!platform\b|pid\b|getuid\b|execPath\b|arch\b|version)|startTestBed|startSession|startGroup|startOwner|startRun|startTranslation|launchBed|openTestSkill|happy-dom|globalThis|\bvi\.(?!waitFor\b|fn\b)/;

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
    .filter((file) => NAME.test(file) && !LONGEST.includes(file) && isPure(readFileSync(inRoot(file), 'utf8')))
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
