import { describe, expect, it } from 'vitest';
import { hasInRoot } from '../lib/paths.mjs';
import { LONGEST, byRank } from './longest-first.mjs';
import { pureTests } from './side-by-side.mjs';

describe('the longest test files', () => {
  it('are all there, each with a process of its own', () => {
    expect(LONGEST.filter((file) => !hasInRoot(file))).toEqual([]);
    expect(pureTests().filter((file) => LONGEST.includes(file))).toEqual([]);
    expect(new Set(LONGEST).size).toBe(LONGEST.length);
  });

  it('come first, in their order, and the others stay in theirs', () => {
    expect(byRank(['b', LONGEST[2], 'a', LONGEST[0]], String)).toEqual([LONGEST[0], LONGEST[2], 'b', 'a']);
  });
});
