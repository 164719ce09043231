import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, expect, it, vi } from 'vitest';
import { startModelServer, type ChatRequest, type ModelServer, type Reply, type Script } from '../../../e2e/fixtures/model-server';
import type { RunEvent } from '../../../preload/contract/run-event';
import { fixedAsker } from '../../approval/fixed-asker';
import { createClient } from '../../model/client';
import type { Model } from '../../model/model';
import { coreTools } from '../../tools/core-tools';
import { openSession } from '../session';

// Hundreds of real steps, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const WINDOW = 8_000;
const CONSTRAINT = 'Please don’t touch ledger.txt, whatever happens.';

interface Place {
  data: string;
  workspace: string;
}

function place(): Place {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'context-')));
  const workspace = path.join(root, 'work');
  mkdirSync(workspace);
  for (let index = 0; index < 40; index++) writeFileSync(path.join(workspace, `part-${index}.txt`), `part ${index}\n${`line of part ${index} with some words in it\n`.repeat(25)}`);
  return { data: path.join(root, 'data'), workspace };
}

async function run(script: Script, task: string, { data, workspace }: Place, wrap: (model: Model) => Model = (model) => model) {
  await server?.close();
  server = await startModelServer(script);
  const events: RunEvent[] = [];
  const session = await openSession({
    id: 'long',
    dataFolder: data,
    workspace,
    ownFolders: [],
    tools: coreTools,
    desktop: false,
    mode: () => 'balanced',
    language: () => 'en',
    asker: fixedAsker('none'),
    ask: () => Promise.resolve(null),
    secrets: () => [],
  });
  const model = wrap(createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' }));
  const result = await session.run(task, { model, maxSteps: 400, contextWindow: WINDOW, signal: new AbortController().signal, emit: (event) => events.push(event) });
  session.dispose();
  expect(server.refusals).toEqual([]);
  return { result, events, requests: server.requests };
}

/** What a model would count: all that was sent, by a real tokenizer. */
const sizeOf = (request: ChatRequest): number => countTokens(JSON.stringify(request.messages)) + countTokens(JSON.stringify(request.tools ?? []));
const textOf = (request: ChatRequest): string => JSON.stringify(request.messages);

/** Reads, lists, errors and edits in turn; the list of steps is written anew now and then. */
function steps(turn: number, all: number): Reply {
  if (turn === all) return { text: 'All parts are done.' };
  if (turn % 20 === 0) {
    const done = turn / 20;
    const todos = Array.from({ length: 11 }, (_, index) => ({ content: `stage ${index}`, status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending' }));
    return { calls: [{ name: 'TodoWrite', arguments: { summary: 'parts', todos } }] };
  }
  if (turn % 20 === 7) return { calls: [{ name: 'Read', arguments: { path: `missing-${turn}.txt` } }] };
  if (turn % 20 === 13) return { calls: [{ name: 'Read', arguments: { path: `part-${turn % 40}.txt` } }, { name: 'Grep', arguments: { pattern: `part ${turn % 40}\\b` } }] };
  return { text: `Step ${turn}: I look at the next part.`, calls: [{ name: 'Read', arguments: { path: `part-${turn % 40}.txt`, limit: 10 + turn } }] };
}

it('goes 80 steps in a window of 8,000 tokens', async () => {
  const { result, requests, events } = await run((_request, turn) => steps(turn, 80), `Read all parts in turn. ${CONSTRAINT}`, place());
  expect(result.status).toBe('completed');
  expect(requests).toHaveLength(81);
  for (const request of requests) {
    expect(sizeOf(request)).toBeLessThan(WINDOW);
    expect(textOf(request)).toContain(CONSTRAINT);
    expect(request.messages[0]).toEqual(requests[0]?.messages[0]);
  }
  const last = requests.at(-1)?.messages.at(-1);
  expect(last).toEqual({ role: 'user', content: expect.stringMatching(/^\[3\/11\] In progress: stage 3\. Pending: stage 4/) });
  // Every code that ever came is still told.
  expect(textOf(requests.at(-1) as ChatRequest)).toContain('NOT_FOUND 4');
  expect(events.filter((event) => event.type === 'notice' && event.code === 'CONTEXT_COMPACTED').length).toBeGreaterThan(2);
});

it('goes on in another process with the same context', async () => {
  const here = place();
  const before = await run((_request, turn) => steps(turn, 45), `Read all parts in turn. ${CONSTRAINT}`, here);
  const after = await run([{ text: 'Yes.' }], 'Is it done?', here);
  const sent = after.requests[0] as ChatRequest;
  const last = before.requests.at(-1) as ChatRequest;
  expect(sizeOf(sent)).toBeLessThan(WINDOW);
  expect(textOf(sent)).toContain(CONSTRAINT);
  expect(sent.messages.slice(0, 3)).toEqual(last.messages.slice(0, 3));
  expect(textOf(sent)).toContain('Is it done?');
});

it('cuts a result that is larger than the window, and names the file that holds it whole', async () => {
  const here = place();
  const whole = Array.from({ length: 700 }, (_, index) => `row ${index} ${'word '.repeat(8)}`).join('\n');
  writeFileSync(path.join(here.workspace, 'large.txt'), whole);
  const { requests } = await run([{ calls: [{ id: 'r', name: 'Read', arguments: { path: 'large.txt', limit: 2000 } }] }, { text: 'ok' }], 'Read large.txt', here);
  const answer = JSON.parse(String(requests[1]?.messages.find((message) => message.tool_call_id === 'r')?.content)) as { status: string; text: string; data: { whole_result: string } };
  expect(answer.status).toBe('partial');
  expect(answer.text).toContain(answer.data.whole_result);
  expect(readFileSync(answer.data.whole_result, 'utf8')).toContain('row 699 word');
  expect(sizeOf(requests[1] as ChatRequest)).toBeLessThan(WINDOW);
});

it('cuts a request that is larger than the window, and keeps all of it in a file', async () => {
  const here = place();
  const { requests } = await run([{ text: 'ok' }], `Begin here.\n${'Many words to read. '.repeat(4000)}\nEnd here.`, here);
  const words = String(requests[0]?.messages.at(-1)?.content);
  expect(words).toMatch(/^Begin here\.[\s\S]*End here\.\n\[Deskwright: /);
  expect(sizeOf(requests[0] as ChatRequest)).toBeLessThan(WINDOW);
  expect(readFileSync(/all of it is in (\S+\.txt)/.exec(words)?.[1] ?? '', 'utf8')).toHaveLength(80_022);
});

it('makes the context smaller when the server refuses it as too long, and goes on', async () => {
  const here = place();
  const script: Script = (request, turn) =>
    sizeOf(request) > 4_800 ? { status: 400, body: { error: { message: "This model's maximum context length is 5000 tokens.", code: 'context_length_exceeded' } } } : steps(turn, 40);
  const { result, events, requests } = await run(script, `Read all parts in turn. ${CONSTRAINT}`, here);
  expect(result.status).toBe('completed');
  expect(events.some((event) => event.type === 'notice' && event.code === 'CONTEXT_WINDOW_LEARNED')).toBe(true);
  expect(textOf(requests.at(-1) as ChatRequest)).toContain(CONSTRAINT);
});

it('lets the fast model write the summary, and doesn’t trust one that does not hold', async () => {
  const here = place();
  const good = ['Objectives & Status', 'Technical Context', 'Completed', 'In Progress', 'Key Decisions & Learnings', 'File System State'].map((heading) => `## ${heading}\n- by the fast model`).join('\n');
  let asked = 0;
  const fast: Model = {
    name: 'fast',
    turn: () => Promise.resolve({ text: ++asked % 2 ? good : 'Everything went well.', calls: [], finish: 'stop', usage: { inputTokens: 1, outputTokens: 1, estimated: false } }),
  };
  const { requests } = await run((_request, turn) => steps(turn, 60), 'Read all parts.', here, (model) => ({ ...model, name: model.name, turn: model.turn.bind(model), fast }));
  expect(asked).toBeGreaterThan(1);
  const text = requests.map(textOf).join('\n');
  expect(text).toContain('by the fast model');
  expect(text).not.toContain('Everything went well.');
  expect(requests.some((request) => textOf(request).includes('Read part-'))).toBe(true);
});
