/** A piece of a calculation with its place in what was written (offsets in characters); percent is an operator behind its number. */
export type Token = Piece & { start: number; end: number };

export type Sign = '+' | '-' | '*' | '/' | '^' | '%' | '!' | 'of' | 'mod' | 'root';

type Piece =
  | { type: 'number'; digits: string; /** Power of ten behind the digits, as in 1.5e-7. */ exponent?: number }
  | { type: 'operator'; sign: Sign }
  | { type: 'name'; name: string }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'comma' };

/** Where a text stopped being a calculation. */
export interface Unreadable {
  unreadable: number;
}

const GROUPED = /(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+/y;
/** Between the parentheses of a function a comma parts its arguments, as in every formula. */
const PLAIN = /\d+(?:\.\d+)?|\.\d+/y;
const EXPONENT = /e[+-]?\d+(?![\d.a-z])/iy;
const WORD = /[a-z][a-z0-9_]*/iy;
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Words before signs, longer ones first: "除以" is found before "除". */
const SPELLINGS: [RegExp, (found: RegExpExecArray) => Piece[]][] = [
  [/百分之\s*(\d+(?:\.\d+)?)/y, ([, digits = '']) => [{ type: 'number', digits }, operator('%')]],
  [/的平方根|的算术平方根/y, () => [operator('root')]],
  [/的平方|squared\b/iy, () => [operator('^'), { type: 'number', digits: '2' }]],
  [/的立方(?!根)|cubed\b/iy, () => [operator('^'), { type: 'number', digits: '3' }]],
  [/的\s*(\d+)\s*次方/y, ([, digits = '']) => [operator('^'), { type: 'number', digits }]],
  [/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/y, ([raised]) => [operator('^'), { type: 'number', digits: [...raised].map((digit) => SUPERSCRIPT.indexOf(digit)).join('') }]],
  [/(?:raised )?to the power of\b|\*\*|\^|的/iy, ([found]) => [operator(found === '的' ? 'of' : '^')]],
  [/plus\b|加上?|\+/iy, () => [operator('+')]],
  [/minus\b|减去?|-|−|–/iy, () => [operator('-')]],
  [/(?:times|multiplied by)\b|x(?![a-z])|乘以?|[*×·⋅✕]/iy, () => [operator('*')]],
  [/(?:divided by|over)\b|除以|[/÷]/iy, () => [operator('/')]],
  [/(?:modulo|mod)\b/iy, () => [operator('mod')]],
  [/percent\b|%/iy, () => [operator('%')]],
  [/of\b/iy, () => [operator('of')]],
  [/!/y, () => [operator('!')]],
  [/\(|\[/y, () => [{ type: 'open' }]],
  [/\)|\]/y, () => [{ type: 'close' }]],
];

function operator(sign: Sign): Piece {
  return { type: 'operator', sign };
}

/**
 * Reads a calculation in signs or words, English or Chinese. `names` are the functions and constants
 * that exist, in small letters; any other word makes it unreadable, as does whatever is no calculation.
 */
export function tokenize(written: string, names: ReadonlySet<string> = new Set()): Token[] | Unreadable {
  const source = halfWidth(written);
  const tokens: Token[] = [];
  /** For each open parenthesis, whether a function's name stands before it. */
  const open: boolean[] = [];
  let at = 0;
  while (at < source.length) {
    if (/\s/.test(source[at] ?? '')) {
      at++;
      continue;
    }
    const found = piecesAt(source, at, names, open.at(-1) ?? false, isValue(tokens.at(-1)));
    if (!found) return { unreadable: at };
    const end = at + found.length;
    for (const piece of found.pieces) {
      if (piece.type === 'open') open.push(tokens.at(-1)?.type === 'name');
      if (piece.type === 'close') open.pop();
      tokens.push({ ...piece, start: at, end });
    }
    at = end;
  }
  return tokens.length > 0 ? tokens : { unreadable: 0 };
}

/** Whether an operator can follow: “5 mod 3” has the operator, “mod(5, 3)” the function. */
function isValue(token: Token | undefined): boolean {
  if (token?.type === 'operator') return token.sign === '%' || token.sign === '!' || token.sign === 'root';
  return token !== undefined && token.type !== 'open' && token.type !== 'comma';
}

function piecesAt(source: string, at: number, names: ReadonlySet<string>, inFunction: boolean, behindValue: boolean): { pieces: Piece[]; length: number } | null {
  const number = matchAt(inFunction ? PLAIN : GROUPED, source, at);
  if (number) {
    const digits = number[0].replaceAll(',', '').replace(/^\./, '0.');
    const exponent = matchAt(EXPONENT, source, at + number[0].length)?.[0];
    if (exponent === undefined) return { pieces: [{ type: 'number', digits }], length: number[0].length };
    return { pieces: [{ type: 'number', digits, exponent: Number(exponent.slice(1)) }], length: number[0].length + exponent.length };
  }
  const operation = behindValue ? spelledAt(source, at) : null;
  if (operation) return operation;
  const word = matchAt(WORD, source, at)?.[0].toLowerCase();
  if (word !== undefined && names.has(word)) return { pieces: [{ type: 'name', name: word }], length: word.length };
  const sign = source[at] ?? '';
  if (names.has(sign)) return { pieces: [{ type: 'name', name: sign }], length: 1 };
  if (inFunction && (sign === ',' || sign === ';')) return { pieces: [{ type: 'comma' }], length: 1 };
  return spelledAt(source, at);
}

function spelledAt(source: string, at: number): { pieces: Piece[]; length: number } | null {
  for (const [pattern, make] of SPELLINGS) {
    const match = matchAt(pattern, source, at);
    if (match) return { pieces: make(match), length: match[0].length };
  }
  return null;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/** Full-width signs as they are typed with a Chinese keyboard become plain ones; every place stays where it was. */
function halfWidth(written: string): string {
  return written
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('【', '[')
    .replaceAll('】', ']');
}
