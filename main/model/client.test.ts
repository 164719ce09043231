import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type Reply } from '../../e2e/fixtures/model-server';
import { createClient } from './client';
import type { ModelError, Turn } from './model';
import { testConnection } from './test-connection';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const tools = [{ name: 'LS', description: 'lists', parameters: { type: 'object', properties: {} } }];

async function ask(script: readonly Reply[], extra: Partial<Parameters<typeof createClient>[0]> = {}, signal = new AbortController().signal) {
  server ??= await startModelServer(script, { apiKey: 'right' });
  const deltas: string[] = [];
  const notices: string[] = [];
  const client = createClient({ baseUrl: server.url, apiKey: 'right', model: 'scripted', language: 'en', retryWaits: [1, 1], ...extra });
  const run = client.turn(
    { messages: [{ role: 'user', text: 'hello' }], tools },
    { signal, onDelta: (text) => deltas.push(text), onNotice: (code) => notices.push(code) },
  );
  return { run, deltas, notices };
}

const errorOf = async (run: Promise<Turn>): Promise<ModelError> => run.then(() => Promise.reject(new Error('resolved')), (error: ModelError) => error);

describe('a model behind an OpenAI-compatible address', () => {
  it('streams text, calls and the server’s own usage', async () => {
    const { run, deltas } = await ask([{ text: 'I will look into the folder now.', calls: [{ name: 'LS', arguments: { path: 'a b' } }] }]);
    const turn = await run;
    expect(deltas.join('')).toBe('I will look into the folder now.');
    expect(deltas.length).toBeGreaterThan(1);
    expect(turn.calls).toEqual([{ id: 'call_0_0', name: 'LS', arguments: '{"path":"a b"}' }]);
    expect(turn.usage.estimated).toBe(false);
  });

  it('names a wrong key, a wrong model, and a server that is not there', async () => {
    expect((await errorOf((await ask([{}], { apiKey: 'wrong' })).run)).code).toBe('KEY');
    expect((await errorOf((await ask([{}], { model: 'other' })).run)).code).toBe('MODEL');
    // Our own server holds the port, so that nobody else can come to listen there.
    const nowhere = server!.url.replace('127.0.0.1', '127.0.0.77');
    const gone = await errorOf((await ask([{}], { baseUrl: nowhere })).run);
    expect(gone.code).toBe('UNREACHABLE');
    expect(gone.message).toContain(nowhere);
  });

  it('tries again after a passing failure, and says so', async () => {
    const { run, notices } = await ask([{ status: 500 }, { status: 429, headers: { 'retry-after': '0' } }, { text: 'here' }]);
    expect((await run).text).toBe('here');
    expect(notices).toEqual(['MODEL_RETRY', 'MODEL_RETRY']);
  });

  it('does not wait out a Retry-After of an hour', async () => {
    const error = await errorOf((await ask([{ status: 429, headers: { 'retry-after': '3600' } }])).run);
    expect(error.code).toBe('RATE_LIMIT');
  });

  it('gives up a stream that goes silent', async () => {
    expect((await errorOf((await ask([{ stall: true }], { patience: { pieceMs: 50 } })).run)).code).toBe('STALLED');
  });

  it('ends at once when the person stops, also in a silent stream', async () => {
    const stop = new AbortController();
    const { run } = await ask([{ stall: true }], {}, stop.signal);
    setTimeout(() => {
      stop.abort();
    }, 20);
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['a web page', 'text/html', '<html><h1>It works</h1></html>'],
    ['an error object with status 200', 'application/json', '{"error":{"message":"quota used up"}}'],
    ['no chunk at all', 'text/event-stream', 'data: [DONE]\n\n'],
  ])('tells the person when the answer is %s', async (_what, type, body) => {
    const odd = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    await new Promise<void>((resolve) => {
      odd.listen(0, '127.0.0.1', resolve);
    });
    const { run } = await ask([{}], { baseUrl: `http://127.0.0.1:${(odd.address() as AddressInfo).port}` });
    expect((await errorOf(run)).code).toMatch(/BAD_RESPONSE|REFUSED/);
    odd.close();
  });
});

describe('the Test button', () => {
  const check = async (url: string, key: string, model: string) => {
    const result = await testConnection(url, key, model, 'en');
    return { ok: result.ok, last: result.checks.at(-1)?.name };
  };

  it('says which of address, key, model and tools is wrong', async () => {
    server = await startModelServer([{ calls: [{ name: 'ready', arguments: {} }] }], { apiKey: 'right' });
    const { url } = server;
    expect(await check(url, 'right', 'scripted')).toEqual({ ok: true, last: 'vision' });
    expect(await check(url, 'wrong', 'scripted')).toEqual({ ok: false, last: 'key' });
    expect(await check(url, 'right', 'other')).toEqual({ ok: false, last: 'model' });
    expect(await check(url, 'right', ' ')).toEqual({ ok: false, last: 'model' });
    expect(await check('http://127.0.0.1:9', 'right', 'scripted')).toEqual({ ok: false, last: 'address' });
    expect(await check('not an address', 'right', 'scripted')).toEqual({ ok: false, last: 'address' });
  });

  it('notices a model that uses no tools', async () => {
    server = await startModelServer([{ text: 'hello' }], { apiKey: 'right' });
    expect(await check(server.url, 'right', 'scripted')).toEqual({ ok: false, last: 'tools' });
  });
});
