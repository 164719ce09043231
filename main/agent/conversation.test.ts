import { expect, it } from 'vitest';
import type { Message } from '../model/model';
import { Conversation } from './conversation';

const picture = { mime: 'image/jpeg' as const, bytes: new Uint8Array([1]) };

it('sends the three newest pictures and says where older ones were', () => {
  const conversation = new Conversation('s');
  for (let index = 0; index < 5; index++) conversation.add({ role: 'tool', callId: String(index), name: 'Observe', text: 'seen', images: [picture] });
  const rendered = conversation.render('rules');
  const shown = rendered.map((message) => ('images' in message ? (message.images?.length ?? 0) : 0));
  expect(shown).toEqual([0, 0, 0, 1, 1, 1]);
  expect(rendered[1]?.text).toMatch(/picture is no longer shown/);
});

it('keeps what was said unchanged by rendering', () => {
  const messages: Message[] = [];
  const conversation = new Conversation('s', [], (message) => messages.push(message));
  conversation.add({ role: 'user', text: 'hello' });
  expect(conversation.render('rules')).toEqual([{ role: 'system', text: 'rules' }, { role: 'user', text: 'hello' }]);
  expect(messages).toEqual([{ role: 'user', text: 'hello' }]);
});
