import { expect, it } from 'vitest';
import { parseRecords } from './records';

it.each([
  [['sessions'], ['sessions']],
  [['--data-dir', 'd', '--workspace', 'w', 'sessions', 'search', 'rent'], ['sessions', 'search', 'rent']],
  [['--workspace', 'w', 'trace', 'a/trace.jsonl', '--request', '2'], ['trace', 'a/trace.jsonl']],
])('%j is a command about what is kept', (argv, words) => {
  expect(parseRecords(argv)?.words).toEqual(words);
});

it.each([[['trace the leak in main.ts']], [['sessions are slow, why?']], [['sessions', 'are', 'slow']], [['trace']]])('%j is a task', (argv) => {
  expect(parseRecords(argv)).toBeNull();
});
