import type OpenAI from 'openai';
import { APIError } from 'openai/core/error';
import type { Reply, Wire } from '../dialect';
import type { Message, TurnRequest } from '../model';
import { bodyMessage } from '../error-words';
import { estimateRequest, estimateTokens } from '../tokens';
import { Accumulator, type AnswerPiece } from './accumulate';
import { readEvents } from './read-events';
import { renderMessages, renderTools } from './render';

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParams;

/** What is asked for where the server's own limit cuts answers short, tokens. */
const LONG_ANSWER = 8_192;

/** An answer that came whole, and whether calls that the server speaks of are missing in it. */
export interface Exchanged {
  reply: Reply;
  lostCalls: boolean;
}

/** There was an answer, but none of a chat: a page, another service. */
export class NoAnswerError extends Error {}

/**
 * One try of one Chat Completions request with `messages` as the dialect rendered them; `request`
 * is what tokens are estimated from. Throws what the package, the stream or the server brought.
 */
export async function exchangeChat(messages: readonly Message[], tools: TurnRequest['tools'], wire: Wire): Promise<Exchanged> {
  const { profile } = wire;
  const body = bodyOf(messages, tools, wire);
  const accumulator = new Accumulator();
  const answer = await wire.post('/chat/completions', wire.bodies.of(body));
  await readEvents(answer, wire.alive, (event) => {
    if ('done' in event) {
      accumulator.ended = true;
      // What a server sends behind its final mark is not waited for.
      return 'enough';
    }
    const piece = pieceOf(event.json, () => answer.headers);
    const text = piece ? accumulator.add(piece) : '';
    if (text) wire.onDelta(text);
    return undefined;
  });
  if (!profile.stream) accumulator.ended = true;
  if (!accumulator.sawChoice) throw new NoAnswerError();
  const reply = accumulator.reply((spoken) => ({ inputTokens: estimateRequest({ messages: [...messages], tools }), outputTokens: estimateTokens(spoken), estimated: true }));
  return { reply, lostCalls: accumulator.lostCalls };
}

function bodyOf(messages: readonly Message[], tools: TurnRequest['tools'], { model, profile }: Wire): Body {
  const withTools = profile.tools && tools.length > 0;
  const limit = profile.max_tokens ? (profile.max_completion_tokens ? { max_completion_tokens: LONG_ANSWER } : { max_tokens: LONG_ANSWER }) : {};
  return {
    model,
    messages: renderMessages(messages, profile),
    ...(profile.temperature ? { temperature: 0 } : {}),
    ...limit,
    ...(withTools ? { tools: renderTools(tools) } : {}),
    ...(withTools && profile.tool_choice ? { tool_choice: 'auto' as const } : {}),
    ...(withTools && profile.parallel_tool_calls ? { parallel_tool_calls: true } : {}),
    ...(profile.stream ? { stream: true as const, ...(profile.stream_options ? { stream_options: { include_usage: true } } : {}) } : {}),
  };
}

/** An event as a piece of an answer; null when it is none. An error in it is thrown as if it had come with a status of its own. */
function pieceOf(json: unknown, headers: () => Headers): AnswerPiece | null {
  if (typeof json !== 'object' || json === null) return null;
  const record = json as Record<string, unknown>;
  const error = record['error'] ?? record['errors'];
  const failed = error !== undefined && error !== null && error !== false && !(Array.isArray(error) && error.length === 0);
  const bare = !Array.isArray(record['choices']) && typeof record['message'] === 'string' && ('code' in record || 'status' in record || record['object'] === 'error');
  if (failed || bare) throw new APIError(statusOf(failed ? error : record), failed ? error : record, bodyMessage(json), headers());
  return json as AnswerPiece;
}

/** The status an error inside an answer speaks of; 400 where it says none, as it is the request that didn't go through. */
function statusOf(error: unknown): number {
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : NaN;
  return Number.isInteger(code) && code >= 400 && code < 600 ? code : 400;
}
