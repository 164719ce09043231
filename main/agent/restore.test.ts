import { expect, it } from 'vitest';
import fc from 'fast-check';
import type { Message } from '../model/model';
import { endsStep, messagesOf, recordOf } from './restore';
import { wholeHistory } from '../model/whole-history';

const user: Message = { role: 'user', text: 'go' };
const calls = (...ids: string[]): Message => ({ role: 'assistant', text: '', calls: ids.map((id) => ({ id, name: 'LS', arguments: '{}' })) });
const answer = (callId: string): Message => ({ role: 'tool', callId, name: 'LS', text: '{}' });

it('answers calls that a crash left open as cancelled', () => {
  const whole = wholeHistory([user, calls('a', 'b'), answer('a')]);
  expect(whole).toHaveLength(4);
  expect(whole[3]).toMatchObject({ role: 'tool', callId: 'b', text: expect.stringContaining('CANCELLED') });
});

it('drops answers whose call is gone', () => {
  expect(wholeHistory([user, answer('x')])).toEqual([user]);
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
      for (const one of wholeHistory(messages)) {
        if (one.role === 'tool') expect(open.delete(one.callId)).toBe(true);
        else expect(open.size).toBe(0);
        if (one.role === 'assistant') for (const call of one.calls) open.add(call.id);
      }
      expect(open.size).toBe(0);
    }),
  );
});

it('gives back the messages that its records hold, with fields it does not know, and counts what is none', () => {
  const said = [user, calls('a'), answer('a')];
  const odd = { ...recordOf(user), dialect: 'x' };
  const { messages, bad } = messagesOf([{ type: 'session', version: 1 }, ...said.map(recordOf), odd, { type: 'message', role: 'robot' }, { type: 'later' }]);
  expect(messages).toEqual([...said, { ...user, dialect: 'x' }]);
  expect(bad).toBe(1);
});

it('keeps no picture in a record', () => {
  expect(recordOf({ role: 'user', text: 'see', images: [{ mime: 'image/png', bytes: new Uint8Array([1]) }] })).toEqual({ type: 'message', role: 'user', text: 'see' });
});

it('ends a step where no call waits for an answer', () => {
  const open = new Set<string>();
  expect([user, calls('a', 'b'), answer('a'), answer('b'), calls()].map((message) => endsStep(message, open))).toEqual([true, false, false, true, true]);
});
