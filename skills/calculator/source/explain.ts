import type { Unsolved } from '../../../arithmetic/evaluate';
import { MOST_DIGITS } from '../../../arithmetic/value';

/** Characters of the expression that a message quotes. */
const QUOTED = 30;

/** What went wrong, where, and what to write instead. `names` are the functions that exist. */
export function explain(expression: string, { fault, place, detail }: Unsolved, names: readonly string[]): { message: string; hint: string } {
  const where = place && place.start < expression.length ? ` at “${quote(expression.slice(place.start, place.end))}” (character ${place.start + 1})` : '';
  switch (fault) {
    case 'zero':
      return { message: `It divides by zero${where}, so there is no result.`, hint: 'Check the divisor.' };
    case 'size':
      return { message: `A number becomes too long${where}: at most ${MOST_DIGITS} digits are computed.`, hint: 'Compute its logarithm instead, for example log10(9) * 9^9.' };
    case 'work':
      return { message: `It would take too long: the fractions become too long${where}.`, hint: 'Round in between, for example round(…, 50), or split it.' };
    case 'depth':
      return { message: `Parentheses, functions or signs are nested too deep${where}.`, hint: 'Compute an inner part first.' };
    case 'syntax':
      return unreadable(expression, place?.start ?? 0, where, detail, names);
    case 'power':
    case 'domain':
    case 'arguments':
      return { message: `It has no result${where}: ${detail ?? 'the function has no value there'}.`, hint: 'Correct that part and call again.' };
  }
}

function unreadable(expression: string, at: number, where: string, detail: string | undefined, names: readonly string[]): { message: string; hint: string } {
  if (detail !== undefined) return { message: `Can’t read the calculation${where || ' at its end'}: ${detail}.`, hint: 'Write every operator: 2 * (3 + 4), not 2(3 + 4).' };
  const word = /^\p{L}[\p{L}\d_]*/u.exec(expression.slice(at))?.[0];
  if (word !== undefined) {
    const near = nearest(word.toLowerCase(), names);
    return {
      message: `Can’t read the calculation at “${quote(word)}” (character ${at + 1}): no such function or constant.`,
      hint: near ? `Did you mean ${near}? Numbers and names only, no variables or units.` : `Leave out units, currencies and variables. Functions: ${names.filter((name) => /^[a-z]/.test(name)).join(', ')}.`,
    };
  }
  const sign = expression.slice(at, at + 1);
  return {
    message: `Can’t read the calculation at “${quote(expression.slice(at))}” (character ${at + 1}): “${sign}” is no part of a calculation.`,
    hint: sign === '=' ? 'Give one side only: what is to be computed.' : sign === ',' ? 'Write numbers as 1234.5 or 1,234.5.' : 'Leave out units and currency signs.',
  };
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line;
}

/** The name that is at most two letters away, or begins alike. */
function nearest(word: string, names: readonly string[]): string | null {
  const ranked = names.map((name) => ({ name, distance: distanceBetween(word, name) })).sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best && best.distance <= (word.length > 3 ? 2 : 1)) return best.name;
  return names.find((name) => name.length > 2 && (word.startsWith(name) || name.startsWith(word))) ?? null;
}

function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
