/**
 * `npm test [-- typecheck|lint|unit|e2e|package [more arguments]]`: sets up what is missing and runs every check, or one
 * kind. The last line is "N passed, N failed", with ", N skipped" when there are any.
 */
import { NOTHING, lastLine, oneFailed, sum } from './test/counts.mjs';
import { endToEnd, lint, makeReady, packaged, startClock, typecheck, unit } from './test/stages.mjs';
import { beginSetUp } from './setup.mjs';

/** @type {Record<string, (words: string[]) => Promise<import('./test/counts.mjs').Counts>>} */
const PARTS = { typecheck, lint, unit, e2e: endToEnd, package: packaged };
/** What needs no more than npm's packages; it runs while the system's are installed. */
const FIRST = ['typecheck', 'lint'];
const SYSTEM = /** @type {const} */ (['electron', 'desktop', 'bed', 'programs', 'skills', 'monitors', 'qt']);

const [part, ...words] = process.argv.slice(2);
const started = Date.now();
const counts = await attempt('set-up', runAll);
if (counts.failures.length > 0) console.log(`\nFailed:\n${counts.failures.map((failure) => `  ✗ ${failure}`).join('\n')}`);
if (counts.unsteady.length > 0) console.log(`\nPassed only at the second try, which is a fault to be found:\n${counts.unsteady.map((test) => `  ~ ${test}`).join('\n')}`);
console.log(`\nAll of it took ${secondsSince(started)} s.`);
// A stage that threw may have left something running, which would keep this process alive.
process.stdout.write(`${lastLine(counts)}\n`, () => process.exit(counts.failed > 0 ? 1 : 0));

/** @param {number} time milliseconds @returns {number} */
function secondsSince(time) {
  return Math.round((Date.now() - time) / 1000);
}

/** @returns {Promise<import('./test/counts.mjs').Counts>} */
async function runAll() {
  if (part !== undefined && !(part in PARTS)) return oneFailed(`There is no part ${part}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  const { modules, system } = await beginSetUp({ system: [...SYSTEM], log: console.log });
  await modules.catch(() => system.catch(() => undefined));
  await modules;
  const isWanted = (/** @type {string} */ name) => part === undefined || part === name;
  const stage = async (/** @type {string} */ name) => {
    const since = Date.now();
    const counts = await attempt(name, () => PARTS[name]?.(words) ?? Promise.resolve(NOTHING));
    console.log(`${name}: ${secondsSince(since)} s`);
    return counts;
  };
  const all = await Promise.all([...FIRST.filter(isWanted).map(stage), ...(part === undefined ? [makeReady()] : [])]);
  await system;
  console.log(`Set up after ${secondsSince(started)} s.`);
  startClock();
  for (const name of Object.keys(PARTS).filter((each) => isWanted(each) && !FIRST.includes(each))) all.push(await stage(name));
  return sum([NOTHING, ...all]);
}

/**
 * A stage that throws has failed, and the others still run.
 * @param {string} name @param {() => Promise<import('./test/counts.mjs').Counts>} stage
 */
async function attempt(name, stage) {
  try {
    return await stage();
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    return oneFailed(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
