import { describe, expect, it } from 'vitest';
import { visible } from './visible';

describe('visible', () => {
  it.each([
    ['a right-to-left override', 'rm \u202Etxt.exe', 'rm ⟨U+202E⟩txt.exe'],
    ['a zero-width space', 'a\u200Bb', 'a⟨U+200B⟩b'],
    ['a joiner in a command', 'r\u200Dm', 'r⟨U+200D⟩m'],
    ['an escape sequence', '\u001B[8mhidden', '⟨U+001B⟩[8mhidden'],
    ['a return that overwrites', 'safe\rrm', 'safe⟨U+000D⟩rm'],
    ['tag characters', 'a\u{E0041}', 'a⟨U+E0041⟩'],
  ])('writes out %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it.each(['line\n\ttab', 'line\r\n', 'Café 合计 العربية', '👨‍👩‍👧', 'می‌خواهم', 'क्‍ष'])('leaves %j as it is', (text) => {
    expect(visible(text)).toBe(text);
  });
});
