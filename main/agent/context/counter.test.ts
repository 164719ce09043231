import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import type { Message } from '../../model/model';
import { TokenCounter } from './counter';

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(50);
const message: Message = { role: 'user', text };

it('counts with the model’s own tokenizer where it is known', async () => {
  const counter = new TokenCounter('gpt-4.1-mini');
  const estimate = counter.message(message);
  expect(await counter.sharpen()).toBe(true);
  expect(counter.text(text)).toBe(countTokens(text));
  expect(counter.message(message)).toBeLessThan(estimate);
  expect(await counter.sharpen()).toBe(false);
});

it.each(['qwen3-vl', 'deepseek-chat', 'scripted', 'llama-4o'])('goes on with the estimate for %s', async (name) => {
  const counter = new TokenCounter(name);
  expect(await counter.sharpen()).toBe(false);
  expect(counter.text(text)).toBeGreaterThanOrEqual(countTokens(text));
});

it('does not hang on endless words, nor take special marks for tokens of their own', async () => {
  const counter = new TokenCounter('openai/gpt-5');
  await counter.sharpen();
  expect(counter.text('a'.repeat(200_000))).toBeGreaterThan(1_000);
  expect(counter.text('<|endoftext|>')).toBeGreaterThan(1);
});
