import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startModelServer, type Script } from '../../e2e/fixtures/model-server';
import type { RunEvent } from '../../preload/contract/run-event';
import { fixedAsker } from '../approval/fixed-asker';
import { createClient } from '../model/client';
import { readSessionFile, sessionFile } from '../store/session-log';
import { readTrace } from '../store/trace';
import { coreTools } from '../tools/core-tools';
import { openSession } from './session';

let root = '';
let data = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'full-disk-')));
  data = path.join(root, '.data');
  writeFileSync(path.join(root, 'a.txt'), `${'word '.repeat(400)}\n`);
});
afterEach(() => {
  allow(null);
  rmSync(root, { recursive: true, force: true });
});

/** As on a full disk, no file of this process grows beyond that many bytes; null ends it. */
function allow(bytes: number | null): void {
  if (process.platform === 'linux') execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes ?? 'unlimited'}:`]);
}

async function run(task: string, script: Script): Promise<{ events: RunEvent[]; requests: string[]; refusals: string[] }> {
  const server = await startModelServer(script);
  const events: RunEvent[] = [];
  const session = await openSession({
    id: 'full', dataFolder: data, workspace: root, ownFolders: [], tools: coreTools, desktop: false,
    mode: () => 'balanced', language: () => 'en', asker: fixedAsker('none'), ask: () => Promise.resolve(null), secrets: () => [],
  });
  try {
    const model = createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' });
    await session.run(task, { model, maxSteps: 12, signal: new AbortController().signal, emit: (event) => events.push(event) });
    return { events, requests: server.requests.map((request) => JSON.stringify(request.messages)), refusals: server.refusals };
  } finally {
    session.dispose();
    await server.close();
  }
}

const full = (events: RunEvent[]): number => events.filter((event) => event.type === 'notice' && event.code === 'NOT_KEPT').length;
const log = (): string => sessionFile(data, 'full');
const read = (step: number): Awaited<ReturnType<Extract<Script, (...words: never[]) => unknown>>> => ({ text: `Step ${step}.`, calls: [{ name: 'Read', arguments: { path: 'a.txt', start_line: 1, limit: step + 1 } }] });

it.runIf(process.platform === 'linux')('a disk that is full while a run goes on is told once, the run goes on, and once there is room all of it is kept', async () => {
  const { events, refusals } = await run('Read it often.', (_request, turn) => {
    if (turn === 2) allow(statSync(log()).size + 20);
    if (turn === 5) allow(null);
    return turn < 7 ? read(turn) : { text: 'Read.' };
  });
  expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  expect(full(events)).toBe(1);
  expect(refusals).toEqual([]);
  const { records, unreadable } = readSessionFile(log());
  expect(unreadable).toBe(0);
  const said = records.filter(({ type, role }) => type === 'message' && role === 'assistant').map(({ text }) => text);
  expect(said).toEqual(['Step 0.', 'Step 1.', 'Step 2.', 'Step 3.', 'Step 4.', 'Step 5.', 'Step 6.', 'Read.']);
  expect(records.filter(({ role }) => role === 'tool')).toHaveLength(7);
  const trace = readTrace(path.join(data, 'traces', 'full', 'trace.jsonl'));
  expect(trace.filter(({ type }) => type === 'tool_result')).toHaveLength(7);
});

it.runIf(process.platform === 'linux')('a session that ends on a full disk opens again with all that found room, and goes on', async () => {
  const first = await run('Read it often.', (_request, turn) => {
    if (turn === 3) allow(statSync(log()).size + 20);
    return turn < 5 ? read(turn) : { text: 'Read.' };
  });
  allow(null);
  expect(full(first.events)).toBe(1);
  expect(readFileSync(log(), 'utf8').endsWith('\n')).toBe(true);
  const again = await run('And now?', [{ text: 'Here I am.' }]);
  expect(again.refusals).toEqual([]);
  expect(full(again.events)).toBe(0);
  expect(again.requests[0]).toContain('Step 2.');
  expect(again.requests[0]).not.toContain('Step 4.');
});
