/** What a character is to a tokenizer, in a stretch that isn't plain ASCII. */
const UNKNOWN = 0;
const LOWER = 1;
const UPPER = 2;
/** Of a script that writes a word with one to a few characters. */
const IDEOGRAPH = 3;
const LETTER = 4;
const BLANK = 5;
const OTHER = 6;

const PATTERNS: readonly [RegExp, number][] = [
  [/^[a-z]/, LOWER],
  [/^[A-Z]/, UPPER],
  [/^[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/u, IDEOGRAPH],
  [/^\p{L}/u, LETTER],
  [/^\s/u, BLANK],
];
/** Stands for itself among ideographs, and joins the blanks after another blank. */
const IDEOGRAPHIC_BLANK = 0x3000;
const LETTERS = /^\p{L}/u;

/** By UTF-16 unit, filled as characters are met. */
const kinds = new Uint8Array(0x1_0000);
/** Whether an ideograph also continues a word of letters: punctuation among them does not. */
const letters = new Uint8Array(0x1_0000);

/** So many ASCII letters in a row are encoded bytes. */
const ENCODED = 24;

/**
 * The part of `estimateTokens` for text[from, to), a stretch of other letters than ASCII's with the ASCII letters
 * among and after them. An ideograph is a token, a letter half of one, anything else three.
 */
export function foreignTokens(text: string, from: number, to: number): number {
  const endWhile = (start: number, wanted: (kind: number, at: number) => boolean): number => {
    let end = start;
    while (end < to && wanted(kindAt(text, end), end)) end += widthAt(text, end);
    return end;
  };
  const isWord = (kind: number, at: number): boolean => kind === LETTER || kind === LOWER || kind === UPPER || (kind === IDEOGRAPH && isLetter(text.charCodeAt(at)));
  let tokens = 0;
  let encodedFrom = from;
  for (let at = from; at < to; ) {
    const kind = kindAt(text, at);
    let end = at + widthAt(text, at);
    if (kind === LOWER || kind === UPPER) {
      if (at >= encodedFrom) {
        encodedFrom = endWhile(at, (one) => one === LOWER || one === UPPER);
        if (encodedFrom - at >= ENCODED) {
          tokens += Math.ceil((encodedFrom - at) * 0.7);
          at = encodedFrom;
          continue;
        }
      }
      const small = kind === LOWER || (end < to && kindAt(text, end) === LOWER);
      end = endWhile(end, (one) => one === (small ? LOWER : UPPER));
      tokens += Math.ceil((end - at) / (small ? 5 : 2));
    } else if (kind === IDEOGRAPH) tokens++;
    else if (kind === LETTER) {
      end = endWhile(end, isWord);
      tokens += Math.ceil((end - at) / 2);
    } else if (kind === BLANK) {
      end = endWhile(end, (one, where) => one === BLANK || text.charCodeAt(where) === IDEOGRAPHIC_BLANK);
      tokens += end - at >= 2 ? 1 : 3;
    } else tokens += 3;
    at = end;
  }
  return tokens;
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = kinds[unit];
  if (known) return known;
  if (isPair(text, at)) return LETTERS.test(String.fromCodePoint(text.codePointAt(at) ?? 0)) ? LETTER : OTHER;
  const character = String.fromCharCode(unit);
  const kind = PATTERNS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER;
  // Half of a pair is something else alone.
  if (unit < 0xd800 || unit > 0xdfff) kinds[unit] = kind;
  return kind;
}

function isLetter(unit: number): boolean {
  if (letters[unit] === UNKNOWN) letters[unit] = LETTERS.test(String.fromCharCode(unit)) ? 2 : 1;
  return letters[unit] === 2;
}

const widthAt = (text: string, at: number): number => (isPair(text, at) ? 2 : 1);

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
