import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'playwright/test';
import type { RunEvent } from '../../../preload/contract/run-event';
import { startModelServer, type ChatRequest, type Reply, type Script } from '../../fixtures/model-server';

const WINDOW = 8_000;
const STEPS = 200;
const CONSTRAINT = 'Don’t touch ledger.txt, whatever you read.';
const CHINESE = '不要删除任何文件。';

interface Headless {
  code: number | null;
  events: RunEvent[];
  requests: ChatRequest[];
  refusals: string[];
  workspace: string;
}

/** The built command line in plain Node, in a window of 8,000 tokens. */
async function headless(script: Script, words: string[]): Promise<Headless> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'long-run-')));
  const workspace = path.join(root, 'work');
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'ledger.txt'), 'untouched');
  for (let index = 0; index < 40; index++) writeFileSync(path.join(workspace, `part-${index}.txt`), `part ${index}\n${`a line of part ${index} with some words in it\n`.repeat(20)}`);
  const server = await startModelServer(script);
  const { DISPLAY: _display, OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, MODEL_NAME: _name, ...environment } = process.env;
  const flags = ['--json', '--approve', 'all', '--workspace', workspace, '--data-dir', path.join(root, 'data'), '--base-url', server.url, '--model', 'scripted', '--context-window', String(WINDOW), '--max-steps', '300'];
  const child = spawn(process.execPath, [path.resolve('dist/main/cli.js'), ...flags, ...words], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.resume();
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  await server.close();
  return { code, events: output.split('\n').filter(Boolean).map((line) => JSON.parse(line) as RunEvent), requests: server.requests, refusals: server.refusals, workspace };
}

/** Reads, searches, failures, a try against the person's words, and the list of steps now and then. */
function step(turn: number): Reply {
  if (turn === STEPS) return { text: 'All parts are read.' };
  if (turn % 20 === 0) {
    const todos = Array.from({ length: 10 }, (_, index) => ({ content: `stage ${index}`, status: index < turn / 20 ? 'completed' : index === turn / 20 ? 'in_progress' : 'pending' }));
    return { calls: [{ name: 'TodoWrite', arguments: { summary: 'parts', todos } }] };
  }
  if (turn % 20 === 7) return { calls: [{ name: 'Read', arguments: { path: `missing-${turn}.txt` } }] };
  if (turn % 50 === 31) return { calls: [{ name: 'Read', arguments: { path: 'ledger.txt' } }, { name: 'Write', arguments: { path: 'ledger.txt', content: `turn ${turn}` } }] };
  if (turn % 20 === 13) return { calls: [{ name: 'Read', arguments: { path: `part-${turn % 40}.txt` } }, { name: 'Grep', arguments: { pattern: `part ${turn % 40} ` } }] };
  return { text: `Step ${turn}: I read the next part.`, calls: [{ name: 'Read', arguments: { path: `part-${turn % 40}.txt`, limit: 10 + turn } }] };
}

const sizeOf = (request: ChatRequest): number => countTokens(JSON.stringify(request.messages)) + countTokens(JSON.stringify(request.tools ?? []));

test('200 steps in a window of 8,000 tokens: nothing that binds is lost, no pair is parted, the list of steps stands last', async () => {
  test.setTimeout(600_000);
  const run = await headless((_request, turn) => step(turn), [`Read all parts in turn. ${CONSTRAINT} ${CHINESE}`]);
  expect(run.events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  // The strict server refuses a call without its result, and a result without its call.
  expect(run.refusals).toEqual([]);
  expect(run.requests).toHaveLength(STEPS + 1);
  for (const [turn, request] of run.requests.entries()) {
    const text = request.messages.map(({ content }) => String(content)).join('\n');
    expect(sizeOf(request), `request ${turn}`).toBeLessThan(WINDOW);
    expect(text).toContain(CONSTRAINT);
    expect(text).toContain(CHINESE);
    expect(request.messages[0]).toEqual(run.requests[0]?.messages[0]);
    if (turn > 0) expect(String(request.messages.at(-1)?.content)).toMatch(new RegExp(`^\\[${Math.floor((turn - 1) / 20)}/10\\] In progress: stage ${Math.floor((turn - 1) / 20)}\\.`));
  }
  expect(run.events.filter((event) => event.type === 'notice' && event.code === 'CONTEXT_COMPACTED').length).toBeGreaterThan(3);
  // Statuses and codes of all that was summarised are still told.
  expect(JSON.stringify(run.requests.at(-1)?.messages)).toContain('NOT_FOUND');
  expect(JSON.stringify(run.requests.at(-1)?.messages)).toContain('FORBIDDEN');
  expect(readFileSync(path.join(run.workspace, 'ledger.txt'), 'utf8')).toBe('untouched');
  rmSync(path.dirname(run.workspace), { recursive: true, force: true });
});

test('loops end within a few steps, with the reason', async () => {
  test.setTimeout(300_000);
  const read = (file: string): Reply => ({ calls: [{ name: 'Read', arguments: { path: file } }] });
  for (const [script, within] of [
    [[read('missing.txt')], 8],
    [(_request: ChatRequest, turn: number) => read(`part-${turn % 2}.txt`), 14],
    [(_request: ChatRequest, turn: number) => read(`part-${turn % 4}.txt`), 26],
    [(_request: ChatRequest, turn: number) => read(`missing-${turn}.txt`), 12],
  ] as [Script, number][]) {
    const run = await headless(script, ['Do it.']);
    expect(run.requests.length).toBeLessThanOrEqual(within);
    expect(run.code).toBe(3);
    const end = run.events.at(-1);
    expect(end).toMatchObject({ type: 'run_end', status: 'stopped' });
    expect(JSON.stringify(end)).toMatch(/part-|missing/);
    expect(run.requests.some((request) => JSON.stringify(request.messages).includes('[Deskwright] '))).toBe(true);
    rmSync(path.dirname(run.workspace), { recursive: true, force: true });
  }
});
