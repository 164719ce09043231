import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { TurnAccumulator, type StreamChunk } from './accumulate';
import { normaliseBaseUrl } from './base-url';
import { bodyMessage, explainError } from './explain-error';
import { ModelError, type Model, type Turn, type TurnHooks, type TurnRequest } from './model';
import { renderMessages, renderTools } from './render';
import { estimateRequest, estimateTokens } from './tokens';

export interface ClientOptions {
  baseUrl: string;
  /** Empty for local servers that want none. */
  apiKey: string;
  model: string;
  language: Language;
  /** A stream that says nothing for this long is given up, milliseconds. */
  stallMs?: number;
  /** Waits between tries after a passing failure, milliseconds. */
  retryWaits?: readonly number[];
}

const STALL_MS = 90_000;
const RETRY_WAITS = [1_000, 4_000];
/** A longer Retry-After is not waited out: the person is told instead. */
const LONGEST_WAIT_MS = 60_000;

/** A model behind any OpenAI-compatible address, with streamed function calls. */
export function createClient(options: ClientOptions): Model {
  const client = new OpenAI({
    baseURL: normaliseBaseUrl(options.baseUrl),
    // The package refuses an empty key; servers that want none ignore this one.
    apiKey: options.apiKey || 'none',
    maxRetries: 0,
  });
  const to = { baseUrl: options.baseUrl, model: options.model, language: options.language };
  const waits = options.retryWaits ?? RETRY_WAITS;

  return {
    name: options.model,
    async turn(request, hooks) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await streamTurn(client, options, request, hooks);
        } catch (error) {
          hooks.signal.throwIfAborted();
          const wait = retryWait(error, waits[attempt]);
          if (wait === null) throw explainError(error, to);
          const seconds = String(Math.ceil(wait / 1000));
          hooks.onNotice('MODEL_RETRY', say(options.language, 'model.retry', { seconds, detail: explainError(error, to).message }));
          await delay(wait, undefined, { signal: hooks.signal });
        }
      }
    },
  };
}

async function streamTurn(client: OpenAI, options: ClientOptions, request: TurnRequest, hooks: TurnHooks): Promise<Turn> {
  const watchdog = new Watchdog(hooks.signal, options.stallMs ?? STALL_MS);
  const accumulator = new TurnAccumulator();
  try {
    const stream = await client.chat.completions.create(
      {
        model: options.model,
        messages: renderMessages(request.messages),
        temperature: 0,
        stream: true,
        stream_options: { include_usage: true },
        ...(request.tools.length ? { tools: renderTools(request.tools) } : {}),
      },
      { signal: watchdog.signal },
    );
    for await (const chunk of stream) {
      watchdog.alive();
      const loose = chunk as StreamChunk;
      if (loose.error) throw new ModelError('REFUSED', say(options.language, 'model.refused', { status: '200', detail: bodyMessage(loose.error) ?? '' }));
      const text = accumulator.add(loose);
      if (text) hooks.onDelta(text);
    }
    // An aborted stream ends without an error of its own.
    hooks.signal.throwIfAborted();
    if (watchdog.fired) throw watchdog.error(options.language);
    if (!accumulator.sawChoice) throw new ModelError('BAD_RESPONSE', say(options.language, 'model.no_stream', { address: options.baseUrl }));
  } catch (error) {
    throw watchdog.fired ? watchdog.error(options.language) : error;
  } finally {
    watchdog.done();
  }
  return accumulator.turn(
    () => `call_${randomUUID().slice(0, 8)}`,
    (spoken) => ({ inputTokens: estimateRequest(request), outputTokens: estimateTokens(spoken), estimated: true }),
  );
}

/** How long to wait before the next try; null when another try makes no sense. */
function retryWait(error: unknown, planned: number | undefined): number | null {
  if (planned === undefined) return null;
  if (error instanceof APIError && error.status !== undefined) {
    if (error.status !== 429 && error.status < 500) return null;
    const asked = Number(error.headers?.get('retry-after') ?? NaN) * 1000;
    if (Number.isFinite(asked) && asked > LONGEST_WAIT_MS) return null;
    return Number.isFinite(asked) ? Math.max(asked, planned) : planned;
  }
  return error instanceof APIConnectionError ? planned : null;
}

/** Ends a request whose stream has gone silent: the package's own timeout does not cover that. */
class Watchdog {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout;
  private readonly onStop = (): void => {
    this.controller.abort();
  };
  fired = false;

  constructor(
    private readonly stop: AbortSignal,
    private readonly limitMs: number,
  ) {
    stop.addEventListener('abort', this.onStop, { once: true });
    if (stop.aborted) this.controller.abort();
    this.timer = this.arm();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  alive(): void {
    clearTimeout(this.timer);
    this.timer = this.arm();
  }

  done(): void {
    clearTimeout(this.timer);
    this.stop.removeEventListener('abort', this.onStop);
  }

  error(language: Language): ModelError {
    return new ModelError('STALLED', say(language, 'model.stalled', { seconds: String(Math.round(this.limitMs / 1000)) }));
  }

  private arm(): NodeJS.Timeout {
    return setTimeout(() => {
      this.fired = true;
      this.controller.abort();
    }, this.limitMs);
  }
}
