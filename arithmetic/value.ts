import { CalculationError } from './fault';
import type { Rational } from './rational';

/** A number while it is computed; one that had to be rounded on the way stays marked. */
export interface Value {
  number: Rational;
  exact: boolean;
}

/** Digits that a number may have: more is of no use to a person and takes long. */
export const MOST_DIGITS = 10_000;

/** Hexadecimal digits are counted, because writing a long number in decimals takes the square of its length. */
const DECIMAL_PER_HEXADECIMAL = Math.log10(16);

/** Decimal digits of a whole number, give or take one. */
export function digitsOf(whole: bigint): number {
  return (whole < 0n ? -whole : whole).toString(16).length * DECIMAL_PER_HEXADECIMAL;
}

/** @throws CalculationError when the number is too long to be of use */
export function limited(value: Value): Value {
  if (digitsOf(value.number.top) > MOST_DIGITS || digitsOf(value.number.bottom) > MOST_DIGITS) throw new CalculationError('size');
  return value;
}
