import { Decimal } from 'decimal.js';
import { CalculationError } from '../../../arithmetic/fault';
import { rational, type Rational } from '../../../arithmetic/rational';
import { digitsOf, MOST_DIGITS, type Value } from '../../../arithmetic/value';

/** Significant digits that rounded numbers are computed with; answers show fewer, so that no error of the last ones shows. */
const WORKING_DIGITS = 80;

/** Decimals of working precision; a clone, so that nothing else is affected. */
export const Working = Decimal.clone({ precision: WORKING_DIGITS, rounding: Decimal.ROUND_HALF_UP, maxE: 9e15, minE: -9e15 });

export function toWorking({ top, bottom }: Rational): Decimal {
  return shortWhole(top).div(shortWhole(bottom));
}

/** The rounded value of a decimal. @throws CalculationError for what is no number of useful size */
export function fromWorking(decimal: Decimal): Value {
  if (decimal.isNaN()) throw new CalculationError('domain');
  if (!decimal.isFinite() || Math.abs(decimal.e) > MOST_DIGITS) throw new CalculationError('size');
  const rounded = new Working(decimal).toSignificantDigits(WORKING_DIGITS);
  const places = Math.max(0, rounded.decimalPlaces());
  const whole = BigInt(rounded.times(Working.pow(10, places)).toFixed(0));
  return { number: rational(whole, 10n ** BigInt(places)), exact: false };
}

/** Cuts a rounded number to the working precision. */
export function shorten(value: Value): Value {
  return digitsOf(value.number.top) + digitsOf(value.number.bottom) < WORKING_DIGITS ? value : fromWorking(toWorking(value.number));
}

/** A whole number as a decimal: of a very long one only the digits that count are written out. */
function shortWhole(whole: bigint): Decimal {
  const spare = Math.max(0, Math.floor(digitsOf(whole)) - WORKING_DIGITS - 10);
  return new Working((whole / 10n ** BigInt(spare)).toString()).times(Working.pow(10, spare));
}
