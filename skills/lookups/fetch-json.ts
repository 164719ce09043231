import { LookupProblem } from './problem';

/** A service's answer: its status, and the body as JSON, or null when it is something else. */
export interface Fetched {
  status: number;
  body: unknown;
  text: string;
}

export interface Request {
  url: URL;
  /** What people call the service, for messages. */
  service: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for the whole exchange. */
  timeout: number;
}

/** More than any of these services answers; what is longer is no answer of theirs. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Asks once. @throws LookupProblem when there is no answer: offline, refused, too late, too long, sent elsewhere */
export async function fetchJson({ url, service, method = 'GET', headers = {}, body, timeout }: Request): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeout);
  try {
    // A redirect would leave the host that was declared and approved.
    const response = await fetch(url, { method, headers: { accept: 'application/json', ...headers }, redirect: 'manual', signal, ...(body !== undefined && { body }) });
    const text = await readLimited(response, service);
    return { status: response.status, body: parse(text), text };
  } catch (error) {
    throw error instanceof LookupProblem ? error : unreachable(error, signal.aborted, url.hostname, service, timeout);
  }
}

async function readLimited(response: Response, service: string): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw new LookupProblem('EXECUTION_ERROR', `${service} sent more than 2 MB, which is no answer of its kind.`, 'Try again later.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const OFFLINE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'ECONNREFUSED']);

function unreachable(error: unknown, late: boolean, host: string, service: string, timeout: number): LookupProblem {
  if (late) return new LookupProblem('TIMEOUT', `${service} did not answer within ${Math.round(timeout / 1000)} seconds.`, 'Try once more in a minute; tell the person if it fails again.');
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  if (OFFLINE.has(code)) {
    return new LookupProblem('EXECUTION_ERROR', `${service} can’t be reached: ${host} does not answer (${code}).`, 'This computer seems to be offline, or a proxy or firewall blocks that host. Tell the person; don’t guess the answer.');
  }
  if (/CERT|SELF_SIGNED|SSL|TLS/i.test(code)) {
    return new LookupProblem('EXECUTION_ERROR', `${service} can’t be trusted: its certificate is not valid here (${code}).`, 'Check the clock of this computer, or who intercepts its connections.');
  }
  return new LookupProblem('EXECUTION_ERROR', `The connection to ${service} broke off${code ? ` (${code})` : ''}.`, 'Try once more; tell the person if it fails again.');
}
