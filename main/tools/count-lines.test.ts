import { expect, it } from 'vitest';
import { countLines } from './count-lines';

it.each<[string, string, { added: number; removed: number } | null]>([
  ['', 'a\nb\n', { added: 2, removed: 0 }],
  ['a\nb\nc\n', 'a\nX\nc\n', { added: 1, removed: 1 }],
  ['a\r\nb\r\n', 'a\r\nb\r\nc\r\n', { added: 1, removed: 0 }],
  ['a', 'a', { added: 0, removed: 0 }],
  ['\0\u0001\u0002\0', 'a', null],
])('counts the lines between %j and %j', (before, after, counts) => {
  expect(countLines(Buffer.from(before), Buffer.from(after))).toEqual(counts);
});
