import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiTokens } from './ascii-tokens';

/** The pieces as one pattern, each kind with what a piece of n characters costs. */
const PIECES = /([A-Za-z0-9+]{24,})|([A-Z]?[a-z]+)|([A-Z]+|\d+|[!-/:-@[-`{-~]+)|(\n\s*|[^\S\n]{2,}|\t)/g;
const byPattern = (text: string): number =>
  [...text.matchAll(PIECES)].reduce((sum, [piece, encoded, word, half]) => sum + (encoded ? Math.ceil(piece.length * 0.7) : word ? Math.ceil(piece.length / 5) : half ? Math.ceil(piece.length / 2) : 1), 0);

const part = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.constantFrom('Word', 'HTTPServer', 'aB', '12.5', '\n\t ', ' \r\n', '\t', '  ', '+', 'a+b', '"},\n{"', 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=', '0123456789abcdef0123456789abcdef'),
);

it('counts the ASCII pieces as the pattern does', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')), (text) => {
      expect(asciiTokens(text, 0, text.length)).toBe(byPattern(text));
    }),
    { numRuns: 5_000 },
  );
});
