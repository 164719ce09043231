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
    const bare = statusCode === 204 || statusCode === 304;
    if (statusCode >= 200 && statusCode < 300) return new Response(bare ? null : web(decoded(incoming)), { status: statusCode, headers: headersOf(incoming) });
    const kept = headersOf(incoming);
    kept.set('content-type', 'application/json');
    return new Response(JSON.stringify({ error: parsed(await textOf(decoded(incoming))) }), { status: statusCode, headers: kept });
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

function web(stream: Readable): ReadableStream {
  return Readable.toWeb(stream) as ReadableStream;
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && name !== 'content-encoding' && name !== 'content-length') headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of stream) parts.push(part as Buffer);
  } catch {
    // A body that breaks off says what it said so far.
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
