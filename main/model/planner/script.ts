import type { Envelope } from '../../../preload/contract/envelope';
import type { Language } from '../../../preload/contract/settings';
import { say, type Phrase } from '../../locales/say';

/** One call, with the sentence that tells the person what it is for. */
export interface Step {
  why: string;
  tool: string;
  arguments: Record<string, unknown>;
  /** Its result changes nothing: it is made in one turn with the next call, and the plan goes on at once. */
  aside?: true;
}

/** A task's plan as a coroutine: yields calls, is resumed with their envelopes (nothing for an aside), returns its value. */
export type Plan<T> = Generator<Step, T, Envelope | undefined>;

/** A whole task ends in the answer to the person. */
export type Script = Plan<string>;

/** The answer, and whether it tells of something not done. */
export interface Ending {
  text: string;
  unmet: boolean;
}

/** What a running task knows and has done; `done` becomes part of the answer when it can't go on. */
export interface Work {
  readonly language: Language;
  readonly tools: ReadonlySet<string>;
  readonly today: Date;
  readonly done: string[];
  /** Whether the answer has to say that the task was not done, or not as asked. */
  unmet: boolean;
  say(key: Phrase, values?: Record<string, string | number>): string;
}

export function createWork(language: Language, tools: Iterable<string>, today: Date): Work {
  return { language, tools: new Set(tools), today, done: [], unmet: false, say: (key, values) => say(language, key, values) };
}

/** An answer that says what was not done; the run then counts as failed. */
export function unmet(work: Work, answer: string): string {
  work.unmet = true;
  return answer;
}

/** The task can't go on: a call was refused, or failed after its one recovery. */
export class Halt extends Error {
  constructor(
    readonly envelope: Envelope,
    /** What the call was for. */
    readonly doing: string,
  ) {
    super(envelope.error?.message ?? envelope.text);
    this.name = 'Halt';
  }
}

const REFUSALS = new Set(['DENIED', 'FORBIDDEN', 'CANCELLED']);

/**
 * Makes one call and hands back its envelope, errors included.
 * @throws Halt when the call was denied, forbidden or cancelled: that is never worked around.
 */
export function* attempt(work: Work, why: Phrase, tool: string, args: Record<string, unknown>, values: Record<string, string | number> = {}): Plan<Envelope> {
  const doing = work.say(why, values);
  const envelope = yield { why: doing, tool, arguments: args };
  if (!envelope) throw new Error('A call that is no aside was left without its result.');
  if (envelope.error && REFUSALS.has(envelope.error.code)) throw new Halt(envelope, doing);
  return envelope;
}

/**
 * Like `attempt`, for calls the task can't do without.
 * @throws Halt also when the call failed.
 */
export function* must(work: Work, why: Phrase, tool: string, args: Record<string, unknown>, values: Record<string, string | number> = {}): Plan<Envelope> {
  const envelope = yield* attempt(work, why, tool, args, values);
  if (envelope.status === 'error') throw new Halt(envelope, work.say(why, values));
  return envelope;
}
