import { describe, expect, it } from 'vitest';
import { literal, visible } from './visible';

describe('visible', () => {
  it.each([
    ['a right-to-left override', 'rm \u202Etxt.exe', 'rm ⟨U+202E⟩txt.exe'],
    ['a zero-width space', 'a\u200Bb', 'a⟨U+200B⟩b'],
    ['a joiner in a command', 'r\u200Dm', 'r⟨U+200D⟩m'],
    ['an escape sequence', '\u001B[8mhidden', '⟨U+001B⟩[8mhidden'],
    ['a return that overwrites', 'safe\rrm', 'safe⟨U+000D⟩rm'],
    ['tag characters', 'a\u{E0041}', 'a⟨U+E0041⟩'],
    ['a filler that is drawn as nothing', 'a\u3164b', 'a⟨U+3164⟩b'],
    ['a variant of a character that has none', 'a\u{E0101}', 'a⟨U+E0101⟩'],
  ])('writes out %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it.each(['line\n\ttab', 'line\r\n', 'Café 合计 العربية', '👨‍👩‍👧', 'می‌خواهم', 'क्‍ष'])('leaves %j as it is', (text) => {
    expect(visible(text)).toBe(text);
  });
});

describe('literal', () => {
  it.each([
    ['a space that is none', 'rm\u00A0x', 'rm⟨U+00A0⟩x'],
    ['a hyphen that is none', 'rm \u2010rf', 'rm ⟨U+2010⟩rf'],
    ['a slash that is none', 'a\u2215b', 'a⟨U+2215⟩b'],
    ['a Cyrillic letter in a Latin word', './\u0430bc', './⟨U+0430⟩bc'],
    ['a Greek letter in a Latin word', 'p\u03BFwer', 'p⟨U+03BF⟩wer'],
    ['a turned order too', 'x\u202E', 'x⟨U+202E⟩'],
  ])('writes out %s', (_, text, shown) => {
    expect(literal(text)).toBe(shown);
  });

  it.each(['git commit -m "a — b"', 'café/naïve.txt', 'отчёт.txt', 'отчётA', '预算 2026.ods', 'αβγ', '☀️ 👨‍👩‍👧', 'ls\n\tcat'])('leaves %j as it is', (text) => {
    expect(literal(text)).toBe(text);
  });
});
