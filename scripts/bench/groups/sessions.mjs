import { fsyncSync, openSync, closeSync, writeSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { loadBuilt } from '../built.mjs';
import { median } from '../samples.mjs';

const STEPS = 10_000;
const SESSIONS = 2_000;
const REPEATS = 7;

/** @type {import('../report.mjs').Row[]} */
export const rows = [
  {
    name: 'append a step to a session, secrets looked for, without fsync',
    unit: 'ms',
    goal: { most: 1 },
    measure: async (bench) => ({ value: await appended(bench.folder, false) }),
  },
  {
    name: 'append a step to a session / one fsync',
    unit: 'ms',
    measure: async (bench) => ({ value: await appended(bench.folder, true), reference: fsyncAlone(bench.folder) }),
  },
  {
    name: `open a session of ${STEPS} steps`,
    unit: 'ms',
    goal: { most: 300 },
    measure: async (bench) => {
      const { openSessionLog } = await loadBuilt('main/store/session-log.ts');
      const { messagesOf, restoreConversation } = await loadBuilt('main/agent/restore.ts');
      const folder = path.join(bench.folder, 'long');
      const log = openSessionLog(folder, 'long');
      for (let step = 0; step < STEPS; step++) for (const record of stepRecords(step)) log.append(record);
      log.close();
      let messages = 0;
      const value = median(
        times(() => {
          const again = openSessionLog(folder, 'long');
          messages = restoreConversation(messagesOf(again.records).messages, []).messages.length;
          again.close();
        }),
      );
      return { value, note: `${messages} messages` };
    },
  },
  {
    name: `list ${SESSIONS} sessions`,
    unit: 'ms',
    goal: { most: 100 },
    measure: async (bench) => ({ value: await listed(path.join(bench.folder, 'many')) }),
  },
  {
    name: `mask a text of 50 KB`,
    unit: 'ms',
    measure: async () => {
      const { createMask } = await loadBuilt('main/store/mask.ts');
      const mask = createMask([]);
      const text = Array.from({ length: 900 }, (_none, line) => `  const value${line} = readSettings("key-${line}", { id: ${line} });`).join('\n').slice(0, 50_000);
      return { value: median(times(() => mask(text))) };
    },
  },
];

/** One step as the loop keeps it: a turn with a call, and its result of 2 KB. @param {number} step */
function stepRecords(step) {
  const result = { status: 'success', data: { content: `line ${step}\n`.repeat(150) }, text: 'notes.txt, lines 1–150.', stats: { time_ms: 3 }, context: { cwd: '/w', params_input: { path: 'notes.txt' } } };
  return [
    { type: 'message', role: 'assistant', text: `I read part ${step}.`, calls: [{ id: `c${step}`, name: 'Read', arguments: '{"path":"notes.txt"}' }] },
    { type: 'message', role: 'tool', callId: `c${step}`, name: 'Read', text: JSON.stringify(result) },
  ];
}

/** @param {string} folder @param {boolean} synced */
async function appended(folder, synced) {
  const { openSessionLog } = await loadBuilt('main/store/session-log.ts');
  const { createVault } = await loadBuilt('main/store/privacy/vault.ts');
  const vault = createVault({ known: [], patterns: [] });
  const log = openSessionLog(path.join(folder, `append-${synced}`), 'a');
  const measured = [];
  for (let step = 0; step < 200; step++) {
    const records = stepRecords(step);
    const started = performance.now();
    for (const record of records) log.append(vault.concealDeep(record));
    if (synced) log.sync();
    measured.push(performance.now() - started);
  }
  log.close();
  return median(measured);
}

/** @param {string} folder */
function fsyncAlone(folder) {
  const handle = openSync(path.join(folder, 'fsync'), 'a');
  const measured = Array.from({ length: 200 }, () => {
    const started = performance.now();
    writeSync(handle, 'x'.repeat(2_000));
    fsyncSync(handle);
    return performance.now() - started;
  });
  closeSync(handle);
  return median(measured);
}

/** @param {string} folder */
async function listed(folder) {
  const { openSessionLog } = await loadBuilt('main/store/session-log.ts');
  const { listSessions } = await loadBuilt('main/store/sessions/catalogue.ts');
  mkdirSync(folder, { recursive: true });
  for (let session = 0; session < SESSIONS; session++) {
    const log = openSessionLog(folder, `s${session}`);
    log.append({ type: 'message', role: 'user', text: `Task ${session}` });
    for (const record of [0, 1, 2].flatMap(stepRecords)) log.append(record);
    log.close();
  }
  listSessions(folder);
  return median(times(() => listSessions(folder)));
}

/** @param {() => void} work */
function times(work) {
  return Array.from({ length: REPEATS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
}
