import type { Answer } from '../../serve';
import { evaluate } from '../../../arithmetic/evaluate';
import { toDecimal, type Rational } from '../../../arithmetic/rational';
import { writeNumber, writeRounded, SHOWN_DIGITS } from './write';
import { explain } from './explain';
import { mathematics } from './functions';

/** Longer ones are no calculation that a model writes by hand. */
const LONGEST = 5000;
/** With more characters the exact result beside the rounded one tells nobody anything. */
const LONGEST_UNROUNDED = 60;

/** Computes `expression`; see schema.json for the arguments. */
export function answer(args: Record<string, unknown>, language: 'en' | 'zh'): Answer {
  const expression = String(args['expression'] ?? '').trim();
  if (expression === '') return refused('“expression” is missing.', 'Give the calculation as text, for example "(19.99 * 3) + 8%".');
  if (expression.length > LONGEST) return refused(`The expression has ${expression.length} characters; at most ${LONGEST} are read.`, 'Split it and add up the parts.');
  const decimals = args['decimals'] === undefined || args['decimals'] === null ? null : Number(args['decimals']);
  if (decimals !== null && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 100)) {
    return refused('“decimals” must be a whole number from 0 to 100.', 'Leave it out for the exact result.');
  }
  const functions = mathematics(args['angle'] === 'degrees' ? 'degrees' : 'radians');
  const result = evaluate(expression, functions);
  if ('fault' in result) return { status: 'error', code: 'INVALID_PARAM', ...explain(expression, result, [...functions.functions.keys()]) };

  const { value, complete } =
    decimals === null ? writeNumber(result.number, result.exact) : writeRounded(result.number, decimals, args['rounding'] === 'half_even' ? 'half_even' : 'half_up');
  const exact = result.exact && complete;
  const unrounded = result.exact && !complete ? exactly(result.number) : null;
  return {
    status: 'ok',
    result: { value, exact, ...(unrounded !== null && { unrounded }) },
    text: exact ? `${expression} = ${value}` : `${expression} ≈ ${value} (${howRounded(decimals, unrounded, language)})`,
  };
}

/** The number as it is, as decimals or as a fraction; null when that is too long to read. */
function exactly(number: Rational): string | null {
  const decimal = toDecimal(number);
  const written = decimal.exact ? decimal.digits : `${number.top}/${number.bottom}`;
  return written.length <= LONGEST_UNROUNDED ? written : null;
}

function howRounded(decimals: number | null, unrounded: string | null, language: 'en' | 'zh'): string {
  const exactly = unrounded ? (language === 'zh' ? `，精确值为 ${unrounded}` : `; exactly ${unrounded}`) : '';
  if (language === 'zh') return `${decimals === null ? `保留 ${SHOWN_DIGITS} 位有效数字` : `保留 ${decimals} 位小数`}${exactly}`;
  return `${decimals === null ? `rounded to ${SHOWN_DIGITS} digits` : `rounded to ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`}${exactly}`;
}

function refused(message: string, hint: string): Answer {
  return { status: 'error', code: 'INVALID_PARAM', message, hint };
}
