import { CalculationError } from './fault';
import type { Rational } from './rational';

/** A number while it is computed; one that had to be rounded on the way stays marked. */
export interface Value {
  number: Rational;
  exact: boolean;
}

/** Digits that a number may have: more is of no use to a person and takes long. */
export const MOST_DIGITS = 10_000;

/** Hexadecimal digits that a double holds exactly. */
const LEADING = 13;

/**
 * The decimal logarithm of a whole number's size, 0 for 0: so many digits, less one. Read from its hexadecimal
 * form, because writing a long number in decimals takes the square of its length.
 */
export function digitsOf(whole: bigint): number {
  const hexadecimal = (whole < 0n ? -whole : whole).toString(16);
  const leading = Number.parseInt(hexadecimal.slice(0, LEADING), 16);
  return leading === 0 ? 0 : Math.log10(leading) + Math.max(0, hexadecimal.length - LEADING) * Math.log10(16);
}

/** @throws CalculationError when the number is too long to be of use */
export function limited(value: Value): Value {
  if (digitsOf(value.number.top) > MOST_DIGITS || digitsOf(value.number.bottom) > MOST_DIGITS) throw new CalculationError('size');
  return value;
}
