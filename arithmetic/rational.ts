/** An exact number: a fraction of whole numbers in lowest terms, the denominator positive. */
export interface Rational {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function rational(top: bigint, bottom = 1n): Rational {
  const sign = bottom < 0n ? -1n : 1n;
  const divisor = gcd(top < 0n ? -top : top, bottom * sign) || 1n;
  return { top: (top * sign) / divisor, bottom: (bottom * sign) / divisor };
}

function gcd(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

/** The number that decimal digits write: "0.10" is exactly a tenth. */
export function fromDigits(digits: string): Rational {
  const [whole = '0', fraction = ''] = digits.split('.');
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

export const add = (a: Rational, b: Rational): Rational => rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const subtract = (a: Rational, b: Rational): Rational => add(a, { top: -b.top, bottom: b.bottom });
export const multiply = (a: Rational, b: Rational): Rational => rational(a.top * b.top, a.bottom * b.bottom);
/** The caller has made sure that `b` isn't zero. */
export const divide = (a: Rational, b: Rational): Rational => rational(a.top * b.bottom, a.bottom * b.top);

/** What is left of a division that rounds down, so with the sign of the divisor, which isn't zero. */
export function remainder(a: Rational, b: Rational): Rational {
  const { top, bottom } = divide(a, b);
  const whole = top / bottom - (top % bottom < 0n ? 1n : 0n);
  return subtract(a, multiply(b, rational(whole)));
}

/** To a whole power; a negative one needs a base other than zero. */
export function power(base: Rational, exponent: number): Rational {
  const raised = { top: base.top ** BigInt(Math.abs(exponent)), bottom: base.bottom ** BigInt(Math.abs(exponent)) };
  return exponent < 0 ? rational(raised.bottom, raised.top) : raised;
}

/** Decimal digits after which an endless fraction is rounded. */
const PLACES = 20;

/** As decimal digits; `exact` is false when the fraction has no end and was rounded (half away from zero). */
export function toDecimal({ top, bottom }: Rational): { digits: string; exact: boolean } {
  const places = endOf(bottom);
  const exact = places !== null;
  const scale = 10n ** BigInt(places ?? PLACES);
  const size = top < 0n ? -top : top;
  const scaled = (size * scale * 2n + bottom) / (bottom * 2n);
  const text = scaled.toString().padStart((places ?? PLACES) + 1, '0');
  const point = text.length - (places ?? PLACES);
  const fraction = text.slice(point).replace(/0+$/, '');
  return { digits: (top < 0n && scaled > 0n ? '-' : '') + text.slice(0, point) + (fraction ? `.${fraction}` : ''), exact };
}

/** How many decimal places the fraction needs; null when it never ends. */
function endOf(bottom: bigint): number | null {
  let twos = 0;
  let fives = 0;
  let left = bottom;
  for (; left % 2n === 0n; left /= 2n) twos++;
  for (; left % 5n === 0n; left /= 5n) fives++;
  return left === 1n ? Math.max(twos, fives) : null;
}
