import { expect, it } from 'vitest';
import type { Message } from '../../model/model';
import { messageTokens } from '../../model/tokens';
import { squeeze } from './squeeze';

const size = (messages: readonly Message[]): number => messages.reduce((sum, message) => sum + messageTokens(message), 0);
const round: Message[] = [
  { role: 'assistant', text: '', calls: [{ id: 'w', name: 'Write', arguments: JSON.stringify({ path: 'a.txt', content: 'word '.repeat(2_000) }) }] },
  { role: 'tool', callId: 'w', name: 'Write', text: JSON.stringify({ status: 'error', text: 'x'.repeat(5_000), data: { diff: 'line\n'.repeat(900) }, error: { code: 'CONFLICT', message: 'changed', hint: 'Read' } }), images: [{ mime: 'image/png', bytes: new Uint8Array(1) }] },
];

it('cuts the newest round until it fits, and keeps its calls, statuses and codes', () => {
  const squeezed = squeeze(round, (messages) => size(messages) <= 500);
  expect(size(squeezed)).toBeLessThanOrEqual(500);
  expect(squeezed[0]).toMatchObject({ calls: [{ id: 'w', name: 'Write', arguments: expect.stringContaining('a.txt') }] });
  expect(() => JSON.parse((squeezed[0] as Extract<Message, { role: 'assistant' }>).calls[0]?.arguments ?? '') as unknown).not.toThrow();
  expect(squeezed[1]).toMatchObject({ callId: 'w', text: expect.stringMatching(/"status":"error".*CONFLICT/s) });
});

it('leaves alone what fits', () => {
  expect(squeeze(round, () => true)).toEqual(round);
});
