import { expect, it } from 'vitest';
import { createMask, maskDeep } from './mask';

const mask = createMask(['hunter22']);

it.each([
  ['key sk-abcdefghijklmnop1234 end', 'key [key] end'],
  ['ghp_abcdefghijklmnopqrst', '[key]'],
  ['AKIAABCDEFGHIJKLMNOP', '[key]'],
  ['Authorization: Bearer abcdef.ghijkl-mnop', 'Authorization: Bearer [token]'],
  ['postgres://me:s3cret@host/db', 'postgres://me:[password]@host/db'],
  ['pass hunter22!', 'pass [key]!'],
])('%s', (text, expected) => {
  expect(mask(text)).toBe(expected);
});

it.each(['call_1a2b3c4d', 'task-management-of-a-long-name', 'https://example.com/a:b', 'skill sk-short'])('%s stays', (text) => {
  expect(mask(text)).toBe(text);
});

it('masks inside any shape and keeps the shape', () => {
  expect(maskDeep({ a: ['hunter22', 1, null], b: { c: 'x' } }, mask)).toEqual({ a: ['[key]', 1, null], b: { c: 'x' } });
});
