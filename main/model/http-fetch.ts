import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const MOST_REDIRECTS = 3;
/** An idle connection waits so long for the next turn, which then needs no new one, milliseconds; it keeps no process alive. */
const IDLE_MS = 15_000;
const agents = { plain: new PlainAgent({ keepAlive: true, timeout: IDLE_MS }), secure: new SecureAgent({ keepAlive: true, timeout: IDLE_MS }) };

/**
 * `fetch` for the openai package over Node's http. The global fetch opens a connection anew when
 * one was aborted and leaves it open, and gives up after five minutes without headers; here
 * a stopped request ends its connection. A refusal's body is wrapped so that the package, which keeps
 * only `error.message`, loses no words of it.
 */
export async function httpFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  let url = new URL(input instanceof Request ? input.url : input);
  for (let redirects = 0; ; redirects++) {
    const incoming = await send(url, init);
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
    if (statusCode >= 200 && statusCode < 300) return responseOf(incoming, statusCode);
    const kept = headersOf(incoming);
    kept.set('content-type', 'application/json');
    return new Response(JSON.stringify({ error: parsed(textOf(await gathered(decoded(incoming), true))) }), { status: statusCode, headers: kept });
  }
}

/** Ends the connections that wait for a next turn: after a stop nothing of a run is left. */
export function closeIdleConnections(): void {
  for (const agent of Object.values(agents)) {
    for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}

function send(url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const bytes = typeof body === 'string' ? utf8(body) : body instanceof Uint8Array ? body : null;
    const length = bytes ? { 'content-length': String(bytes.length) } : {};
    const sent = (secure ? secureRequest : plainRequest)(
      url,
      { method, agent: secure ? agents.secure : agents.plain, headers: { ...Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers)), 'accept-encoding': 'gzip', ...length }, ...(signal ? { signal } : {}) },
      resolve,
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection just as the request went out on it: nothing was answered, and a new one is tried.
      const stale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE') && !signal?.aborted;
      if (stale) send(url, { method, headers, body, signal } as RequestInit).then(resolve, reject);
      else reject(error);
    });
    sent.end(bytes ?? undefined);
  });
}

const encoder = new TextEncoder();

/** A long text with anything but Latin letters in it becomes bytes ten times as fast this way as by Buffer.from. */
function utf8(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text));
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written);
}

function decoded(incoming: IncomingMessage): Readable {
  const decoders: Record<string, () => ReturnType<typeof createGunzip>> = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate };
  const decoder = decoders[incoming.headers['content-encoding'] ?? '']?.();
  if (!decoder) return incoming;
  incoming.on('error', (error) => decoder.destroy(error));
  return incoming.pipe(decoder);
}

/** The incoming body of each response that has one. */
const bodies = new WeakMap<Response, IncomingMessage>();

/**
 * A response whose body is read as it comes in. The stream of the web's kind that `body` is costs a turn more than all
 * else in it, so it is made only for who asks for it; `packetsOf` does without.
 */
function responseOf(incoming: IncomingMessage, status: number): Response {
  const response = new Response(null, { status, headers: headersOf(incoming) });
  if (status === 204) return response;
  bodies.set(response, incoming);
  const text = async (): Promise<string> => textOf(await gathered(packetsOf(response)));
  let web: ReadableStream | undefined;
  return Object.defineProperties(response, {
    body: { get: () => (web ??= Readable.toWeb(decoded(incoming)) as ReadableStream) },
    text: { value: text },
    json: { value: async () => JSON.parse(await text()) as unknown },
  });
}

/** A response's body packet by packet, once; nothing where it has none. Who stops early ends the connection, unless all of it has come. */
export async function* packetsOf(response: Response): AsyncGenerator<Uint8Array> {
  const incoming = bodies.get(response);
  if (!incoming) return;
  const stream = decoded(incoming);
  try {
    for await (const packet of stream.iterator({ destroyOnReturn: false })) yield packet as Uint8Array;
  } finally {
    if (incoming.complete && !incoming.destroyed) await ended(stream);
    else incoming.destroy();
  }
}

/** Lets go of a body that nobody will read: it would hold its connection. */
export function discard(response: Response): void {
  bodies.get(response)?.destroy();
}

/** Only then the connection is free for the next request. */
function ended(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.readableEnded || stream.destroyed) resolve();
    else stream.once('end', resolve).once('close', resolve).once('error', () => resolve()).resume();
  });
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && name !== 'content-encoding' && name !== 'content-length') headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** With `patient` a body that breaks off says what it said so far. */
async function gathered(stream: AsyncIterable<unknown>, patient = false): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of stream) parts.push(part as Uint8Array);
  } catch (error) {
    if (!patient) throw error;
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
