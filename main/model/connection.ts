import { OpenAI } from 'openai/client';
import { Answer, httpFetch } from './http-fetch';

/** Longer than any watchdog: it decides, not the package. */
const LONGEST_REQUEST_MS = 3_600_000;

/** A model server at an address. Both reject with the package's APIError for a refusal, with the server's whole body, and otherwise with what kept it from answering. */
export interface Connection {
  get(path: string, signal: AbortSignal): Promise<Answer>;
  /** Sends a body of JSON, as bytes. */
  post(path: string, body: Uint8Array, signal: AbortSignal): Promise<Answer>;
}

/**
 * Opens the openai package's client for one address, without `apiKey` where that is empty. It tries once: when to try again
 * is decided in `retry.ts`. These headers are all that is sent: what the package would tell of this computer, or take from
 * the environment (organization, project, headers of the person's own), is no business of whatever server.
 */
export function connectTo(baseURL: string, apiKey: string): Connection {
  const headers = { accept: 'application/json', 'user-agent': 'Deskwright', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
  const client = new OpenAI({
    baseURL,
    apiKey: apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: LONGEST_REQUEST_MS,
    logLevel: 'off',
    fetch: (address, { method = 'GET', body, signal } = {}) => {
      const bytes = body instanceof Uint8Array ? { body } : {};
      if (typeof address !== 'string' || !signal || (body && !('body' in bytes))) throw new TypeError('Not a request of ours.');
      return httpFetch(address, { method, headers, ...bytes, signal });
    },
  });
  return {
    get: async (path, signal) => ours(await client.get(path, { signal }).asResponse()),
    post: async (path, body, signal) => ours(await client.post(path, { body, signal }).asResponse()),
  };
}

/** The package hands on what its `fetch` gave it. */
function ours(response: Response): Answer {
  if (response instanceof Answer) return response;
  throw new TypeError('Not an answer of ours.');
}
