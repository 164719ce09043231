/** What each ASCII character is to a tokenizer. */
const NONE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const MARK = 4;
const BLANK = 5;
const LINE_END = 6;

const KINDS = Uint8Array.from({ length: 128 }, (_none, code) => {
  const character = String.fromCharCode(code);
  if (character === '\n') return LINE_END;
  const kinds: [RegExp, number][] = [[/[a-z]/, LOWER], [/[A-Z]/, UPPER], [/\d/, DIGIT], [/\s/, BLANK], [/[!-~]/, MARK]];
  return kinds.find(([pattern]) => pattern.test(character))?.[1] ?? NONE;
});

const PLUS = 43;
const TAB = 9;
/** So many letters, digits and + in a row are encoded bytes. */
const ENCODED = 24;

/**
 * The part of `estimateTokens` for the ASCII characters of text[from, to): the same pieces at the same costs
 * as its pattern's, many times as fast, since every text of a run goes through here.
 */
export function asciiTokens(text: string, from: number, to: number): number {
  const kindAt = (at: number): number => (at < to ? (KINDS[text.charCodeAt(at)] ?? NONE) : NONE);
  const endOf = (kind: number, start: number): number => {
    let end = start;
    while (kindAt(end) === kind) end++;
    return end;
  };
  let tokens = 0;
  let encodedFrom = from;
  for (let at = from; at < to; ) {
    const kind = kindAt(at);
    if (at >= encodedFrom) {
      let end = at;
      while (end < to && ((kindAt(end) >= LOWER && kindAt(end) <= DIGIT) || text.charCodeAt(end) === PLUS)) end++;
      encodedFrom = Math.max(end, at + 1);
      if (end - at >= ENCODED) {
        tokens += Math.ceil((end - at) * 0.7);
        at = end;
        continue;
      }
    }
    let end = at + 1;
    if (kind === LOWER || (kind === UPPER && kindAt(at + 1) === LOWER)) {
      end = endOf(LOWER, at + 1);
      tokens += Math.ceil((end - at) / 5);
    } else if (kind === UPPER || kind === DIGIT || kind === MARK) {
      end = endOf(kind, at + 1);
      tokens += Math.ceil((end - at) / 2);
    } else if (kind === LINE_END) {
      while (kindAt(end) === BLANK || kindAt(end) === LINE_END) end++;
      tokens++;
    } else if (kind === BLANK) {
      end = endOf(BLANK, at + 1);
      if (end - at >= 2 || text.charCodeAt(at) === TAB) tokens++;
    }
    at = end;
  }
  return tokens;
}
