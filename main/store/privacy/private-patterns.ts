/** What a person can choose by name to be kept private, beside their own words. */
export const NAMED_PATTERNS: Readonly<Record<string, RegExp>> = {
  '@card': /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g,
  '@cn-id': /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])/g,
  '@email': /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g,
  '@phone': /(?<![\d.-])(?:\+?86[- ]?)?1[3-9]\d(?:[- ]?\d{4}){2}(?!\d)|(?<![\w.-])\+\d{1,3}(?:[ -]?\(?\d{2,4}\)?){2,4}(?!\d)/g,
};

export interface PrivatePatterns {
  patterns: RegExp[];
  /** Lines that are no pattern, with why. */
  bad: { line: string; reason: string }[];
}

/**
 * The person's own patterns, one a line: `@card`, `@cn-id`, `@email` or `@phone`, `/a regular
 * expression/` (case is ignored with `/…/i`), or words as they stand, in any case.
 */
export function readPatterns(lines: readonly string[]): PrivatePatterns {
  const patterns: RegExp[] = [];
  const bad: PrivatePatterns['bad'] = [];
  for (const line of lines.map((each) => each.trim()).filter(Boolean)) {
    const named = NAMED_PATTERNS[line.toLowerCase()];
    const expression = /^\/(.+)\/(i?)$/s.exec(line);
    if (named) patterns.push(named);
    else if (line.startsWith('@')) bad.push({ line, reason: `Known names: ${Object.keys(NAMED_PATTERNS).join(', ')}.` });
    else if (!expression) patterns.push(new RegExp(line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'gi'));
    else {
      try {
        patterns.push(new RegExp(expression[1] ?? '', `g${expression[2] ?? ''}u`));
      } catch (error) {
        bad.push({ line, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  return { patterns, bad };
}

/** Whether the check digit of what looks like a card or an identity number is right; other finds are as they are. */
export function isReal(pattern: RegExp, value: string): boolean {
  if (pattern === NAMED_PATTERNS['@card']) return passesLuhn(value.replace(/\D/g, ''));
  if (pattern === NAMED_PATTERNS['@cn-id']) return passesIdentity(value);
  return true;
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}

/** GB 11643-1999: weights of the first 17 digits, and what the 18th must then be. */
function passesIdentity(value: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0);
  return '10X98765432'[sum % 11] === value[17]?.toUpperCase();
}
