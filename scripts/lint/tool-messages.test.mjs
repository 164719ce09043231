import { expect, it } from 'vitest';
import { toolMessages } from '../../renderer/locales/tool-messages';
import { root } from '../lib/paths.mjs';
import { messagesOfTools } from './tool-messages.mjs';

it('everything a tool says when a call fails has Chinese words (a row in renderer/locales/tool-messages.ts)', () => {
  const messages = messagesOfTools(root);
  expect(messages.size).toBeGreaterThan(120);
  const known = new Set(toolMessages.map(([english]) => english));
  expect([...messages].filter(([message]) => !known.has(message))).toEqual([]);
});

it('a row names only parts that its English has, and no English twice', () => {
  const parts = (/** @type {string} */ text) => text.split('{}').length - 1;
  for (const [english, chinese] of toolMessages) {
    for (const [, number] of chinese.matchAll(/\{(\d)\}/g)) expect(Number(number), english).toBeLessThanOrEqual(parts(english));
    expect(chinese).not.toContain('{}');
  }
  expect(new Set(toolMessages.map(([english]) => english)).size).toBe(toolMessages.length);
});
