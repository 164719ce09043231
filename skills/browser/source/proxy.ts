import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, isIP, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { reachOfAddress, workspaceHost } from './addresses';
import { serveFile } from './workspace-files';

export interface ProxyOptions {
  /** Hosts with ports on this machine and its network that the person allowed: `127.0.0.1:8080`. May grow. */
  allowed: ReadonlySet<string>;
  /** Whose files the workspace's own host gives; null when it gives none. */
  workspace: string | null;
  /** Told of each host that was refused. */
  refused(host: string): void;
  /** Addresses of a name. */
  resolve?(name: string): Promise<string[]>;
}

export interface Proxy {
  /** `http://127.0.0.1:port` */
  address: string;
  close(): void;
}

/**
 * The browser's only way out. It looks each name up itself and connects to the address that it judged,
 * so that no page, redirect, frame, script or changed name reaches this machine or its network.
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, answer) => void forward(incoming, answer, options));
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => void tunnel(incoming, socket, options));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function forward(incoming: IncomingMessage, answer: ServerResponse, options: ProxyOptions): Promise<void> {
  let url: URL;
  try {
    url = new URL(incoming.url ?? '');
  } catch {
    return void answer.writeHead(400).end();
  }
  if (url.hostname === workspaceHost && options.workspace !== null) return serveFile(url, options.workspace, incoming, answer);
  const address = await addressFor(url.hostname, Number(url.port || 80), options);
  if (address === null) return void answer.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${url.host} is not reached from here.`);
  const headers = { ...incoming.headers };
  delete headers['proxy-connection'];
  const outgoing = request({ host: address, port: url.port || 80, method: incoming.method, path: `${url.pathname}${url.search}`, headers, setHost: false }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(answer);
  });
  outgoing.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

async function tunnel(incoming: IncomingMessage, socket: Duplex, options: ProxyOptions): Promise<void> {
  const [, host = '', port = ''] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(incoming.url ?? '') ?? [];
  const address = await addressFor(host, Number(port), options);
  if (address === null) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  const outgoing = connect(Number(port), address, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    outgoing.pipe(socket);
    socket.pipe(outgoing);
  });
  outgoing.on('error', () => socket.destroy());
  socket.on('error', () => outgoing.destroy());
  socket.on('close', () => outgoing.destroy());
}

/** The address to connect to; null when it must not be. */
async function addressFor(host: string, port: number, { allowed, refused, resolve = resolveName }: ProxyOptions): Promise<string | null> {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const addresses = isIP(name) === 0 ? await resolve(name).catch(() => []) : [name];
  const address = addresses[0];
  const isAllowed = addresses.every((each) => {
    const reach = reachOfAddress(each);
    return reach === 'public' || (reach === 'private' && allowed.has(`${name}:${port}`));
  });
  if (address !== undefined && isAllowed) return address;
  refused(`${host}:${port}`);
  return null;
}

async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true });
  // One that this machine surely can use first.
  return found.sort((a, b) => a.family - b.family).map(({ address }) => address);
}
