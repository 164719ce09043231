import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Message } from '../../model/model';
import { messageTokens, mostTokens } from '../../model/tokens';
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

const words = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('a', 'B', '7', '合', 'é', 'Ω', '\u3000', '\0', '"', ' ', '😀', '\ud800') }));
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), text: words, images: fc.array(fc.constant({ mime: 'image/png' as const, bytes: Uint8Array.of(1) }), { maxLength: 2 }) }),
  fc.record({ role: fc.constant('tool' as const), callId: words, name: words, text: words }),
  fc.record({ role: fc.constant('assistant' as const), text: words, reasoning: words, calls: fc.array(fc.record({ id: words, name: words, arguments: words }), { maxLength: 2 }) }),
);

it('knows of any message how many tokens it can have at most', () => {
  const exactly = (one: string): number => countTokens(one, { disallowedSpecial: new Set() });
  fc.assert(fc.property(anyMessage, (one) => mostTokens(one) >= Math.max(messageTokens(one), messageTokens(one, exactly))));
});

it('says of a request that it surely fits only when its count does, before and after the count is known', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMessage, { maxLength: 6 }), fc.nat({ max: 2_000 }), async (messages, most) => {
      const counter = new TokenCounter('scripted');
      const request = { messages, tools: [] };
      const counted = new TokenCounter('scripted').request(request);
      for (const part of [[], messages.slice(0, 3), messages, messages]) {
        if (counter.surelyFits({ ...request, messages: part }, most)) expect(new TokenCounter('scripted').request({ ...request, messages: part })).toBeLessThanOrEqual(most);
        await nextTurn();
      }
      expect(counter.request(request)).toBe(counted);
      expect(counter.surelyFits(request, counted)).toBe(true);
    }),
  );
});

it('counts what is new while the model is waited for, once', async () => {
  const counter = new TokenCounter('scripted');
  const count = vi.spyOn(counter, 'message');
  expect(counter.surelyFits({ messages: [message], tools: [] }, 1_000_000)).toBe(true);
  expect(count).not.toHaveBeenCalled();
  await nextTurn();
  expect(count).toHaveBeenCalledExactlyOnceWith(message);
  expect(counter.surelyFits({ messages: [message], tools: [] }, messageTokens(message))).toBe(true);
});
