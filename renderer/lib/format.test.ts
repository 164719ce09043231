import { describe, expect, it } from 'vitest';
import { formatDuration, formatElapsed, lastPart, oneLine } from './format';

describe('format', () => {
  it('writes times as people read them', () => {
    expect([0, 59_999, 60_000, 245_000, 3_723_000].map(formatElapsed)).toEqual(['0 s', '59 s', '1:00', '4:05', '1:02:03']);
    expect([85, 1234, 34_000].map(formatDuration)).toEqual(['85 ms', '1.2 s', '34 s']);
  });

  it('cuts by characters, not by halves of them', () => {
    expect(oneLine('a\n  b', 10)).toBe('a b');
    expect(oneLine('👍👍👍', 2)).toBe('👍…');
  });

  it('finds the name in paths of either kind', () => {
    expect([lastPart('/a/b.txt'), lastPart('C:\\a\\b'), lastPart('/a/'), lastPart('/')]).toEqual(['b.txt', 'b', 'a', '/']);
  });
});
