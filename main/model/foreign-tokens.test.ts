import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foreignTokens } from './foreign-tokens';

/** The pieces as one pattern, each kind with what a piece of n characters costs. */
const PIECES = /([A-Za-z]{24,})|([\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF])|([A-Z]?[a-z]+)|([A-Z]+)|([^\S\n]{2,})|(\p{L}+)|([^\x00-\x7F])/gu;
const COSTS: readonly ((n: number) => number)[] = [(n) => n * 0.7, () => 1, (n) => n / 5, (n) => n / 2, () => 1, (n) => n / 2, () => 3];
const byPattern = (text: string): number =>
  [...text.matchAll(PIECES)].reduce((sum, [piece, ...kinds]) => sum + Math.ceil(COSTS[kinds.findIndex((kind) => kind !== undefined)]?.(piece.length) ?? NaN), 0);

/** What `estimateTokens` takes for one stretch. */
const STRETCH = /[^\x00-\x7F]+(?:[A-Za-z]+[^\x00-\x7F]+)*[A-Za-z]*/g;
const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 6 }),
  fc.constantFrom('合计', 'é', 'Größe', 'AB', 'aB', 'Word', 'x'.repeat(30), '\u3000', '\u00a0\u00a0', '、', '𠀀', '🙂', '\ud800', 'ﾊﾝｶｸ', '한국어', 'Привет', 'ß'),
);

it('counts the pieces of other letters as the pattern does', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')), (text) => {
      for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
        // A pair that begins in the stretch ends in it.
        expect(foreignTokens(text, index, index + stretch.length)).toBe(byPattern(stretch));
      }
    }),
    { numRuns: 5_000 },
  );
});
