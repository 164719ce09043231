import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gzipSync } from 'node:zlib';
import { closeIdleConnections, discard, httpFetch, packetsOf } from './http-fetch';

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

const post = async (url: string, body: string): Promise<string> => (await httpFetch(url, { method: 'POST', body })).text();

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
async function untilDone(url: string, signal?: AbortSignal): Promise<string> {
  let text = '';
  for await (const packet of packetsOf(await httpFetch(url, signal ? { signal } : {}))) {
    text += Buffer.from(packet).toString();
    if (text.includes('DONE')) break;
  }
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

  it('ends the connection when the server goes on behind the mark', async () => {
    const { url, sockets } = await answering((_request, response) => void response.write('one DONE'));
    expect(await untilDone(url)).toBe('one DONE');
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 20_000 });
  });

  it('is unpacked, whole, and leaves its connection too', async () => {
    const { url, sockets } = await answering((_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('合计 '.repeat(50_000) + 'DONE and more')));
    expect(await untilDone(url)).toContain('DONE and more');
    expect(await (await httpFetch(url)).text()).toHaveLength('合计 '.length * 50_000 + 'DONE and more'.length);
    expect(sockets).toHaveLength(1);
  });

  it('that breaks off is an error, not an end', async () => {
    const { url } = await answering((request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => request.socket.destroy());
    });
    await expect(untilDone(url)).rejects.toThrow();
    await expect(httpFetch(url).then((response) => response.text())).rejects.toThrow();
  });

  it('that nobody wants lets go of its connection', async () => {
    const { url, sockets } = await answering((_request, response) => void response.write('endless'));
    discard(await httpFetch(url));
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 20_000 });
  });

  it('is also a stream of the web and JSON for who asks', async () => {
    const { url } = await answering((_request, response) => void response.end('{"a":[1]}'));
    expect(await (await httpFetch(url)).json()).toEqual({ a: [1] });
    const { body } = await httpFetch(url);
    const parts: Buffer[] = [];
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) parts.push(Buffer.from(part));
    expect(Buffer.concat(parts).toString()).toBe('{"a":[1]}');
  });
});
