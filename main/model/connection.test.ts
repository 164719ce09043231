import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gzipSync } from 'node:zlib';
import { APIConnectionError, APIError, APIUserAbortError } from 'openai/core/error';
import { connectTo } from './connection';
import { closeIdleConnections } from './http-fetch';

let server: Server;
afterEach(async () => {
  closeIdleConnections();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

/** A server that answers each request with its connection's number and its body. */
async function start(): Promise<{ url: string; sockets: Socket[]; open(): number }> {
  const sockets: Socket[] = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.end(`${sockets.indexOf(request.socket)} ${Buffer.concat(parts).toString()}`));
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, sockets, open: () => sockets.filter((socket) => !socket.destroyed).length };
}

/** A new one each time, as a request has: the package stays with it as long as it lives. */
const never = (): AbortSignal => new AbortController().signal;

async function post(url: string, body: string): Promise<string> {
  const parts: Uint8Array[] = [];
  await (await connectTo(url, '').post('/', Buffer.from(body), never())).read((packet) => void parts.push(packet));
  return Buffer.concat(parts).toString();
}

describe('a connection', () => {
  it('is used again for the next turn, with the text whole', async () => {
    const { url, sockets } = await start();
    expect(await post(url, 'café 合计 😀')).toBe('0 café 合计 😀');
    expect(await post(url, 'again')).toBe('0 again');
    expect(sockets).toHaveLength(1);
  });

  it('that the server closed meanwhile is replaced without a word', async () => {
    const { url } = await start();
    await post(url, 'first');
    // As a server does whose patience with idle connections ends just now: the request is on its way already.
    server.once('request', (request) => request.socket.destroy());
    expect(await post(url, 'second')).toBe('1 second');
  });

  it('is gone after a stop', async () => {
    const { url, open } = await start();
    await post(url, 'first');
    expect(open()).toBe(1);
    closeIdleConnections();
    await vi.waitFor(() => expect(open()).toBe(0), { timeout: 20_000 });
  });
});

/** A server that answers as it is told, and its connections. */
async function answering(answer: RequestListener): Promise<{ url: string; sockets: Socket[] }> {
  const { url, sockets } = await start();
  server.removeAllListeners('request');
  server.on('request', answer);
  return { url, sockets };
}

/** Reads up to the mark, as a streamed answer is read. */
async function untilDone(url: string, signal = never()): Promise<string> {
  let text = '';
  await (await connectTo(url, '').get('/', signal)).read((packet) => {
    text += Buffer.from(packet).toString();
    return text.includes('DONE') ? 'enough' : undefined;
  });
  return text;
}

describe('a body that is read packet by packet', () => {
  it('leaves its connection to the next request when all of it had come, also when its request is then aborted', async () => {
    const { url, sockets } = await answering((_request, response) => void response.end('one DONE'));
    for (let turn = 0; turn < 5; turn++) {
      const over = new AbortController();
      expect(await untilDone(url, over.signal)).toBe('one DONE');
      over.abort();
    }
    expect(sockets).toHaveLength(1);
  });

  it('leaves it too when its packets come one by one, and the mark with the end', async () => {
    const { url, sockets } = await answering((_request, response) => {
      response.write('one ', () => setTimeout(() => response.end('DONE'), 20));
    });
    for (let turn = 0; turn < 3; turn++) expect(await untilDone(url)).toBe('one DONE');
    expect(sockets).toHaveLength(1);
  });

  it('is an error when its reader throws one, and its connection ends', async () => {
    const { url, sockets } = await answering((_request, response) => void response.write('one'));
    const answer = await connectTo(url, '').get('/', never());
    await expect(answer.read(() => {
      throw new Error('unreadable');
    })).rejects.toThrow('unreadable');
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 20_000 });
  });

  it('ends the connection when the server goes on behind the mark', async () => {
    const { url, sockets } = await answering((_request, response) => void response.write('one DONE'));
    expect(await untilDone(url)).toBe('one DONE');
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 20_000 });
  });

  it('is unpacked, whole, and leaves its connection too', async () => {
    const { url, sockets } = await answering((_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('合计 '.repeat(50_000) + 'DONE and more')));
    expect(await untilDone(url)).toContain('DONE and more');
    expect(await post(url, '')).toHaveLength('合计 '.length * 50_000 + 'DONE and more'.length);
    expect(sockets).toHaveLength(1);
  });

  it('that breaks off is an error, not an end', async () => {
    const { url } = await answering((request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => request.socket.destroy());
    });
    await expect(untilDone(url)).rejects.toThrow();
    await expect(connectTo(url, '').get('/', never()).then((answer) => answer.json())).rejects.toThrow();
  });

  it('that nobody wants lets go of its connection', async () => {
    const { url, sockets } = await answering((_request, response) => void response.write('endless'));
    (await connectTo(url, '').get('/', never())).discard();
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 20_000 });
  });

  it('is also JSON for who asks', async () => {
    const { url } = await answering((_request, response) => void response.end('{"a":[1]}'));
    expect(await (await connectTo(url, '').get('/', never())).json()).toEqual({ a: [1] });
  });
});

describe('a request', () => {
  const errorOf = (url: string, signal = never()) => connectTo(url, '').get('/', signal).then(() => Promise.reject(new Error('it was answered')), (error: unknown) => error);

  it('that is refused rejects with the status, the whole body and the headers', async () => {
    const { url } = await answering((_request, response) => void response.writeHead(429, { 'retry-after': '7', 'content-encoding': 'gzip' }).end(gzipSync('{"detail":{"message":"slowly"}}')));
    const error = await errorOf(url);
    expect(error).toBeInstanceOf(APIError);
    const { status, error: body, headers } = error as APIError;
    expect({ status, body, wait: headers?.get('retry-after') }).toEqual({ status: 429, body: { detail: { message: 'slowly' } }, wait: '7' });
  });

  it('that nobody answers rejects with the reason', async () => {
    const { url } = await answering((request) => void request.socket.destroy());
    const error = await errorOf(url);
    expect(error).toBeInstanceOf(APIConnectionError);
    expect((error as Error).cause).toMatchObject({ code: 'ECONNRESET' });
  });

  it('that is stopped ends its connection, before the answer and in the middle of it', async () => {
    const { url, sockets } = await answering((_request, response) => {
      if (sockets.length > 1) response.write('half');
    });
    const before = new AbortController();
    const unanswered = errorOf(url, before.signal);
    await vi.waitFor(() => expect(sockets).toHaveLength(1), { timeout: 20_000 });
    before.abort(new Error('enough'));
    expect(await unanswered).toBeInstanceOf(APIUserAbortError);
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 20_000 });

    const within = new AbortController();
    const half = await connectTo(url, '').get('/', within.signal);
    await expect(half.read((packet) => {
      expect(Buffer.from(packet).toString()).toBe('half');
      within.abort(new Error('enough'));
      return undefined;
    })).rejects.toThrow();
    await vi.waitFor(() => expect(sockets[1]?.destroyed).toBe(true), { timeout: 20_000 });

    expect(await errorOf(url, AbortSignal.abort(new Error('too late')))).toBeInstanceOf(APIUserAbortError);
    expect(sockets).toHaveLength(2);
  });

  it('follows a server to another place of its own, and takes the key to no other host', async () => {
    const keys: unknown[] = [];
    const { url } = await answering((request, response) => {
      keys.push([request.url, request.headers.authorization]);
      if (request.url === '/') response.writeHead(307, { location: '/v2' }).end();
      else if (request.url === '/v2') response.end('{}');
      else response.writeHead(307, { location: 'http://localhost.invalid/v2' }).end();
    });
    const connection = connectTo(url, 'key');
    expect(await (await connection.get('/', never())).json()).toEqual({});
    await expect(connection.get('/away', never())).rejects.toMatchObject({ status: 307 });
    expect(keys).toEqual([['/', 'Bearer key'], ['/v2', 'Bearer key'], ['/away', 'Bearer key']]);
  });

  it('tells a server nothing of this computer and nothing from the environment', async () => {
    const given = { OPENAI_API_KEY: 'other', OPENAI_ADMIN_KEY: 'admin', OPENAI_ORG_ID: 'org', OPENAI_PROJECT_ID: 'project', OPENAI_CUSTOM_HEADERS: 'x-mine: secret\nauthorization: Bearer mine', OPENAI_LOG: 'debug' };
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    const seen: Record<string, unknown>[] = [];
    const { url } = await answering((request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    const printed = vi.spyOn(console, 'debug');
    (await connectTo(url, '').get('/models', never())).discard();
    await (await connectTo(url, 'key').post('/chat/completions', Buffer.from('{}'), never())).json();
    vi.unstubAllEnvs();
    const { host } = new URL(url);
    const always = { host, connection: 'keep-alive', accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'Deskwright' };
    expect(seen).toEqual([always, { ...always, authorization: 'Bearer key', 'content-type': 'application/json', 'content-length': '2' }]);
    expect(printed).not.toHaveBeenCalled();
  });
});
