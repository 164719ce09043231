import { expect, it } from 'vitest';
import { UsageError } from './read-words';
import { parseRecords, recordsCommand } from './records';

it.each([
  [['sessions'], ['sessions']],
  [['--data-dir', 'd', '--workspace', 'w', 'sessions', 'search', 'rent'], ['sessions', 'search', 'rent']],
  [['--workspace', 'w', 'trace', 'a/trace.jsonl', '--request', '2'], ['trace', 'a/trace.jsonl']],
])('%j is a command about what is kept', (argv, words) => {
  expect(parseRecords(argv)?.words).toEqual(words);
});

it.each([[['trace the leak in main.ts']], [['sessions are slow, why?']], [['sessions', 'are', 'slow']]])('%j is a task', (argv) => {
  expect(parseRecords(argv)).toBeNull();
});

it.each([
  [['sessions', '--json']],
  [['trace']],
  [['sessions', 'remove']],
  [['sessions', 'remove', '20261130-211300-b5ce2f']],
  [['sessions', 'list', '--jsno']],
  [['--workspace', 'w', 'sessions', 'delete', 'a', '--force']],
  [['trace', 'a/trace.jsonl', '--model', 'm']],
  [['trace', 'a/trace.jsonl', '--request', 'last']],
])('%j is such a command with a mistake in it, and no task for a model', (argv) => {
  expect(() => parseRecords(argv)).toThrow(UsageError);
});

it.each([[['mend the sessions', '--json']], [['mend', 'sessions', '--json']], [['sessions', 'are', 'slow', '--json']], [['trace', 'the', 'leak', '--json']]])('%j is a task with options', (argv) => {
  expect(parseRecords(argv)).toBeNull();
});

it.each([
  [['search'], 'Which words'],
  [['delete'], 'Which session'],
  [['export'], 'Which session'],
  [['rename', 'a'], 'Which title'],
  [['fork', 'a', 'last'], '“last” is not the number of a message'],
])('sessions %j says what is missing', async (words, missing) => {
  await expect(recordsCommand({ dataFolder: null, words: ['sessions', ...words], request: null }, '/no/such/folder', 'en', () => undefined)).rejects.toThrow(missing);
});
