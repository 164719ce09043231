import { asciiTokens } from './ascii-tokens';
import type { Message, TurnRequest, Usage } from './model';

/** Pieces as tokenizers cut text: encoded bytes, CJK, words with their capital, capitals, digits, marks, line ends and indents, other letters, the rest. */
const PIECES =
  /([A-Za-z0-9+]{24,})|([\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF])|([A-Z]?[a-z]+)|([A-Z]+)|(\d+)|([!-/:-@[-`{-~]+)|(\n\s*|[^\S\n]{2,}|\t)|(\p{L}+)|([^\x00-\x7F])/gu;

/** Tokens that a piece of n characters costs, for each kind of PIECES. */
const COSTS: readonly ((n: number) => number)[] = [
  (n) => n * 0.7,
  () => 1,
  (n) => n / 5,
  (n) => n / 2,
  (n) => n / 2,
  (n) => n / 2,
  () => 1,
  (n) => n / 2,
  () => 3,
];

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
    tokens += asciiTokens(text, at, index) + pieceTokens(foreign);
    at = index + foreign.length;
  }
  return tokens + asciiTokens(text, at, text.length);
}

function pieceTokens(text: string): number {
  let tokens = 0;
  for (const [piece, ...kinds] of text.matchAll(PIECES)) {
    const cost = COSTS[kinds.findIndex((kind) => kind !== undefined)];
    tokens += Math.ceil(cost?.(piece.length) ?? piece.length);
  }
  return tokens;
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

/** The window that Ollama gives a model unless told otherwise, tokens; it cuts off the beginning of what is longer, and says nothing. */
const SILENT_WINDOW = 4096;

/** Whether the server read much less than was sent: its count fits that window, ours is far beyond it. */
export function looksTruncated(usage: Usage, request: TurnRequest): boolean {
  if (usage.estimated || usage.inputTokens <= 0 || usage.inputTokens > SILENT_WINDOW) return false;
  return estimateRequest(request) > Math.max(2.2 * usage.inputTokens, 1.5 * SILENT_WINDOW);
}
