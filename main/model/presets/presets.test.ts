import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { normaliseBaseUrl } from '../base-url';
import { knownModel } from './known-models';
import { listModels } from './list-models';
import { presets } from './presets';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serving(status: number, body: unknown): Promise<string> {
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server!.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('the presets', () => {
  it('hold the providers and local servers, each once, with an address that stays as it is', () => {
    const all = presets('zh');
    expect(all.map(({ id }) => id)).toEqual(['openai', 'aihubmix', 'modelscope', 'zhipu', 'dashscope', 'deepseek', 'moonshot', 'siliconflow', 'ark', 'openrouter', 'ollama', 'lmstudio', 'llamacpp', 'vllm']);
    expect(all.map(({ url }) => normaliseBaseUrl(url))).toEqual(all.map(({ url }) => url));
    expect(all.filter(({ local }) => local).map(({ url }) => new URL(url).port)).toEqual(['11434', '1234', '8080', '8000']);
    expect(all.every(({ local, needs_key }) => local !== needs_key)).toBe(true);
  });
});

describe('what is known of a model', () => {
  it('is what its provider publishes, and only there', () => {
    expect(knownModel('https://api.openai.com/v1', 'gpt-4.1-mini')).toEqual({ contextWindow: 1_047_576, price: { input: 0.4, output: 1.6 } });
    expect(knownModel('https://api.openai.com/v1', 'gpt-4.1-2025-04-14').price).toEqual({ input: 2, output: 8 });
    expect(knownModel('https://elsewhere.example/v1', 'gpt-4.1')).toEqual({});
    expect(knownModel('https://api.openai.com/v1', 'gpt-5-pro')).toEqual({});
    expect(knownModel('http://localhost:1234/v1', 'anything')).toEqual({ price: { input: 0, output: 0 } });
  });
});

describe('a list of models', () => {
  it('takes windows and prices in the forms of OpenRouter, vLLM and LM Studio, and nothing invented', async () => {
    const url = await serving(200, {
      data: [
        { id: 'router', context_length: 131072, pricing: { prompt: '0.0000004', completion: '0.0000016' } },
        { id: 'vllm', max_model_len: 32768 },
        { id: 'studio', loaded_context_length: 8192, max_context_length: 131072 },
        { id: 'odd', pricing: { prompt: 'free' } },
        { name: 'no id' },
      ],
    });
    const { models, problem } = await listModels(url, '', 'en');
    expect(problem).toBe('');
    expect(models).toEqual([
      { id: 'router', context_window: 131072, price_input: 0.4, price_output: 1.6 },
      { id: 'vllm', context_window: 32768, price_input: 0, price_output: 0 },
      { id: 'studio', context_window: 8192, price_input: 0, price_output: 0 },
      { id: 'odd', context_window: null, price_input: 0, price_output: 0 },
    ]);
  });

  it.each([
    [200, { data: [] }, /lists no models/],
    [404, 'not found', /does not list its models/],
    [401, { error: { message: 'no key' } }, /refused the key/],
    [200, '<html>', /can’t be read/],
  ])('says why there is none: %i %j', async (status, body, words) => {
    const { models, problem } = await listModels(await serving(status, body), '', 'en');
    expect(models).toEqual([]);
    expect(problem).toMatch(words);
  });
});
