import { APIConnectionError, APIError, APIUserAbortError } from 'openai/core/error';
import { expect, it } from 'vitest';
import { explainError } from './explain-error';

const to = { baseUrl: 'http://host/v1', model: 'm', language: 'en' as const };
const refused = (status: number, message: string) => explainError(APIError.generate(status, { error: { message } }, undefined, new Headers()), to);

it.each([
  ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", 8192],
  ['the request exceeds the available context size, try increasing it', undefined],
  ['input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000', 200000],
  ['prompt is too long: 210000 tokens > 200000 maximum', 200000],
  ['Range of input length should be [1, 30720], input exceeds max_model_len', undefined],
  ['Requested token count exceeds the model’s maximum context length of 131,072 tokens.', 131072],
])('knows a request that is too long by the server’s words: %s', (message, window) => {
  const error = refused(400, message);
  expect([error.code, error.contextWindow]).toEqual(['CONTEXT_LENGTH', window]);
});

it.each([
  [400, 'Invalid value for temperature.'],
  [400, 'image too large'],
  [429, 'Rate limit reached: too many tokens per minute.'],
])('does not take other refusals for it: %i %s', (status, message) => {
  expect(refused(status, message).code).not.toBe('CONTEXT_LENGTH');
});

it('takes a server that was given up after its time for one that was not reached', () => {
  expect(explainError(new APIUserAbortError(), to).code).toBe('UNREACHABLE');
});

it('says that a server went in the middle of its answer, not that its address is wrong', () => {
  const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  const error = explainError(new APIConnectionError({ cause }), to);
  expect(error.code).toBe('UNREACHABLE');
  expect(error.message).toContain('broke off before its answer was whole (socket hang up)');
});
