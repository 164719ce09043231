import type { Size } from './screen';

/** Pixel limits of a model's picture. */
export interface PixelLimits {
  least: number;
  most: number;
}

/** Sides become multiples of this many pixels: two patches of 14. */
const factor = 28;

/**
 * The size to which Qwen2.5-VL and its kin scale a picture before they look at it; their
 * coordinates are pixels of that. Each side to the nearest multiple of 28 (half to even), then
 * down or up by the area when outside the limits.
 */
export function smartResize({ width, height }: Size, { least, most }: PixelLimits): Size {
  const sides = { width: Math.max(factor, multiple(width, halfToEven)), height: Math.max(factor, multiple(height, halfToEven)) };
  const area = sides.width * sides.height;
  if (area > most) {
    const shrink = Math.sqrt((width * height) / most);
    return { width: Math.max(factor, multiple(width / shrink, Math.floor)), height: Math.max(factor, multiple(height / shrink, Math.floor)) };
  }
  if (area < least) {
    const grow = Math.sqrt(least / (width * height));
    return { width: multiple(width * grow, Math.ceil), height: multiple(height * grow, Math.ceil) };
  }
  return sides;
}

function multiple(side: number, round: (value: number) => number): number {
  return round(side / factor) * factor;
}

/** Python's round(): 54.5 → 54, 55.5 → 56. */
export function halfToEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  if (rest !== 0.5) return rest < 0.5 ? low : low + 1;
  return low % 2 === 0 ? low : low + 1;
}
