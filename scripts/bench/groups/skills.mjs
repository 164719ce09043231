import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inRoot } from '../../lib/paths.mjs';
import { runAgent } from '../agent-run.mjs';
import { loadBuilt } from '../built.mjs';
import { median } from '../samples.mjs';

const run = promisify(execFile);
const RUNS = 5;
const SKILLS = 200;
/** What was written less long ago is read anew at each look, because a change might not show in its times. Milliseconds. */
const SETTLED = 3_000;

/** @type {import('../report.mjs').Row[]} */
export const rows = [
  {
    name: 'a skill’s first result, from the model’s call to the next request',
    unit: 'ms',
    goal: { most: 300 },
    async measure(bench) {
      const firsts = [];
      const nexts = [];
      const starts = [];
      for (let index = 0; index < RUNS; index++) {
        const calls = ['0.1 + 0.2', '2 ^ 10', '7 / 2'].map((expression) => ({ name: 'Skill', arguments: { name: 'calculator', args: { expression } } }));
        const [workspace, dataFolder] = [mkdtempSync(join(bench.folder, 'workspace-')), mkdtempSync(join(bench.folder, 'data-'))];
        const { turns, results } = await runAgent({ workspace, dataFolder, calls });
        if (results.some(({ status }) => status !== 'success')) throw new Error(`the calculator answered ${JSON.stringify(results)}`);
        firsts.push(turns[0] ?? NaN);
        nexts.push(turns[1] ?? NaN);
        starts.push(await nodeStart());
      }
      return { value: median(firsts), note: `the next: ${median(nexts).toFixed(0)} ms; a Node that does nothing: ${median(starts).toFixed(0)} ms` };
    },
  },
  {
    name: `catalogue of ${SKILLS} skills from outside, first look of a new process`,
    unit: 'ms',
    goal: { most: 150 },
    async measure(bench) {
      const dataFolder = mkdtempSync(join(bench.folder, 'data-'));
      for (let index = 0; index < SKILLS; index++) writeSkill(join(dataFolder, 'skills', `skill-${index}`), index);
      await loadBuilt('main/skills/open-skills.ts');
      await sleep(SETTLED);
      const looks = [];
      for (let index = 0; index < RUNS; index++) looks.push(await lookIn(dataFolder));
      const later = median(looks.map(([, again]) => again));
      return { value: median(looks.map(([first]) => first)), note: `each later look: ${later.toFixed(1)} ms` };
    },
  },
];

/** @param {string} folder @param {number} index */
function writeSkill(folder, index) {
  mkdirSync(join(folder, 'references'), { recursive: true });
  writeFileSync(join(folder, 'SKILL.md'), `---\nname: skill-${index}\ndescription: Does thing ${index} with files of the workspace. Use it when somebody asks for thing ${index}.\nmetadata:\n  author: bench\n---\n\n${'A line of the manual that says what to do.\n'.repeat(80)}`);
  writeFileSync(join(folder, 'references', 'more.md'), 'More of it.\n'.repeat(100));
  if (index % 2) return;
  writeFileSync(join(folder, 'schema.json'), JSON.stringify({ type: 'object', properties: { file: { type: 'string', description: 'A file' } }, required: ['file'], 'x-deskwright': { effect: 'observe', paths: { file: 'read' } } }));
  writeFileSync(join(folder, 'run.py'), 'print("{}")\n');
}

/**
 * The first look and the mean of ten later ones in a process of its own, milliseconds.
 * @param {string} dataFolder @returns {Promise<[first: number, later: number]>}
 */
async function lookIn(dataFolder) {
  const script = `
    const { openSkills } = require(${JSON.stringify(inRoot('dist/bench/main-skills-open-skills.js'))});
    const skills = openSkills({ bundledFolder: ${JSON.stringify(inRoot('dist/skills'))}, dataFolder: ${JSON.stringify(dataFolder)}, environment: {}, language: () => 'en', fork: null, bootstrap: '' });
    const time = (work) => { const started = performance.now(); work(); return performance.now() - started; };
    const first = time(() => { if (skills.library.look(null).skills.length < ${SKILLS}) throw new Error('skills are missing'); });
    const later = time(() => { for (let look = 0; look < 10; look++) skills.library.look(null); }) / 10;
    console.log(JSON.stringify([first, later]));`;
  const { stdout } = await run(process.execPath, ['-e', script], { env: { ...process.env, HOME: dataFolder } });
  return JSON.parse(stdout);
}

/** @returns {Promise<number>} milliseconds */
async function nodeStart() {
  const started = performance.now();
  await run(process.execPath, ['-e', '0']);
  return performance.now() - started;
}
