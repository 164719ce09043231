import type { Message, TurnRequest } from './model';

/**
 * A conservative count of tokens where no tokenizer is known: a CJK character counts as one
 * token, other text as one token per 3.5 characters.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 3.5);
}

/** Tokens of a picture as most servers bill it at the sizes Deskwright sends. */
const PICTURE_TOKENS = 1100;

export function estimateRequest(request: TurnRequest): number {
  const tools = estimateTokens(JSON.stringify(request.tools));
  return request.messages.reduce((sum, message) => sum + estimateMessage(message), tools);
}

function estimateMessage(message: Message): number {
  const calls = message.role === 'assistant' ? JSON.stringify(message.calls) : '';
  const pictures = message.role === 'user' || message.role === 'tool' ? (message.images?.length ?? 0) : 0;
  return estimateTokens(message.text + calls) + 4 + pictures * PICTURE_TOKENS;
}
