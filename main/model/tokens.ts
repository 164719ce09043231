import { asciiTokens } from './ascii-tokens';
import { foreignTokens } from './foreign-tokens';
import type { Message, TurnRequest, Usage } from './model';

/** A stretch with other letters than ASCII's, and the ASCII letters among and after them, which are one word with them. */
const FOREIGN = /[^\x00-\x7F]+(?:[A-Za-z]+[^\x00-\x7F]+)*[A-Za-z]*/g;

/**
 * A conservative count of tokens where no tokenizer is known: rather too many than one too few,
 * for prose, code, JSON, digits and encoded bytes alike (a test compares with a real tokenizer).
 */
export function estimateTokens(text: string): number {
  // One for a blank at the end.
  let tokens = 1;
  let at = 0;
  for (const { 0: foreign, index } of text.matchAll(FOREIGN)) {
    tokens += asciiTokens(text, at, index) + foreignTokens(text, index, index + foreign.length);
    at = index + foreign.length;
  }
  return tokens + asciiTokens(text, at, text.length);
}

/** Tokens of a picture as most servers bill it at the sizes Deskwright sends. */
const PICTURE_TOKENS = 1100;
/** Tokens that a server adds to each message or call for its own form. */
const FRAME_TOKENS = 8;

/** Tokens of a request with its tools; an estimate unless `count` is a real tokenizer. */
export function estimateRequest(request: TurnRequest, count: (text: string) => number = estimateTokens): number {
  const tools = request.tools.length ? count(JSON.stringify(request.tools)) + request.tools.length * FRAME_TOKENS : 0;
  return request.messages.reduce((sum, message) => sum + messageTokens(message, count), tools);
}

/** Tokens of one message; texts count as they travel, escaped. */
export function messageTokens(message: Message, count: (text: string) => number = estimateTokens): number {
  const calls = message.role === 'assistant' ? message.calls : [];
  const reasoning = message.role === 'assistant' ? (message.reasoning ?? '') : '';
  const pictures = message.role === 'user' || message.role === 'tool' ? (message.images?.length ?? 0) : 0;
  const text = JSON.stringify([message.text, reasoning, ...calls.map((call) => [call.id, call.name, call.arguments])]);
  return count(text) + FRAME_TOKENS * (1 + calls.length) + pictures * PICTURE_TOKENS;
}

/** More tokens than a message can have by either way of counting: at most three a character, without a look at any. */
export function mostTokens(message: Message): number {
  return messageTokens(message, (text) => 3 * text.length + 1);
}

/** The window that Ollama gives a model unless told otherwise, tokens; it cuts off the beginning of what is longer, and says nothing. */
const SILENT_WINDOW = 4096;

/** Whether the server read much less than was sent: its count fits that window, ours is far beyond it. */
export function looksTruncated(usage: Usage, request: TurnRequest): boolean {
  if (usage.estimated || usage.inputTokens <= 0 || usage.inputTokens > SILENT_WINDOW) return false;
  return estimateRequest(request) > Math.max(2.2 * usage.inputTokens, 1.5 * SILENT_WINDOW);
}
