import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const MOST_REDIRECTS = 3;
/** An idle connection waits so long for the next turn, which then needs no new one, milliseconds; it keeps no process alive. */
const IDLE_MS = 15_000;

const agents = { plain: new PlainAgent({ keepAlive: true, timeout: IDLE_MS }), secure: new SecureAgent({ keepAlive: true, timeout: IDLE_MS }) };

/**
 * What a server answered, as the openai package wants it. The body is read once, in one of these ways; the stream of the
 * web's kind that `body` would be costs more than all else in a turn, and is never made.
 */
export class Answer extends Response {
  private readonly incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    const { statusCode = 0 } = incoming;
    super(null, { status: Math.min(Math.max(statusCode, 200), 599), headers: headersOf(incoming) });
    this.incoming = incoming;
  }

  /**
   * Hands over the body packet by packet as it comes, and resolves at its end, or when a packet is said to be enough: the
   * connection then ends too, unless all of it has come. Rejects with what `onPacket` throws, and when the connection breaks.
   */
  read(onPacket: (packet: Uint8Array) => 'enough' | undefined): Promise<void> {
    return readBody(this.incoming, onPacket);
  }

  /** A refusal's words are wrapped whole: of a body the package keeps only `error`. */
  override text = async (): Promise<string> => {
    if (!this.ok) return JSON.stringify({ error: parsed(textOf(await gathered(decoded(this.incoming)))) });
    const parts: Uint8Array[] = [];
    await this.read((packet) => void parts.push(packet));
    return textOf(Buffer.concat(parts));
  };

  override json = async (): Promise<unknown> => JSON.parse(await this.text()) as unknown;

  /** Lets go of a body that nobody will read: it would hold its connection. */
  discard(): void {
    this.incoming.destroy();
  }
}

interface Sent {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  signal: AbortSignal;
}

/**
 * `fetch` over Node's http. The global fetch opens a connection anew when one was aborted and leaves it open, and gives
 * up after five minutes without headers; here a stopped request ends its connection.
 */
export async function httpFetch(address: string, sent: Sent): Promise<Answer> {
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const incoming = await begun(url, sent);
    const { statusCode = 0, headers } = incoming;
    if ([301, 302, 307, 308].includes(statusCode) && headers.location && redirects < MOST_REDIRECTS) {
      const next = new URL(headers.location, url);
      // The key must not follow to another host.
      if (next.host === url.host) {
        incoming.destroy();
        url = next;
        continue;
      }
    }
    return new Answer(incoming);
  }
}

/** Ends the connections that wait for a next turn: after a stop nothing of a run is left. */
export function closeIdleConnections(): void {
  for (const agent of Object.values(agents)) {
    for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}

function begun(url: URL, sent: Sent): Promise<IncomingMessage> {
  const { method, headers, body, signal } = sent;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const secure = url.protocol === 'https:';
    const content = body ? { 'content-type': 'application/json', 'content-length': String(body.length) } : {};
    const request = (secure ? secureRequest : plainRequest)(url, { method, agent: secure ? agents.secure : agents.plain, headers: { ...headers, 'accept-encoding': 'gzip', ...content } }, resolve);
    // Node's own `signal` option costs several times as much.
    const stop = (): void => {
      request.destroy(signal.reason instanceof Error ? signal.reason : new Error('The request was stopped.'));
    };
    signal.addEventListener('abort', stop, { once: true });
    request.on('close', () => signal.removeEventListener('abort', stop));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just as the request went out on it: nothing was answered, and a new one is tried.
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE') && !signal.aborted;
      if (stale) begun(url, sent).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

function readBody(incoming: IncomingMessage, onPacket: (packet: Uint8Array) => 'enough' | undefined): Promise<void> {
  const stream = decoded(incoming);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      incoming.destroy();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const brokenOff = (): void => fail(Object.assign(new Error('The connection broke off.'), { code: 'ECONNRESET' }));
    let over = false;
    stream.on('data', (packet: Uint8Array) => {
      if (over) return;
      try {
        over = onPacket(packet) === 'enough';
      } catch (error) {
        over = true;
        fail(error);
      }
      // What came with this packet, the end perhaps, is known a moment later. At the end the connection is free for the next request.
      if (over) process.nextTick(() => (incoming.complete ? undefined : resolve(void incoming.destroy())));
    });
    stream.on('end', resolve);
    stream.on('error', fail);
    stream.on('close', brokenOff);
    if (stream.destroyed) brokenOff();
  });
}

function decoded(incoming: IncomingMessage): Readable {
  const decoders: Record<string, () => ReturnType<typeof createGunzip>> = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate };
  const decoder = decoders[incoming.headers['content-encoding'] ?? '']?.();
  if (!decoder) return incoming;
  incoming.on('error', (error) => decoder.destroy(error));
  return incoming.pipe(decoder);
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** A body that breaks off says what it said so far. */
async function gathered(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of stream) parts.push(part as Uint8Array);
  } catch {
    // Half of a refusal may still say why.
  }
  return Buffer.concat(parts);
}

/** Without a byte order mark, as everywhere on the web. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
