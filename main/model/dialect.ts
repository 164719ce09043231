import type { BodyBytes } from './chat/body-bytes';
import type { Answer } from './http-fetch';
import type { Message, ToolSpec, Turn, TurnRequest, Usage } from './model';
import type { Profile } from './profile/profile';

/** A finished answer as the server gave it, before a dialect has read it. */
export interface Reply {
  text: string;
  /** Native calls; arguments are still text. */
  calls: Turn['calls'];
  /** Thoughts that came apart from the answer. */
  reasoning?: string;
  usage: Usage;
  /** `length` and `filter`: the answer was cut. */
  finish: Turn['finish'];
}

/** What a request of a dialect's own may use: one try, its retries are the client's. */
export interface Wire {
  /** Sends JSON to a path of the server's address; rejects as a `Connection` does. */
  post(path: string, body: Buffer): Promise<Answer>;
  /** Writes this client's request bodies. */
  bodies: BodyBytes;
  model: string;
  /** What this server takes; a refusal is thrown as it came, and the client learns from it. */
  profile: Profile;
  /** Ends with the person's stop and with the stall watchdog. */
  signal: AbortSignal;
  /** Something arrived: the stall watchdog starts anew. */
  alive(): void;
  onDelta(text: string): void;
}

/**
 * How a model is told of tools and says its calls. The client sends `render`ed messages and hands
 * every whole answer to `read`; all dialects end in the same calls, so gate, effects and trace are
 * the same.
 */
export interface Dialect {
  /** What `--dialect` takes. */
  readonly name: string;
  /** Whether tools go into the request's `tools` field; otherwise `prompt` tells the model of them. */
  readonly native: boolean;
  /** Whether pieces of the answer may be shown to the person as they come; calls written as text may not. */
  readonly streams: boolean;
  /** Added to the system prompt; empty where tools are native. */
  prompt(tools: readonly ToolSpec[]): string;
  /**
   * Calls to make before this model can be asked at all (it needs a picture and has no current one);
   * null when it can be. The client answers them as a turn of no tokens.
   */
  first?(request: TurnRequest): Turn['calls'] | null;
  /** The conversation in this dialect's own words; one without native calls has no `tool` role and no `calls` in it. */
  render(messages: readonly Message[]): Message[];
  /**
   * Reads a whole answer. Never by guess: what can't be read whole comes back without calls and with
   * `problem`. `request` is the conversation before rendering: pictures and their captures are in it.
   */
  read(reply: Reply, request: TurnRequest): Turn;
  /** Another endpoint than Chat Completions. */
  exchange?(request: TurnRequest, wire: Wire): Promise<Reply>;
}
