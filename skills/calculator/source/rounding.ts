import { rational, type Rational } from '../../../arithmetic/rational';

/** Where a number between two neighbours goes; of the halves, `half_up` goes away from zero, `half_even` to the even neighbour. */
export type Rounding = 'half_up' | 'half_even' | 'floor' | 'ceil' | 'trunc';

/** Rounds to decimal places; negative places round to tens, hundreds, … */
export function roundTo({ top, bottom }: Rational, places: number, rounding: Rounding): Rational {
  const scale = 10n ** BigInt(Math.abs(places));
  const [numerator, denominator] = places >= 0 ? [top * scale, bottom] : [top, bottom * scale];
  const whole = roundWhole(numerator, denominator, rounding);
  return places >= 0 ? rational(whole, scale) : rational(whole * scale);
}

function roundWhole(top: bigint, bottom: bigint, rounding: Rounding): bigint {
  const floor = top / bottom - (top % bottom < 0n ? 1n : 0n);
  const rest = top - floor * bottom;
  if (rest === 0n) return floor;
  switch (rounding) {
    case 'floor':
      return floor;
    case 'ceil':
      return floor + 1n;
    case 'trunc':
      return top < 0n ? floor + 1n : floor;
    case 'half_up':
      return rest * 2n > bottom || (rest * 2n === bottom && top > 0n) ? floor + 1n : floor;
    case 'half_even':
      return rest * 2n > bottom || (rest * 2n === bottom && floor % 2n !== 0n) ? floor + 1n : floor;
  }
}
