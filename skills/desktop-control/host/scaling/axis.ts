import { fraction } from './code';

/** What each pixel of the result is weighed from, along one axis. */
export interface Axis {
  /** The first of the pixels. */
  first: Int32Array;
  /** Pairs of pixels, the same number for each; the last ones may lie beyond the end, with a weight of nothing. */
  pairs: number;
  /** Two 16-bit weights a number, the lower first: `pairs` numbers for each pixel of the result. */
  weights: Int32Array;
}

const one = 1 << fraction;

/** `from` pixels to `to` pixels, centre to centre, by Catmull-Rom, as wide as one pixel of the result where that is more than one. */
export function axis(from: number, to: number): Axis {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  const pairs = Math.ceil((Math.ceil(4 * reach) + 1) / 2);
  const first = new Int32Array(to);
  const weights = new Int32Array(to * pairs);
  for (let at = 0; at < to; at += 1) {
    const centre = (at + 0.5) * ratio - 0.5;
    const start = Math.max(0, Math.ceil(centre - 2 * reach));
    const end = Math.min(from - 1, Math.floor(centre + 2 * reach));
    const shares = Array.from({ length: end - start + 1 }, (_, index) => catmullRom((start + index - centre) / reach));
    first[at] = start;
    whole(shares).forEach((weight, index) => {
      const slot = at * pairs + (index >> 1);
      weights[slot] = (weights[slot] ?? 0) | ((weight & 0xffff) << (index % 2 === 0 ? 0 : 16));
    });
  }
  return { first, pairs, weights };
}

/** Shares as integers that add up to exactly one, so that a plain area keeps its colour. */
function whole(shares: number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  const rounded = shares.map((share) => Math.round((share / sum) * one));
  const heaviest = rounded.indexOf(Math.max(...rounded));
  const rest = one - rounded.reduce((total, weight) => total + weight, 0);
  return rounded.map((weight, index) => (index === heaviest ? weight + rest : weight));
}

/** Keys, "Cubic convolution interpolation for digital image processing", 1981, with a = -1/2. */
function catmullRom(distance: number): number {
  const x = Math.abs(distance);
  if (x < 1) return 1 + x * x * (1.5 * x - 2.5);
  return x < 2 ? 2 + x * (-4 + x * (2.5 - 0.5 * x)) : 0;
}
