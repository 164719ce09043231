import { CalculationError } from '../../../arithmetic/fault';
import { power, rational, type Rational } from '../../../arithmetic/rational';
import { MOST_DIGITS, type Value } from '../../../arithmetic/value';
import { fromWorking, toWorking, Working } from './decimals';

/** Roots above this are computed as rounded powers; an exact one is not looked for. */
const HIGHEST_EXACT_ROOT = 10_000n;

/**
 * A power whose exponent is no whole number. Exact where the root is, as 8^(2/3) = 4. A negative base
 * has one only when the denominator is odd: (-8)^(1/3) is −2.
 * @throws CalculationError
 */
export function fractionalPower(base: Value, exponent: Value): Value {
  const { top, bottom } = exponent.number;
  if (base.number.top === 0n) {
    if (top < 0n) throw new CalculationError('zero');
    return base;
  }
  const negative = base.number.top < 0n;
  if (negative && (!exponent.exact || bottom % 2n === 0n)) throw new CalculationError('domain', undefined, 'a negative number has no real power with this exponent');
  const size = negative ? { top: -base.number.top, bottom: base.number.bottom } : base.number;
  const sign = negative && top % 2n !== 0n ? -1n : 1n;
  const root = base.exact && exponent.exact && bottom <= HIGHEST_EXACT_ROOT ? exactRoot(size, bottom) : null;
  const room = Math.abs(toWorking(exponent.number).toNumber() * Working.log10(toWorking(size)).toNumber());
  if (!(room <= MOST_DIGITS)) throw new CalculationError('size');
  if (root && (top < 0n ? -top : top) <= BigInt(MOST_DIGITS * 4)) {
    const raised = power(root, Number(top));
    return { number: rational(raised.top * sign, raised.bottom), exact: true };
  }
  const rounded = fromWorking(Working.exp(Working.ln(toWorking(size)).times(toWorking(exponent.number))));
  return { number: rational(rounded.number.top * sign, rounded.number.bottom), exact: false };
}

/** The root of that order when it is a fraction itself; null otherwise. `number` isn't negative. */
function exactRoot({ top, bottom }: Rational, order: bigint): Rational | null {
  const above = wholeRoot(top, order);
  const below = wholeRoot(bottom, order);
  return above ** order === top && below ** order === bottom ? rational(above, below) : null;
}

/** The largest whole number whose power of that order is not above `whole`, by Newton's method from above. */
function wholeRoot(whole: bigint, order: bigint): bigint {
  if (whole < 2n) return whole;
  const bits = BigInt(whole.toString(2).length);
  if (order >= bits) return 1n;
  let guess = 1n << (bits / order + 1n);
  for (;;) {
    const next = ((order - 1n) * guess + whole / guess ** (order - 1n)) / order;
    if (next >= guess) return guess;
    guess = next;
  }
}
