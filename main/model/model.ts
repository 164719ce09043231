import type { RawCall } from '../tools/call';
import type { Picture } from '../tools/tool';

/** The conversation as the loop keeps it; each dialect renders it in its own way. */
export type Message =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string; images?: Picture[] }
  | { role: 'assistant'; text: string; calls: RawCall[]; reasoning?: string; said?: Said }
  | { role: 'tool'; callId: string; name: string; text: string; images?: Picture[] };

/** A model's own words in a dialect's grammar, kept so that the dialect can give them back as they were. */
export interface Said {
  dialect: string;
  text: string;
}

/** A tool as the model is told of it. */
export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** True when the server gave no count. */
  estimated: boolean;
}

export interface Turn {
  text: string;
  calls: RawCall[];
  /** Thoughts that some servers want back. */
  reasoning?: string;
  usage: Usage;
  /** `length` and `filter`: the answer was cut; its calls must not run. */
  finish: 'stop' | 'calls' | 'length' | 'filter';
  /** The answer says that the task was not done, or not as asked. Only who works by rules can tell. */
  unmet?: boolean;
  /** Why the answer can't be used, an example of the right form for the model, and the answer as it came; it then has no calls. */
  problem?: { message: string; form?: string; raw: string };
  /** What this answer's tokens cost, where another model than the asked one gave it. */
  price?: Price;
  /** The answer as it came, where `text` and `calls` were read out of it. */
  said?: Said;
  /** The calls are one movement in order: after one that fails, no later one that writes may run. */
  batch?: boolean;
}

export interface TurnRequest {
  messages: Message[];
  tools: ToolSpec[];
  /** Skills that may be called by their own names; such a call is one of Skill. */
  skills?: readonly string[];
}

export interface TurnHooks {
  signal: AbortSignal;
  onDelta(text: string): void;
  /** Retries, waits, dropped features: shown to the person. `waitMs`: how long it is before it goes on. */
  onNotice(code: string, text: string, waitMs?: number): void;
}

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** Whoever decides the next step: a language model, or the offline planner. */
export interface Model {
  /** Shown to the person: "gpt-4.1" or "offline planner". */
  readonly name: string;
  /** Where requests go. */
  readonly address?: string;
  /** Tokens of request and answer together; absent when unknown. */
  readonly contextWindow?: number;
  /** US dollars for a million tokens; absent when unknown. */
  readonly price?: Price;
  /** Who does titles and summaries at less cost; absent: this model itself. */
  readonly fast?: Model;
  /** Works by fixed rules: it has no window, and its waits are no loops. */
  readonly byRules?: true;
  /** Of a model made of others: itself with each of those wrapped, so that none is reached without it. */
  guard?(wrap: (model: Model) => Model): Model;
  /** Rejects with ModelError, or with an AbortError when the signal fires. */
  turn(request: TurnRequest, hooks: TurnHooks): Promise<Turn>;
}

/** `ADDRESS`: a server, but no chat there. `QUOTA`: waiting won't help. */
export type ModelErrorCode = 'UNREACHABLE' | 'CERTIFICATE' | 'ADDRESS' | 'KEY' | 'MODEL' | 'REFUSED' | 'BAD_RESPONSE' | 'STALLED' | 'RATE_LIMIT' | 'QUOTA' | 'CONTEXT_LENGTH';

/** Why no turn came; `message` is already in plain words: what, why, what next. */
export class ModelError extends Error {
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    /** With CONTEXT_LENGTH: the window in tokens, where the server named it. */
    readonly contextWindow?: number,
  ) {
    super(message);
    this.name = 'ModelError';
  }
}
