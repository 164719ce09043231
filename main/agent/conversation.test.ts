import { expect, it } from 'vitest';
import type { Message } from '../model/model';
import { assemble } from './context/assemble';
import { Conversation, type Archive } from './conversation';

const picture = (byte: number) => ({ mime: 'image/jpeg' as const, bytes: new Uint8Array([byte]) });
const layers = { system: 'rules', standing: '', archive: '' };
const seen = (callId: string, byte: number): Message => ({ role: 'tool', callId, name: 'Observe', text: 'seen', images: [picture(byte)] });
const picturesIn = (messages: readonly Message[]) => messages.map((message) => ('images' in message ? (message.images?.length ?? 0) : 0));

it('sends the three newest pictures and says where older ones were', () => {
  const conversation = new Conversation('s');
  for (let index = 0; index < 5; index++) conversation.add(seen(String(index), index));
  const rendered = assemble(conversation, layers);
  expect(picturesIn(rendered)).toEqual([0, 0, 0, 1, 1, 1]);
  expect(rendered[1]?.text).toMatch(/picture is no longer shown/);
});

it('sends an unchanged screen once', () => {
  const conversation = new Conversation('s');
  for (const [index, byte] of [1, 2, 2, 2].entries()) conversation.add(seen(String(index), byte));
  const rendered = assemble(conversation, layers);
  expect(picturesIn(rendered)).toEqual([0, 1, 1, 0, 0]);
  expect(rendered[4]?.text).toMatch(/picture is unchanged/);
});

it('lets go of the bytes of pictures that will never be sent again', () => {
  const conversation = new Conversation('s');
  for (let index = 0; index < 30; index++) conversation.add(seen(String(index), index));
  expect(picturesIn(conversation.messages).filter(Boolean)).toHaveLength(8);
  expect(assemble(conversation, layers)[1]?.text).toMatch(/picture is no longer shown/);
});

it('keeps what was said unchanged by rendering', () => {
  const messages: Message[] = [];
  const conversation = new Conversation('s', { onAdd: (message) => messages.push(message) });
  conversation.add({ role: 'user', text: 'hello' });
  expect(assemble(conversation, layers)).toEqual([{ role: 'system', text: 'rules' }, { role: 'user', text: 'hello' }]);
  expect(messages).toEqual([{ role: 'user', text: 'hello' }]);
});

it('says a layer that did not change with the same message, so that it is counted and written once', () => {
  const conversation = new Conversation('s');
  const first = assemble(conversation, { ...layers, standing: 'a' });
  const second = assemble(conversation, { ...layers, standing: 'a' });
  const third = assemble(conversation, { ...layers, standing: 'b' });
  expect(second.map((message, index) => message === first[index])).toEqual([true, true]);
  expect(third.map(({ text }) => text)).toEqual(['rules', 'b']);
  expect(third[0]).toBe(first[0]);
});

it('sends the layers in their order, the list of steps last', () => {
  const conversation = new Conversation('s');
  conversation.add({ role: 'user', text: 'go' });
  conversation.add({ role: 'assistant', text: '', calls: [{ id: 't', name: 'TodoWrite', arguments: '{}' }] });
  conversation.add({ role: 'tool', callId: 't', name: 'TodoWrite', text: JSON.stringify({ status: 'success', text: '[1/2] In progress: b.' }) });
  const rendered = assemble(conversation, { system: 'L1', standing: 'L2', archive: 'earlier' });
  expect(rendered.map(({ role, text }) => [role, text])).toEqual([
    ['system', 'L1'],
    ['system', 'L2'],
    ['user', '[Deskwright] earlier'],
    ['user', 'go'],
    ['assistant', ''],
    ['tool', expect.any(String)],
    ['user', '[1/2] In progress: b.'],
  ]);
});

it('keeps the first and the present request word for word when summaries cover them', () => {
  const archives: Archive[] = [];
  const conversation = new Conversation('s', { onArchive: (archive) => archives.push(archive) });
  for (const text of ['first', '[Deskwright] a note', 'second', 'third']) conversation.add({ role: 'user', text });
  conversation.add({ role: 'assistant', text: 'done', calls: [] });
  conversation.archive(4, 'what was before', 'rules');
  expect(archives).toEqual([{ through: 3, summary: 'what was before', by: 'rules' }]);
  expect(assemble(conversation, layers).map(({ text }) => text)).toEqual(['rules', 'first', 'third', 'done']);
});

it('changes nothing when a summary can’t be kept', () => {
  const conversation = new Conversation('s', {
    onArchive() {
      throw new Error('the disk is full');
    },
  });
  conversation.add({ role: 'user', text: 'first' });
  expect(() => conversation.archive(1, 'x', 'rules')).toThrow('the disk is full');
  expect(conversation.archived).toBe(0);
  expect(conversation.recent).toHaveLength(1);
});
