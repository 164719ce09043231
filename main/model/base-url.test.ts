import { expect, it } from 'vitest';
import { normaliseBaseUrl } from './base-url';

it.each([
  ['https://api.example.com', 'https://api.example.com/v1'],
  ['https://api.example.com/', 'https://api.example.com/v1'],
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
  ['https://open.example.cn/api/paas/v4', 'https://open.example.cn/api/paas/v4'],
  ['http://localhost:11434', 'http://localhost:11434/v1'],
  ['http://127.0.0.1:8080/v1/models', 'http://127.0.0.1:8080/v1'],
  ['localhost:1234', 'http://localhost:1234/v1'],
  [' api.example.com/v1 ', 'https://api.example.com/v1'],
])('%s becomes %s', (input, expected) => {
  expect(normaliseBaseUrl(input)).toBe(expected);
});

it.each(['', 'ftp://x', 'http://', 'not a url at all'])('%j is refused', (input) => {
  expect(() => normaliseBaseUrl(input)).toThrow(TypeError);
});
