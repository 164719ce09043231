import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assemble } from '../context/assemble';
import { TokenCounter } from '../context/counter';
import { Conversation, type Archive } from '../conversation';
import type { Message, Model } from '../../model/model';
import { restoreConversation } from '../restore';
import { wholeHistory } from '../../model/whole-history';
import { archiveText } from './archive-text';
import { compact } from './compact';
import { HEADINGS } from './template';

const counter = new TokenCounter('scripted');
const count = (text: string): number => counter.text(text);
const none = new AbortController().signal;

const codes = ['NOT_FOUND', 'CONFLICT', 'NO_EFFECT', 'TIMEOUT'] as const;
const call = fc.record({ tool: fc.constantFrom('Read', 'Edit', 'Bash', 'Observe', 'LS'), target: fc.constantFrom('a.txt', 'docs/b.md', 'npm test', '报告.md'), code: fc.option(fc.constantFrom(...codes), { freq: 3 }), size: fc.integer({ min: 0, max: 1_500 }) });
/** Rounds as a run makes them; ids are used again, as some models do. */
const history = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.array(call, { minLength: 1, maxLength: 3 }) }, { weight: 1, arbitrary: fc.constantFrom('And then?', '[Deskwright] A note.', '继续') }), { minLength: 4, maxLength: 25 })
  .map((rounds): Message[] => [
    { role: 'user', text: 'Do all of it.' },
    ...rounds.flatMap((round): Message[] => {
      if (typeof round === 'string') return [{ role: 'user', text: round }];
      return [
        { role: 'assistant', text: 'I look.', calls: round.map(({ tool, target }, index) => ({ id: `call_${index}`, name: tool, arguments: JSON.stringify({ path: target }) })) },
        ...round.map(({ tool, code, size }, index): Message => ({
          role: 'tool', callId: `call_${index}`, name: tool,
          text: JSON.stringify({ status: code ? 'error' : 'success', data: { content: 'word '.repeat(size / 5) }, text: code ?? 'ok', ...(code ? { error: { code, message: code, hint: '' } } : {}) }),
        })),
      ];
    }),
  ]);

function open(messages: Message[]) {
  const archives: Archive[] = [];
  return { archives, conversation: new Conversation('s', { messages: [...messages], onArchive: (archive) => archives.push(archive) }) };
}

function sent(conversation: Conversation): Message[] {
  const archive = archiveText(conversation.archives, conversation.messages.slice(0, conversation.archived), 600, count, () => '/tool-output/s-earlier.txt');
  return assemble(conversation, { system: 'rules', standing: '', archive });
}

const options = (conversation: Conversation, keep: number) => ({ conversation, counter, keep, most: 400, signal: none, onUsage: () => undefined });

it('parts no call from its result, loses no code and no request, and comes back the same from the log', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 3 }), async (messages, keeps) => {
      const { conversation, archives } = open(messages);
      const before = counter.messages(sent(conversation));
      let done = false;
      for (const keep of keeps) done = (await compact(options(conversation, keep))) || done;
      const now = sent(conversation);
      expect(wholeHistory(now)).toEqual(now);
      expect(conversation.messages).toEqual(messages);
      const text = now.map((message) => message.text).join('\n');
      for (const code of codes) if (messages.some((message) => message.role === 'tool' && message.text.includes(`"code":"${code}"`))) expect(text).toContain(code);
      expect(text).toContain('Do all of it.');
      expect(text).toContain(conversation.requests.at(-1)?.text);
      if (done) expect(counter.messages(now)).toBeLessThan(before + 200);
      expect(sent(new Conversation('s', restoreConversation(JSON.parse(JSON.stringify(messages)) as Message[], archives)))).toEqual(now);
    }),
    { numRuns: 60 },
  );
});

const long: Message[] = [
  { role: 'user', text: 'Do all of it.' },
  ...Array.from({ length: 30 }, (_, index): Message[] => [
    { role: 'assistant', text: `Step ${index}.`, calls: [{ id: `c${index}`, name: 'Read', arguments: `{"path":"f${index}.txt"}` }] },
    { role: 'tool', callId: `c${index}`, name: 'Read', text: JSON.stringify({ status: 'success', data: { content: 'word '.repeat(100) }, text: 'Read it.' }) },
  ]).flat(),
];

it('has every heading, and never summarises a summary', async () => {
  const { conversation, archives } = open(long);
  await compact(options(conversation, 3_000));
  const [first] = archives;
  for (const heading of HEADINGS) expect(first?.summary).toContain(`## ${heading}`);
  for (let index = 0; index < 10; index++) {
    conversation.add({ role: 'assistant', text: 'More.', calls: [{ id: `m${index}`, name: 'LS', arguments: '{}' }] });
    conversation.add({ role: 'tool', callId: `m${index}`, name: 'LS', text: JSON.stringify({ status: 'success', data: { entries: Array.from({ length: 80 }, () => 'entry') }, text: 'ok' }) });
  }
  await compact(options(conversation, 500));
  expect(archives[0]).toEqual(first);
  expect(archives[1]?.summary).not.toContain('f0.txt');
});

it('puts older summaries in a file instead of shortening them', async () => {
  const { conversation } = open([]);
  let kept = '';
  for (const part of ['first', 'second', 'third']) {
    conversation.add({ role: 'assistant', text: part, calls: [] });
    conversation.archive(conversation.messages.length, `${part}: ${'words '.repeat(150)}`, 'rules');
  }
  const text = archiveText(conversation.archives, [], 300, count, (older) => {
    kept = older;
    return '/out/earlier.txt';
  });
  expect(text).toContain('Parts 1 to 2 are in /out/earlier.txt');
  expect(text).toContain('Part 3 of 3:\nthird');
  expect(kept).toContain('# Part 1\n\nfirst');
  expect(kept).toContain('# Part 2\n\nsecond');
});

it('loses nothing when the summary can’t be kept', async () => {
  const conversation = new Conversation('s', {
    messages: [...long],
    onArchive() {
      throw new Error('no space left');
    },
  });
  const before = sent(conversation);
  await expect(compact(options(conversation, 0))).rejects.toThrow('no space left');
  expect(sent(conversation)).toEqual(before);
});

it('lets rules do it when the fast model fails, and stops with the person', async () => {
  const { conversation, archives } = open(long);
  const fast: Model = { name: 'fast', turn: () => Promise.reject(new Error('down')) };
  expect(await compact({ ...options(conversation, 0), fast })).toBe(true);
  expect(archives[0]?.by).toBe('rules');
  const stop = new AbortController();
  const stopping: Model = {
    name: 'fast',
    turn() {
      stop.abort();
      return Promise.reject(stop.signal.reason as Error);
    },
  };
  const again = open(long);
  await expect(compact({ ...options(again.conversation, 0), fast: stopping, signal: stop.signal })).rejects.toThrow();
  expect(again.archives).toEqual([]);
});
