import { toDecimal, type Rational } from '../../../arithmetic/rational';
import { toWorking } from './decimals';
import { roundTo, type Rounding } from './rounding';

/** Significant digits of a number that has no end. */
export const SHOWN_DIGITS = 30;

/** The digits of a number: all of them when it ends and is exact, else the first thirty that count. */
export function writeNumber(number: Rational, exact: boolean): { value: string; complete: boolean } {
  const whole = toDecimal(number);
  if (exact && whole.exact) return { value: whole.digits, complete: true };
  const shown = toWorking(number).toSignificantDigits(SHOWN_DIGITS);
  // Outside this range nobody wants to count zeros.
  return { value: Math.abs(shown.e) < 40 ? shown.toFixed() : shown.toString(), complete: false };
}

/** Rounded to that many places, zeros kept, as money is written: 12.5 → "12.50". */
export function writeRounded(number: Rational, places: number, rounding: Rounding): { value: string; complete: boolean } {
  const rounded = roundTo(number, places, rounding);
  const { digits } = toDecimal(rounded);
  const [whole = '0', fraction = ''] = digits.split('.');
  return { value: places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`, complete: rounded.top * number.bottom === number.top * rounded.bottom };
}
