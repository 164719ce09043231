/**
 * `npm run bench [-- WORD …]`: sets up and builds what is missing, measures, prints the table and writes
 * bench-output/results.json. Words choose groups or rows by a part of their name.
 *
 * The exit code is 1 only when a row could not be measured, or when no row has that name: a goal that is missed stands in
 * the table, because what a busy machine measures must not turn a build red.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { busyNote, judge, renderTable, toReport } from './bench/report.mjs';
import { inRoot } from './lib/paths.mjs';
import { makeOwnFolder } from './lib/own-folder.mjs';
import { onEnd } from './lib/on-end.mjs';
import { setUp } from './setup.mjs';

const RESULTS = inRoot('bench-output', 'results.json');

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function main(words) {
  await setUp({ log: console.error });
  await build({ only: ['main', 'host', 'skills'] });
  const folder = makeOwnFolder(tmpdir(), 'deskwright-bench');
  const remove = onEnd({
    gently: async () => rmSync(folder, { recursive: true, force: true }),
    atOnce: () => rmSync(folder, { recursive: true, force: true }),
  });
  const results = [];
  for (const { group, row } of (await allRows()).filter(({ group, row }) => isWanted(words, group, row.name))) {
    console.error(`… ${group}: ${row.name}`);
    results.push(await judge(group, row, { folder, log: console.error }));
  }
  await remove();
  if (results.length === 0) {
    console.error(`There is no row for ${words.join(' ')}.`);
    return 1;
  }
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(toReport(results), null, 2)}\n`);
  console.log(renderTable(results));
  const busy = busyNote();
  if (busy !== '') console.log(`\n${busy}`);
  console.log(`\nWritten to ${RESULTS}`);
  return results.some((result) => result.error !== undefined) ? 1 : 0;
}

/** Each file of bench/groups exports `rows`; its name is the group's. */
async function allRows() {
  const files = readdirSync(inRoot('scripts/bench/groups')).filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'));
  const groups = await Promise.all(
    files.sort().map(async (name) => {
      /** @type {{ rows: import('./bench/report.mjs').Row[] }} */
      const { rows } = await import(pathToFileURL(inRoot('scripts/bench/groups', name)).href);
      return rows.map((row) => ({ group: name.replace('.mjs', ''), row }));
    }),
  );
  return groups.flat();
}

/** @param {string[]} words @param {string} group @param {string} name */
function isWanted(words, group, name) {
  return words.length === 0 || words.some((word) => group === word || name.toLowerCase().includes(word.toLowerCase()));
}
