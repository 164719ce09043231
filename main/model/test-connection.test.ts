import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ChatRequest, type ModelServer, type Reply, type ServerOptions } from '../../e2e/fixtures/model-server';
import { selfSigned } from '../../e2e/fixtures/self-signed';
import type { Language } from '../../preload/contract/settings';
import { notesInMemory } from '../store/model-notes';
import { redSquare } from './test-picture';
import { testConnection } from './test-connection';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const able = (request: ChatRequest): Reply => (request.tools ? { calls: [{ name: 'ready', arguments: {} }] } : { text: 'Red.' });

async function check(script: (request: ChatRequest) => Reply, options: ServerOptions = {}, fields: { key?: string; model?: string; language?: Language } = {}) {
  server = await startModelServer(script, { apiKey: 'right', ...options });
  const notes = notesInMemory();
  const { ok, checks } = await testConnection(server.url, fields.key ?? 'right', fields.model ?? 'scripted', fields.language ?? 'en', notes);
  return { ok, checks, last: checks.at(-1), names: checks.map((one) => (one.ok ? one.name : `${one.name} failed`)), notes, url: server.url };
}

describe('the Test button', () => {
  it('passes each part on its own, pictures and the served window too', async () => {
    const run = await check(able, { pages: { '/api/ps': { models: [{ name: 'scripted', context_length: 32768 }] } } });
    expect(run.names).toEqual(['address', 'key', 'model', 'tools', 'vision', 'window']);
    expect(run.last?.message).toContain('32768');
    expect(run.ok).toBe(true);
    expect(run.notes.of(run.url, 'scripted')).toMatchObject([{ feature: 'images', on: true }]);
  });

  it.each([
    ['en', /can’t be trusted/],
    ['zh', /证书不受信任/],
  ] as const)('names a certificate that nobody signed (%s)', async (language, words) => {
    const run = await check(able, { tls: selfSigned }, { language });
    expect(run.names).toEqual(['address', 'certificate failed']);
    expect(run.last?.message).toMatch(words);
  });

  it.each([
    ['en', /does not speak https/],
    ['zh', /不支持 https/],
  ] as const)('names a server that speaks no https (%s)', async (language, words) => {
    server = await startModelServer(able);
    const { checks } = await testConnection(server.url.replace('http:', 'https:'), '', 'scripted', language);
    expect(checks).toMatchObject([{ name: 'address', ok: false, message: expect.stringMatching(words) as string }]);
  });

  it.each([
    ['http://no-such-host.invalid/v1', /no computer with the name|can’t be reached/],
    ['http://127.0.0.1:9/v1', /Nothing answers at/],
    ['not an address', /not a web address/],
  ])('names the address when nothing is there: %s', async (address, words) => {
    const { ok, checks } = await testConnection(address, '', 'm', 'en');
    expect({ ok, checks }).toMatchObject({ ok: false, checks: [{ name: 'address', ok: false, message: expect.stringMatching(words) as string }] });
  });

  it('names a wrong key, a model that is not there, and a balance that is used up', async () => {
    expect((await check(able, {}, { key: 'wrong' })).names).toEqual(['address', 'key failed']);
    await server!.close();
    expect((await check(able, {}, { model: 'other' })).names).toEqual(['address', 'key', 'model failed']);
    await server!.close();
    const broke = await check(() => ({ status: 402, body: { error: { message: 'Insufficient balance' } } }));
    expect(broke.names).toEqual(['address', 'key failed']);
    expect(broke.last?.message).toMatch(/balance or quota/);
  });

  it('names an address behind which there is no chat', async () => {
    server = await startModelServer(able);
    const { checks } = await testConnection(`${new URL(server.url).origin}/somewhere/v2`, '', 'scripted', 'en');
    expect(checks.at(-1)).toMatchObject({ name: 'address', ok: false });
  });

  it('finds out that calls come as text, and remembers it', async () => {
    const run = await check((request) => (request.tools ? { text: 'ready()' } : JSON.stringify(request.messages).includes('colour') ? { text: 'red' } : { text: 'Thought: I show it.\nAction: ready()' }));
    expect(run.names).toEqual(['address', 'key', 'model', 'tools', 'vision']);
    expect(run.notes.of(run.url, 'scripted')).toContainEqual(expect.objectContaining({ feature: 'tools', on: false }));
  });

  it('names a model that uses no tools in any way', async () => {
    expect((await check(() => ({ text: 'hello' }))).names).toEqual(['address', 'key', 'model', 'tools failed']);
  });

  it('tells pictures that are refused from pictures that are not seen; neither fails the test', async () => {
    const refused = await check(able, { deviations: ['10 no pictures'] });
    expect(refused).toMatchObject({ ok: true, last: { name: 'vision', ok: false, message: expect.stringContaining('does not support image input') as string } });
    await server!.close();
    const blind = await check((request) => (request.tools ? able(request) : { text: 'A lovely garden.' }));
    expect(blind).toMatchObject({ ok: true, last: { name: 'vision', ok: false, message: expect.stringContaining('did not see') as string } });
  });

  it('warns of a small window that cuts off what is longer', async () => {
    const run = await check(able, { pages: { '/api/ps': { models: [{ name: 'scripted:latest', context_length: 4096 }] } } });
    expect(run).toMatchObject({ ok: true, last: { name: 'window', ok: false, message: expect.stringContaining('OLLAMA_CONTEXT_LENGTH') as string } });
  });

  it('shows a picture that is one', () => {
    expect(Buffer.from(redSquare()).subarray(0, 8)).toEqual(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
  });
});
