import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runAgent } from '../agent-run.mjs';
import { median } from '../samples.mjs';
import { RARE_WORD, madeLog, madeTree } from '../tree.mjs';
import { ripgrep } from '../ripgrep.mjs';

/** The first searches warm the disk's cache up. */
const WARM_UPS = 2;
const READS = 50;

/** @type {import('../report.mjs').Row[]} */
export const rows = [
  search('Grep, a rare word in 100,000 files / ripgrep', { name: 'Grep', arguments: { pattern: RARE_WORD } }, ['--line-number', '--ignore-case', '--hidden', '--glob', '!.git', '-e', RARE_WORD, './']),
  search('Grep, a word that nobody wrote / ripgrep', { name: 'Grep', arguments: { pattern: 'nowhere_to_be_found' } }, ['--line-number', '--ignore-case', '--hidden', '--glob', '!.git', '-e', 'nowhere_to_be_found', './']),
  search('Glob, 100 of 100,000 files / ripgrep', { name: 'Glob', arguments: { pattern: '*005.md' } }, ['--files', '--hidden', '--glob', '!.git', '--glob', '*005.md']),
  search('Glob, 10,000 of 100,000 files / ripgrep, in no order', { name: 'Glob', arguments: { pattern: '**/*.md' } }, ['--files', '--hidden', '--glob', '!.git', '--glob', '**/*.md']),
  // What the tool answers: the newest first. ripgrep sorts with one thread.
  search('Glob, 10,000 of 100,000 files / ripgrep, newest first', { name: 'Glob', arguments: { pattern: '**/*.md' } }, ['--files', '--sortr', 'modified', '--hidden', '--glob', '!.git', '--glob', '**/*.md']),
  {
    name: 'Read, first page of 100 MB, in a running session',
    unit: 'ms',
    goal: { most: 50 },
    async measure(bench) {
      const firsts = [];
      const fresh = [];
      for (let run = 0; run < 5; run++) {
        const { workspace, dataFolder } = places(bench);
        const path = madeLog(workspace);
        const big = { name: 'Read', arguments: { path } };
        // Other files first: a process that has just begun is slow at whatever it does. The large one is new to it.
        const { turns } = await runAgent({ workspace, dataFolder, calls: [...reads(workspace).slice(0, 8), big] });
        firsts.push(turns.at(-1) ?? NaN);
        fresh.push((await runAgent({ workspace, dataFolder: join(dataFolder, 'other'), calls: [big] })).turns[0] ?? NaN);
      }
      return { value: median(firsts), note: `as the first call of a new process: ${median(fresh).toFixed(1)} ms` };
    },
  },
  {
    name: `harness overhead per turn, ${READS} reads`,
    unit: 'ms',
    goal: { most: 6 },
    async measure(bench) {
      const { workspace, dataFolder } = places(bench);
      const calls = reads(workspace);
      const medians = [];
      const exchanges = [];
      for (let run = 0; run < 3; run++) {
        const { turns, sizes } = await runAgent({ workspace, dataFolder, calls });
        medians.push(median(turns));
        exchanges.push(median((await runAgent({ workspace, dataFolder, calls, exchange: sizes })).turns));
      }
      return { value: median(medians), note: `of these ${median(exchanges).toFixed(1)} ms pass with a client that only exchanges the same bodies` };
    },
  },
  {
    name: 'first request with the core tools',
    unit: 'kB',
    goal: { most: 12 },
    async measure(bench) {
      return { value: (await runAgent({ ...places(bench), calls: [] })).firstRequest / 1000 };
    },
  },
  {
    name: 'start of the command line to its first request',
    unit: 'ms',
    async measure(bench) {
      const starts = [];
      for (let run = 0; run < 5; run++) starts.push((await runAgent({ ...places(bench), calls: [] })).start);
      return { value: median(starts) };
    },
  },
  {
    name: `peak memory, ${READS} reads and a search of 100,000 files`,
    unit: 'MiB',
    async measure(bench) {
      const { dataFolder } = places(bench);
      const workspace = madeTree(bench.log);
      const files = Array.from({ length: READS }, (_, index) => ({ name: 'Read', arguments: { path: `area-0/part-0/unit-0/file-${index}.${['ts', 'ts', 'ts', 'js', 'json', 'md', 'py', 'css', 'txt', 'html'][index % 10]}` } }));
      const { peak } = await runAgent({ workspace, dataFolder, calls: [...files, { name: 'Grep', arguments: { pattern: RARE_WORD } }, { name: 'Glob', arguments: { pattern: '**/*.md' } }] });
      if (peak === null) throw new Error('this system does not tell the largest memory of a process');
      return { value: peak };
    },
  },
];

/**
 * @param {import('../report.mjs').Bench} bench
 * @returns {{ workspace: string, dataFolder: string }} new ones
 */
function places(bench) {
  const folder = mkdtempSync(join(bench.folder, 'run-'));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  return { workspace, dataFolder: join(folder, 'data') };
}

/** @param {string} workspace @returns {import('../agent-run.mjs').Call[]} reads of different files, 100 lines each */
function reads(workspace) {
  return Array.from({ length: READS }, (_, index) => {
    writeFileSync(join(workspace, `note-${index}.txt`), Array.from({ length: 100 }, (_unused, line) => `line ${line} of note ${index}, café 合计\n`).join(''));
    return { name: 'Read', arguments: { path: `note-${index}.txt` } };
  });
}

/**
 * The same call so many times, each written in its own way: the very same one three times is taken for a loop.
 * @param {import('../agent-run.mjs').Call} call @param {number} times @returns {import('../agent-run.mjs').Call[]}
 */
function again({ name, arguments: values }, times) {
  const { path = '' } = /** @type {{ path?: string }} */ (values);
  return Array.from({ length: times }, (_, index) => ({ name, arguments: { ...values, path: `${'./'.repeat(index + 1)}${path}` } }));
}

/**
 * The tool in a session, from the model's answer to the next request, against the plain program on the same tree.
 * @param {string} name @param {import('../agent-run.mjs').Call} call @param {string[]} words for ripgrep
 * @returns {import('../report.mjs').Row}
 */
function search(name, call, words) {
  return {
    name,
    unit: 'ms',
    goal: { most: 1.3, of: 'ratio' },
    async measure(bench) {
      const workspace = madeTree(bench.log);
      const { dataFolder } = places(bench);
      const plain = [];
      for (let run = 0; run < WARM_UPS; run++) await ripgrepTime(workspace, words);
      /** @type {number[]} */
      const turns = [];
      // In turns of one session each, so that a slow moment of the machine hits both.
      for (let part = 0; part < 3; part++) {
        for (let run = 0; run < 3; run++) plain.push(await ripgrepTime(workspace, words));
        turns.push(...(await runAgent({ workspace, dataFolder, calls: again(call, 4) })).turns.slice(1));
      }
      return { value: median(turns), reference: median(plain) };
    },
  };
}

/** @param {string} folder @param {string[]} words @returns {Promise<number>} milliseconds, its output read to the end */
function ripgrepTime(folder, words) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(ripgrep(), ['--no-config', ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', () => resolve(performance.now() - started));
  });
}
