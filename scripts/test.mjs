/**
 * `npm test [-- typecheck|lint|unit|e2e|package [more arguments]]`: sets up what is missing and runs every check, or one
 * kind. The last line is "N passed, N failed", with ", N skipped" when there are any.
 */
import { NOTHING, lastLine, oneFailed, sum } from './test/counts.mjs';
import { endToEnd, lint, packaged, startClock, typecheck, unit } from './test/stages.mjs';
import { setUp } from './setup.mjs';

/** @type {Record<string, (words: string[]) => Promise<import('./test/counts.mjs').Counts>>} */
const PARTS = { typecheck, lint, unit, e2e: endToEnd, package: packaged };
/** What runs at the same time; one of these after the other. */
const TURNS = [['typecheck', 'lint'], ['unit'], ['e2e'], ['package']];

const [part, ...words] = process.argv.slice(2);
const started = Date.now();
const counts = await attempt('set-up', runAll);
if (counts.failures.length > 0) console.log(`\nFailed:\n${counts.failures.map((failure) => `  ✗ ${failure}`).join('\n')}`);
if (counts.unsteady.length > 0) console.log(`\nPassed only at the second try, which is a fault to be found:\n${counts.unsteady.map((test) => `  ~ ${test}`).join('\n')}`);
console.log(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s.`);
// A stage that threw may have left something running, which would keep this process alive.
process.stdout.write(`${lastLine(counts)}\n`, () => process.exit(counts.failed > 0 ? 1 : 0));

/** @returns {Promise<import('./test/counts.mjs').Counts>} */
async function runAll() {
  if (part !== undefined && !(part in PARTS)) return oneFailed(`There is no part ${part}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  await setUp({ system: ['electron', 'desktop', 'bed', 'programs', 'skills', 'monitors'], log: console.log });
  startClock();
  const all = [];
  for (const turn of TURNS) {
    const wanted = turn.filter((name) => part === undefined || part === name);
    all.push(...(await Promise.all(wanted.map((name) => attempt(name, () => PARTS[name]?.(words) ?? Promise.resolve(NOTHING))))));
  }
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
