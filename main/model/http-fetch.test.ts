import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeIdleConnections, httpFetch } from './http-fetch';

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
