import { describe, expect, it } from 'vitest';
import en from './en.json';
import zh from './zh.json';

function sentences(node: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, text] of sentences(value as object, `${prefix}${key}.`)) found.set(inner, text);
  }
  return found;
}

const blanks = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

describe('locales', () => {
  it('have the same sentences with the same blanks', () => {
    const chinese = sentences(zh);
    const english = sentences(en);
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of english) expect([key, blanks(chinese.get(key) ?? '')]).toEqual([key, blanks(text)]);
  });

  it('call the person and a token by one name in Chinese', () => {
    for (const text of sentences(zh).values()) expect(text).not.toMatch(/您|令牌/);
  });
});
