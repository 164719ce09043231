import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type Script } from '../../e2e/fixtures/model-server';
import type { RunEvent } from '../../preload/contract/run-event';
import { fixedAsker } from '../approval/fixed-asker';
import { createClient } from '../model/client';
import { coreTools } from '../tools/core-tools';
import type { Limits } from './budget';
import { openSession } from './session';

let server: ModelServer | undefined;
let root = '';
afterEach(async () => {
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

/** A run with the real loop and client, and these limits. */
async function perform(script: Script, maxSteps: number, limits: Omit<Limits, 'steps'> = {}) {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'budget-')));
  for (let file = 0; file < 20; file++) writeFileSync(path.join(root, `${file}.txt`), `${file}\n`);
  server = await startModelServer(script);
  const events: RunEvent[] = [];
  const session = await openSession({
    id: 'test',
    dataFolder: path.join(root, '.data'),
    workspace: root,
    ownFolders: [],
    tools: coreTools,
    desktop: false,
    mode: () => 'balanced',
    language: () => 'en',
    asker: fixedAsker('none'),
    ask: () => Promise.resolve(null),
    secrets: () => [],
  });
  const model = createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en', price: { input: 1_000, output: 1_000 } });
  const result = await session.run('Read them all.', { model, maxSteps, limits, signal: new AbortController().signal, emit: (event) => events.push(event) });
  session.dispose();
  expect(server.refusals).toEqual([]);
  return { result, events, requests: server.requests, codes: events.flatMap((event) => (event.type === 'notice' ? [event.code] : [])) };
}

const reading: Script = (_request, turn) => ({ calls: [{ name: 'Read', arguments: { path: `${turn % 20}.txt` } }] });

it('tells the model to wrap up before its last turn, and ends honestly when it goes on', async () => {
  const run = await perform(reading, 6);
  expect(run.result).toMatchObject({ status: 'limit', text: expect.stringContaining('6 steps') as string });
  expect(run.requests).toHaveLength(6);
  const told = run.requests.map((request) => JSON.stringify(request.messages).includes('is near its limit'));
  expect(told).toEqual([false, false, false, false, false, true]);
  expect(run.codes).toEqual(['BUDGET_NEAR']);
});

it('ends as completed when the model wraps up in time', async () => {
  const run = await perform((request, turn) => (JSON.stringify(request.messages).includes('is near its limit') ? { text: 'Five are read, one is not.' } : { calls: [{ name: 'Read', arguments: { path: `${turn}.txt` } }] }), 6);
  expect(run.result).toEqual({ status: 'completed', text: 'Five are read, one is not.' });
});

it('ends at the limit of tokens, and of cost, whichever is reached first', async () => {
  const tokens = await perform(reading, 15, { tokens: 8_000 });
  expect(tokens.result).toMatchObject({ status: 'limit', text: expect.stringContaining('8000 tokens') as string });
  const used = tokens.events.reduce((sum, event) => (event.type === 'usage' ? sum + event.input_tokens + event.output_tokens : sum), 0);
  expect(used).toBeGreaterThanOrEqual(8_000);
  await server!.close();
  const cost = await perform(reading, 15, { tokens: 1_000_000, cost: 2 });
  expect(cost.result).toMatchObject({ status: 'limit', text: expect.stringContaining('US$ 2') as string });
  const dollars = cost.events.reduce((sum, event) => (event.type === 'usage' ? sum + (event.cost_usd ?? 0) : sum), 0);
  expect(dollars).toBeGreaterThanOrEqual(2);
});
