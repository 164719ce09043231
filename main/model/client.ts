import { setTimeout as delay } from 'node:timers/promises';
import { APIError } from 'openai/core/error';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { notesInMemory, type ModelNotes } from '../store/model-notes';
import { normaliseBaseUrl, otherBaseUrl } from './base-url';
import { BodyBytes } from './chat/body-bytes';
import { exchangeChat, type Exchanged } from './chat/exchange';
import { afterThoughts } from './chat/thoughts';
import { connectTo, type Connection } from './connection';
import type { Dialect } from './dialect';
import { namesModel, wordsOf } from './error-words';
import { explainError, isTooLong, type Destination } from './explain-error';
import { closeIdleConnections } from './http-fetch';
import type { Message, Model, Price, Turn, TurnHooks, TurnRequest } from './model';
import { nativeDialect } from './native-dialect';
import { lessonOf, plainest, type Lesson, type Sent } from './profile/learn';
import { Lessons } from './profile/lessons';
import type { Profile } from './profile/profile';
import { SilentFaults } from './profile/silent';
import { RETRY_WAITS, retryWait } from './retry';
import { throughSkill } from './skill-call';
import { estimateRequest, looksTruncated } from './tokens';
import { PATIENCE, Watchdog, type Patience } from './watchdog';

export interface ClientOptions {
  baseUrl: string;
  /** Empty for local servers that want none. */
  apiKey: string;
  model: string;
  language: Language;
  /** How the model is told of tools and says its calls; native calls by default. */
  dialect?: Dialect;
  /** The dialect when the server turns out to take no tools; without one that is an error. */
  withoutTools?: Dialect;
  /** What is remembered of servers; by default only as long as this client. */
  notes?: ModelNotes;
  contextWindow?: number;
  price?: Price;
  patience?: Partial<Patience>;
  /** Waits between tries after a passing failure, milliseconds. */
  retryWaits?: readonly number[];
}

/** A model behind any OpenAI-compatible address. Throws TypeError when the address is none. */
export function createClient(options: ClientOptions): Model {
  const { baseUrl, model, language } = options;
  const base = normaliseBaseUrl(baseUrl);
  const to: Destination = { baseUrl, model, language };
  const notes = options.notes ?? notesInMemory();
  const waits = options.retryWaits ?? RETRY_WAITS;
  const patience = { ...PATIENCE, ...options.patience };
  const dialectFor = (profile: Profile): Dialect => (profile.tools ? undefined : options.withoutTools) ?? options.dialect ?? nativeDialect;
  const connections = new Map<string, Connection>();
  const connectionTo = (address: string): Connection => {
    const connection = connections.get(address) ?? connectTo(address, options.apiKey || 'none');
    connections.set(address, connection);
    return connection;
  };
  const bodies = new BodyBytes();
  const faults = new SilentFaults();
  let warned = false;

  const exchange = async (request: TurnRequest, dialect: Dialect, profile: Profile, hooks: TurnHooks): Promise<Exchanged> => {
    const watchdog = new Watchdog(hooks.signal, profile.stream ? patience : { ...patience, firstByteMs: patience.firstByteMs * UNSTREAMED_PATIENCE });
    const connection = connectionTo((profile.other_base ? otherBaseUrl(base) : null) ?? base);
    const wire = {
      post: (path: string, body: Buffer) => connection.post(path, body, watchdog.signal),
      bodies,
      model,
      profile: dialect.native ? profile : { ...profile, tools: false },
      signal: watchdog.signal,
      alive: () => watchdog.alive(),
      onDelta: dialect.streams ? afterThoughts(hooks.onDelta) : () => undefined,
    };
    try {
      const exchanged = dialect.exchange ? { reply: await dialect.exchange(request, wire), lostCalls: false } : await exchangeChat(instructed(dialect, request), request.tools, wire);
      watchdog.done();
      return exchanged;
    } catch (error) {
      watchdog.failed();
      watchdog.check();
      throw error;
    }
  };

  /** Turns a switch that the refusal speaks of; false when there is nothing to try. */
  const learn = (error: unknown, lessons: Lessons, sent: Sent, exhausted: boolean, hooks: TurnHooks): boolean => {
    const profile = lessons.profile();
    const particular = lessonOf(error, profile, sent, lessons.tried);
    if (particular?.feature === 'tools' && !options.withoutTools) return false;
    const tries = particular ? [particular] : lessFor(error, base, profile, sent, exhausted);
    if (!lessons.attempt(tries, wordsOf(error))) return false;
    hooks.onNotice('MODEL_FEATURE', say(language, 'model.learned', { address: baseUrl, what: whatOf(tries, language), detail: wordsOf(error) }));
    return true;
  };

  const takeTurn = async (request: TurnRequest, hooks: TurnHooks): Promise<Turn> => {
    const lessons = new Lessons(notes, base, model);
    faults.prepare(lessons.profile(), sentOf(request, dialectFor(lessons.profile())), lessons);
    for (let tries = 0; ; ) {
      hooks.signal.throwIfAborted();
      const profile = lessons.profile();
      const dialect = dialectFor(profile);
      const before = dialect.first?.(request);
      if (before?.length) return { text: '', calls: before, usage: { inputTokens: 0, outputTokens: 0, estimated: false }, finish: 'calls' };
      const sent = sentOf(request, dialect);
      let exchanged: Exchanged;
      try {
        exchanged = await exchange(request, dialect, profile, hooks);
      } catch (error) {
        hooks.signal.throwIfAborted();
        const wait = retryWait(error, tries, waits);
        if (learn(error, lessons, sent, wait === null, hooks)) continue;
        if (wait === null) throw explainError(error, to);
        tries++;
        const seconds = Math.ceil(wait / 1000);
        hooks.onNotice('MODEL_RETRY', say(language, 'model.retry', { seconds, detail: explainError(error, to).message }), wait);
        await delay(wait, undefined, { signal: hooks.signal });
        continue;
      }
      const { reply, lostCalls } = exchanged;
      const silent = faults.judge(reply, lostCalls, profile, sent, lessons);
      if (silent) {
        hooks.onNotice('MODEL_FEATURE', say(language, 'model.learned', { address: baseUrl, what: whatOf([silent], language), detail: say(language, `silent.${silent.feature}`) }));
        continue;
      }
      lessons.confirm();
      if (!warned && looksTruncated(reply.usage, request)) {
        warned = true;
        hooks.onNotice('CONTEXT_TRUNCATED', say(language, 'model.truncated', { read: reply.usage.inputTokens, sent: estimateRequest(request) }));
      }
      return throughSkill(dialect.read(reply, request), request);
    }
  };

  return {
    name: model,
    address: base,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.price === undefined ? {} : { price: options.price }),
    async turn(request, hooks) {
      try {
        return await takeTurn(request, hooks);
      } finally {
        if (hooks.signal.aborted) closeIdleConnections();
      }
    },
  };
}

/** An answer that isn't streamed says nothing until it is whole. */
const UNSTREAMED_PATIENCE = 2;

/** The request as the dialect says it, with its instructions at the end of the system prompt. */
function instructed(dialect: Dialect, request: TurnRequest): Message[] {
  const messages = dialect.render(request.messages);
  const prompt = dialect.prompt(request.tools);
  if (!prompt) return messages;
  const [first, ...rest] = messages;
  return first?.role === 'system' ? [{ role: 'system', text: `${first.text}\n\n${prompt}` }, ...rest] : [{ role: 'system', text: prompt }, ...messages];
}

function sentOf({ messages, tools }: TurnRequest, dialect: Dialect): Sent {
  return {
    tools: dialect.native && tools.length > 0,
    images: messages.some((message) => (message.role === 'user' || message.role === 'tool') && (message.images?.length ?? 0) > 0),
    bareCalls: dialect.native && messages.some((message) => message.role === 'assistant' && message.calls.length > 0 && !message.text),
    reasoning: messages.some((message) => message.role === 'assistant' && message.reasoning !== undefined),
  };
}

/** What to leave out when a refusal names nothing that was sent: once everything optional, once the other address. */
function lessFor(error: unknown, base: string, profile: Profile, sent: Sent, exhausted: boolean): Lesson[] {
  if (!(error instanceof APIError) || error.status === undefined) return [];
  const { status } = error;
  const detail = wordsOf(error);
  if ((status === 404 || status === 405) && !namesModel(detail)) return otherBaseUrl(base) === null ? [] : [{ feature: 'other_base', to: !profile.other_base }];
  if (isTooLong(status, detail) || namesModel(detail)) return [];
  if (status === 400 || status === 422) return plainest(profile, sent);
  // A gateway may fall over tools in a stream without a word about it.
  return status === 500 && exhausted && sent.tools && profile.stream ? [{ feature: 'stream', to: false }, ...plainest(profile, sent)] : [];
}

function whatOf(lessons: readonly Lesson[], language: Language): string {
  return lessons.map(({ feature }) => say(language, `profile.${feature}`)).join(language === 'zh' ? '、' : ', ');
}
