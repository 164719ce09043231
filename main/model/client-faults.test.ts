import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Deviation } from '../../e2e/fixtures/deviations';
import { startModelServer, type ModelServer, type Script, type ServerOptions } from '../../e2e/fixtures/model-server';
import { createModelNotes, notesInMemory, type ModelNotes } from '../store/model-notes';
import { createClient, type ClientOptions } from './client';
import type { Message, ModelError, Turn } from './model';

const folders: string[] = [];
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const tools = [{ name: 'LS', description: 'lists', parameters: { type: 'object', properties: {} } }];
const picture = { mime: 'image/png' as const, bytes: Uint8Array.of(1, 2, 3) };
const seen: Message[] = [
  { role: 'user', text: 'look' },
  { role: 'assistant', text: '', calls: [{ id: 'o', name: 'Observe', arguments: '{}' }] },
  { role: 'tool', callId: 'o', name: 'Observe', text: '{}', images: [picture] },
];

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'client-'));
  folders.push(made);
  return made;
}

async function serve(script: Script, deviations: readonly Deviation[] = [], more: ServerOptions = {}): Promise<ModelServer> {
  server = await startModelServer(script, { deviations, ...more });
  return server;
}

interface Asked {
  messages?: Message[];
  signal?: AbortSignal;
  notes?: ModelNotes;
  options?: Partial<ClientOptions>;
}

function ask(url: string, { messages = [{ role: 'user', text: 'hello' }], signal = new AbortController().signal, notes = notesInMemory(), options = {} }: Asked = {}) {
  const notices: { code: string; text: string; waitMs: number | undefined }[] = [];
  const deltas: string[] = [];
  const client = createClient({ baseUrl: url, apiKey: '', model: 'scripted', language: 'en', retryWaits: [1, 1, 1], notes, ...options });
  const turn = client.turn({ messages, tools }, { signal, onDelta: (text) => deltas.push(text), onNotice: (code, text, waitMs) => notices.push({ code, text, waitMs }) });
  return { turn, notices, deltas, codes: () => notices.map(({ code }) => code) };
}

/** Until it holds; the limit is only how long a failure takes. */
const soon = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000 });

const errorOf = async (turn: Promise<Turn>): Promise<ModelError> => turn.then(() => Promise.reject(new Error('resolved')), (error: ModelError) => error);

describe('what a server refuses', () => {
  it('is said once, remembered on disk, not sent again, and sent again once forgotten', async () => {
    const { url, deviations } = await serve([{ text: 'yes' }], ['13 no stream_options', '15 no temperature']);
    const data = folder();
    const first = ask(url, { notes: createModelNotes(data) });
    expect((await first.turn).text).toBe('yes');
    expect(first.codes()).toEqual(['MODEL_FEATURE', 'MODEL_FEATURE']);
    expect(first.notices[0]?.text).toMatch(/token count[\s\S]*Unrecognized request argument/);

    const notes = createModelNotes(data);
    const second = ask(url, { notes });
    await second.turn;
    expect(second.codes()).toEqual([]);
    expect(deviations).toHaveLength(2);
    expect(notes.all()).toMatchObject([{ server: url, model: 'scripted', notes: [{ feature: 'stream_options', on: false }, { feature: 'temperature', on: false }] }]);

    notes.forget(url, 'scripted');
    await ask(url, { notes: createModelNotes(data) }).turn;
    expect(deviations).toHaveLength(4);
  });

  it('is not remembered when leaving it out did not help', async () => {
    const { url, requests } = await serve([{ status: 400, body: { error: { message: 'temperature is too hot in here' } } }]);
    const notes = notesInMemory();
    expect((await errorOf(ask(url, { notes }).turn)).code).toBe('REFUSED');
    expect(notes.all()).toEqual([]);
    // Once as it is, once without what was named, once without everything optional.
    expect(requests.length).toBeLessThanOrEqual(4);
  });

  it('damaged memory is kept aside and learned anew', async () => {
    const data = folder();
    writeFileSync(path.join(data, 'model-notes.json'), '{"models": [');
    const notes = createModelNotes(data);
    expect(notes.all()).toEqual([]);
    notes.learn('s', 'm', [{ feature: 'stream', on: false, reason: 'r', at: '' }]);
    expect(readFileSync(path.join(data, 'model-notes.json.bad'), 'utf8')).toBe('{"models": [');
    expect(createModelNotes(data).of('s', 'm')).toHaveLength(1);
  });

  it.each(['10 no pictures', '10 no pictures, said of the form'] as const)('pictures: %s — goes on without them in the whole history', async (deviation) => {
    const { url, requests } = await serve([{ text: 'by the elements' }], [deviation]);
    const { turn, notices } = ask(url, { messages: seen });
    expect((await turn).text).toBe('by the elements');
    expect(notices[0]?.text).toContain('pictures');
    expect(JSON.stringify(requests[0]?.messages)).not.toContain('image_url');
  });

  it('pictures of results follow as a message of the person’s, behind all answers', async () => {
    const { url, requests, refusals } = await serve([{ text: 'seen' }], ['11 no pictures in results']);
    await ask(url, { messages: seen }).turn;
    expect(refusals).toEqual([]);
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it('thoughts go back to the server that gave them', async () => {
    const { url, requests } = await serve([{ calls: [{ name: 'LS', arguments: {} }] }, { text: 'done' }], ['8 thoughts in a field', '8 thoughts must come back']);
    const turn = await ask(url).turn;
    expect(turn.reasoning).toBeTruthy();
    const { turn: second } = ask(url, {
      messages: [{ role: 'user', text: 'hello' }, { role: 'assistant', text: '', calls: turn.calls, reasoning: turn.reasoning! }, { role: 'tool', callId: turn.calls[0]!.id, name: 'LS', text: '{}' }],
    });
    expect((await second).text).toBe('done');
    expect(requests[1]?.messages[1]?.reasoning_content).toBe(turn.reasoning);
  });
});

describe('what a server does silently', () => {
  it('a window of 4,096 tokens is noticed, once', async () => {
    const { url } = await serve([{ text: 'what was it again?' }], ['12 reads 4096 tokens']);
    const client = createClient({ baseUrl: url, apiKey: '', model: 'scripted', language: 'en' });
    const codes: string[] = [];
    const hooks = { signal: new AbortController().signal, onDelta: () => undefined, onNotice: (code: string) => codes.push(code) };
    const long: Message[] = [{ role: 'user', text: 'word '.repeat(12_000) }];
    await client.turn({ messages: long, tools }, hooks);
    await client.turn({ messages: long, tools }, hooks);
    await client.turn({ messages: [{ role: 'user', text: 'short' }], tools }, hooks);
    expect(codes).toEqual(['CONTEXT_TRUNCATED']);
  });

  it('an answer cut by the server’s own limit is asked for again with a longer one', async () => {
    const long = { choices: [{ index: 0, message: { role: 'assistant', content: 'and so o' }, finish_reason: 'length' }], usage: { prompt_tokens: 10, completion_tokens: 1024 } };
    const { url, requests } = await serve((request) => ('max_tokens' in request ? { text: 'and so on.' } : { status: 200, body: long }));
    const notes = notesInMemory();
    expect((await ask(url, { notes }).turn).text).toBe('and so on.');
    expect(requests).toHaveLength(2);
    expect(notes.of(url, 'scripted')).toMatchObject([{ feature: 'max_tokens', on: true }]);
  });

  it.each([
    ['length', 'at the limit', { finish: 'length' }],
    ['length', 'by a connection that ended without a word', { cut: true }],
    ['filter', 'by a filter', { finish: 'content_filter' }],
  ] as const)('a call cut in the middle counts as cut (%s): %s', async (finish, _how, reply) => {
    const { url } = await serve([{ ...reply, calls: [{ name: 'Bash', arguments: '{"command":"rm -r' }] }]);
    expect((await ask(url).turn).finish).toBe(finish);
  });

  it('calls lost in streams are asked for unstreamed, and from then on at once', async () => {
    const { url, requests } = await serve([{ text: '', calls: [{ name: 'LS', arguments: {} }] }], ['6 calls lost in a stream']);
    const notes = notesInMemory();
    expect((await ask(url, { notes }).turn).calls).toHaveLength(1);
    expect((await ask(url, { notes }).turn).calls).toHaveLength(1);
    expect(requests.map(({ stream }) => stream === true)).toEqual([true, false, false]);
  });
});

describe('the address', () => {
  it.each([
    ['/v1', undefined],
    ['/v1/', undefined],
    ['', undefined],
    ['/', undefined],
    ['/v1/chat/completions', undefined],
    ['/v1', null],
    ['', null],
    ['/api', '/api'],
    ['/api/v1/chat/completions/', '/api'],
  ])('is taken with %j where the server’s own prefix is %j', async (given, prefix) => {
    const { url } = await serve([{ text: 'here' }], [], prefix === undefined ? {} : { prefix });
    const { origin } = new URL(url);
    expect((await ask(origin + given).turn).text).toBe('here');
  });

  it('with a server but no chat behind it is an address fault, not one of the model', async () => {
    const { url } = await serve([{ text: 'here' }]);
    expect((await errorOf(ask(`${new URL(url).origin}/other`).turn)).code).toBe('ADDRESS');
  });
});

describe('waiting', () => {
  it('for Retry-After is said with its length', async () => {
    const { url } = await serve([{ status: 429, headers: { 'retry-after': '1' } }, { text: 'now' }]);
    const { turn, notices } = ask(url);
    expect((await turn).text).toBe('now');
    expect(notices).toMatchObject([{ code: 'MODEL_RETRY', waitMs: 1000 }]);
    expect(notices[0]?.text).not.toContain('too long to wait');
  });

  it.each([
    ['seconds', () => '3600'],
    ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
  ])('never for an hour, given as %s', async (_form, after) => {
    const { url, requests } = await serve(() => ({ status: 429, headers: { 'retry-after': after() } }));
    const error = await errorOf(ask(url).turn);
    expect(error.code).toBe('RATE_LIMIT');
    expect(error.message).toMatch(/about (60|61|59) min/);
    expect(requests).toHaveLength(1);
  });

  it.each([
    [400, 'REFUSED'],
    [401, 'KEY'],
    [402, 'QUOTA'],
    [404, 'MODEL'],
    [413, 'CONTEXT_LENGTH'],
  ])('never for a %i, which stays what it is', async (status, code) => {
    const message = status === 404 ? 'The model x does not exist' : status === 413 ? 'prompt is too long' : 'no';
    const { url, requests } = await serve([{ status, body: { error: { message } } }]);
    const { turn, codes } = ask(url);
    expect((await errorOf(turn)).code).toBe(code);
    expect(codes()).not.toContain('MODEL_RETRY');
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  it('never for a quota that is used up', async () => {
    const { url, requests } = await serve([{ status: 429, body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } } }]);
    expect((await errorOf(ask(url).turn)).code).toBe('QUOTA');
    expect(requests).toHaveLength(1);
  });

  it('ends when the person stops, also in a wait of 40 s, and leaves no connection', async () => {
    const { url, openConnections } = await serve([{ status: 429, headers: { 'retry-after': '40' } }]);
    const stop = new AbortController();
    const { turn, codes } = ask(url, { signal: stop.signal });
    await soon(() => {
      expect(codes()).toEqual(['MODEL_RETRY']);
    });
    stop.abort();
    await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
    await soon(() => {
      expect(openConnections()).toBe(0);
    });
  });
});

describe('silence and broken lines', () => {
  it.each([
    ['before the first byte', { silent: true }],
    ['in the middle', { stall: true }],
  ])('%s: one more try, then the person is told', async (_when, reply) => {
    const { url, requests } = await serve([reply]);
    const { turn, codes } = ask(url, { options: { patience: { firstByteMs: 'silent' in reply ? 500 : 60_000, pieceMs: 60 } } });
    expect((await errorOf(turn)).code).toBe('STALLED');
    expect(codes()).toEqual(['MODEL_RETRY']);
    // On a loaded machine a request may be given up before it has arrived.
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  it('is no silence while the server keeps the line alive', async () => {
    const { url } = await serve([{ text: 'a long answer that comes slowly' }], ['16 comments and CRLF', '16 characters cut between packets']);
    expect((await ask(url, { options: { patience: { firstByteMs: 60_000, pieceMs: 60_000 } } }).turn).text).toBe('a long answer that comes slowly');
  });

  it('a connection that breaks in the middle is tried again', async () => {
    const { url } = await serve((_request, turn) => (turn === 0 ? { drop: true } : { text: 'whole' }));
    const { turn, codes } = ask(url);
    expect((await turn).text).toBe('whole');
    expect(codes()).toEqual(['MODEL_RETRY']);
  });

  it.each([
    ['before the first byte', { silent: true }],
    ['in the middle', { stall: true }],
  ])('a stop %s ends the turn and the connection', async (_when, reply) => {
    const stop = new AbortController();
    const { url, requests, openConnections } = await serve([reply]);
    const { turn } = ask(url, { signal: stop.signal });
    await soon(() => {
      expect(requests).toHaveLength(1);
    });
    stop.abort();
    await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
    await soon(() => {
      expect(openConnections()).toBe(0);
    });
  });
});
