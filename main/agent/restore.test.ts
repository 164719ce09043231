import { expect, it } from 'vitest';
import fc from 'fast-check';
import type { Message } from '../model/model';
import { restoreHistory } from './restore';

const user: Message = { role: 'user', text: 'go' };
const calls = (...ids: string[]): Message => ({ role: 'assistant', text: '', calls: ids.map((id) => ({ id, name: 'LS', arguments: '{}' })) });
const answer = (callId: string): Message => ({ role: 'tool', callId, name: 'LS', text: '{}' });

it('answers calls that a crash left open as cancelled', () => {
  const whole = restoreHistory([user, calls('a', 'b'), answer('a')]);
  expect(whole).toHaveLength(4);
  expect(whole[3]).toMatchObject({ role: 'tool', callId: 'b', text: expect.stringContaining('CANCELLED') });
});

it('drops answers whose call is gone', () => {
  expect(restoreHistory([user, answer('x')])).toEqual([user]);
});

it('makes every cut of a history whole', () => {
  const message = fc.oneof(
    fc.constant(user),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c')).map((ids) => calls(...ids)),
    fc.constantFrom('a', 'b', 'c').map(answer),
  );
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const open = new Set<string>();
      for (const one of restoreHistory(messages)) {
        if (one.role === 'tool') expect(open.delete(one.callId)).toBe(true);
        else expect(open.size).toBe(0);
        if (one.role === 'assistant') for (const call of one.calls) open.add(call.id);
      }
      expect(open.size).toBe(0);
    }),
  );
});
