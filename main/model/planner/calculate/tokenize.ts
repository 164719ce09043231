/** A piece of a calculation; percent is an operator behind its number. */
export type Token =
  | { type: 'number'; digits: string }
  | { type: 'operator'; sign: '+' | '-' | '*' | '/' | '^' | '%' | 'of' }
  | { type: 'open' }
  | { type: 'close' };

type Sign = Extract<Token, { type: 'operator' }>['sign'];

/** Words before signs, longer ones first: "除以" is found before "除". */
const SPELLINGS: [RegExp, (found: RegExpExecArray) => Token[]][] = [
  [/(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+/y, ([digits]) => [{ type: 'number', digits: digits.replaceAll(',', '').replace(/^\./, '0.') }]],
  [/百分之\s*(\d+(?:\.\d+)?)/y, ([, digits = '']) => [{ type: 'number', digits }, operator('%')]],
  [/的平方|squared\b/iy, () => [operator('^'), { type: 'number', digits: '2' }]],
  [/的立方|cubed\b/iy, () => [operator('^'), { type: 'number', digits: '3' }]],
  [/的\s*(\d+)\s*次方/y, ([, digits = '']) => [operator('^'), { type: 'number', digits }]],
  [/(?:raised )?to the power of\b|\*\*|\^|的/iy, ([found]) => [operator(found === '的' ? 'of' : '^')]],
  [/plus\b|加上?|\+/iy, () => [operator('+')]],
  [/minus\b|减去?|-|−|–/iy, () => [operator('-')]],
  [/(?:times|multiplied by|x)\b|乘以?|[*×·⋅✕]/iy, () => [operator('*')]],
  [/(?:divided by|over)\b|除以|[/÷]/iy, () => [operator('/')]],
  [/percent\b|[%％]/iy, () => [operator('%')]],
  [/of\b/iy, () => [operator('of')]],
  [/\(|\[/y, () => [{ type: 'open' }]],
  [/\)|\]/y, () => [{ type: 'close' }]],
];

function operator(sign: Sign): Token {
  return { type: 'operator', sign };
}

/** Reads a calculation in signs or words, English or Chinese; null when anything in it is something else. */
export function tokenize(written: string): Token[] | null {
  const source = written.normalize('NFKC').trim();
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    if (/\s/.test(source[at] ?? '')) {
      at++;
      continue;
    }
    const found = SPELLINGS.map(([pattern, make]) => {
      pattern.lastIndex = at;
      const match = pattern.exec(source);
      return match ? { tokens: make(match), length: match[0].length } : null;
    }).find((match) => match !== null);
    if (!found) return null;
    tokens.push(...found.tokens);
    at += found.length;
  }
  return tokens.length > 0 ? tokens : null;
}
