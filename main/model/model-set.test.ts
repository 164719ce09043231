import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type Script } from '../../e2e/fixtures/model-server';
import type { SettingsPatch } from '../../preload/contract/settings';
import { notesInMemory } from '../store/model-notes';
import { createSettings } from '../store/settings';
import { createModelSet, UnknownDialectError } from './model-set';

let folder: string;
const servers: ModelServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'model-set-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(script: Script, models: string[]): Promise<ModelServer> {
  const server = await startModelServer(script, { models });
  servers.push(server);
  return server;
}

function modelSet(patch: SettingsPatch, dialect = '', ask: (question: string) => Promise<string | null> = () => Promise.resolve(null)) {
  const settings = createSettings(folder, {}, { workingFolder: folder });
  settings.save(patch);
  return createModelSet({ access: settings.model()!, settings, language: 'en', notes: notesInMemory(), desktop: false, dialect, ask });
}

const hooks = { signal: new AbortController().signal, onDelta: () => undefined, onNotice: () => undefined };
const picture = { mime: 'image/png' as const, bytes: Uint8Array.of(1) };

describe('the configured models', () => {
  it('know what is published of them, and what the person entered instead', () => {
    const openai = { base_url: 'https://api.openai.com/v1', api_key: 'k', model: 'gpt-4.1' };
    expect(modelSet(openai)).toMatchObject({ name: 'gpt-4.1', contextWindow: 1_047_576, price: { input: 2, output: 8 } });
    expect(modelSet({ ...openai, context_window: 50_000, price_output: 9 })).toMatchObject({ contextWindow: 50_000, price: { input: 2, output: 9 } });
    const unknown = modelSet({ base_url: 'https://unknown.example/v1', api_key: 'k', model: 'm', context_window: null, price_output: null });
    expect(unknown.contextWindow).toBeUndefined();
    expect(unknown.price).toBeUndefined();
  });

  it('are each asked for their own work, at their own address', async () => {
    const main = await serve([{ text: 'by words' }], ['main', 'small']);
    const eyes = await serve([{ text: 'a cat' }], ['eyes']);
    const set = modelSet({ base_url: main.url, model: 'main', fast_model: 'small', vision_model: 'eyes', vision_base_url: eyes.url });
    expect((await set.turn({ messages: [{ role: 'user', text: 'look', images: [picture] }], tools: [] }, hooks)).text).toBe('a cat');
    expect((await set.turn({ messages: [{ role: 'user', text: 'think' }], tools: [] }, hooks)).text).toBe('by words');
    await set.fast!.turn({ messages: [{ role: 'user', text: 'a title' }], tools: [] }, hooks);
    expect(main.requests.map(({ model }) => model)).toEqual(['main', 'small']);
    expect(eyes.requests.map(({ model }) => model)).toEqual(['eyes']);
  });

  it('hand a task to the planner when nothing answers and the person agrees', async () => {
    const asked: string[] = [];
    const set = modelSet({ base_url: 'http://127.0.0.1:9/v1', model: 'm' }, '', (question) => (asked.push(question), Promise.resolve('yes')));
    expect((await set.turn({ messages: [{ role: 'user', text: 'What is 1 + 1?' }], tools: [] }, hooks)).text).toBe('1 + 1 = 2');
    expect(asked[0]).toContain('Nothing answers at http://127.0.0.1:9/v1');
  });

  it('are refused with a dialect that does not exist', () => {
    expect(() => modelSet({ base_url: 'http://127.0.0.1:9/v1', model: 'm' }, 'klingon')).toThrow(UnknownDialectError);
  });
});
