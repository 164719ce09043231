import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, fit, roundHalfEven, toImage, toScreen, type Capture } from './coordinates';

const captures = fc
  .record({
    width: fc.integer({ min: 50, max: 7680 }),
    height: fc.integer({ min: 50, max: 4320 }),
    x: fc.integer({ min: -8000, max: 8000 }),
    y: fc.integer({ min: -8000, max: 8000 }),
    longest: fc.integer({ min: 40, max: 2000 }),
  })
  .map(({ width, height, x, y, longest }): Capture => {
    const size = fit({ width, height }, longest);
    return { id: 'c', display: 0, ...size, scale: width / size.width, origin: { x, y }, covers: { width, height } };
  });

const inCapture = captures.chain((capture) =>
  fc.record({ capture: fc.constant(capture), point: fc.record({ x: fc.integer({ min: 0, max: capture.width - 1 }), y: fc.integer({ min: 0, max: capture.height - 1 }) }) }),
);

describe('coordinates', () => {
  it('keeps every picture pixel inside what the picture covers', () => {
    fc.assert(
      fc.property(inCapture, ({ capture, point }) => {
        const screen = toScreen(capture, point);
        expect(screen.x).toBeGreaterThanOrEqual(capture.origin.x);
        expect(screen.y).toBeGreaterThanOrEqual(capture.origin.y);
        expect(screen.x).toBeLessThan(capture.origin.x + capture.covers.width);
        expect(screen.y).toBeLessThan(capture.origin.y + capture.covers.height);
      }),
    );
  });

  it('comes back to the same picture pixel', () => {
    fc.assert(
      fc.property(inCapture, ({ capture, point }) => {
        expect(toImage(capture, toScreen(capture, point))).toEqual(point);
      }),
    );
  });

  it('is the identity plus the origin at scale 1', () => {
    const capture: Capture = { id: 'c', display: 0, width: 1280, height: 800, scale: 1, origin: { x: -1280, y: 40 }, covers: { width: 1280, height: 800 } };
    expect(toScreen(capture, { x: 0, y: 0 })).toEqual({ x: -1280, y: 40 });
    expect(toScreen(capture, { x: 1279, y: 799 })).toEqual({ x: -1, y: 839 });
  });

  it('refuses what is outside, without clamping', () => {
    const capture: Capture = { id: 'c', display: 0, width: 100, height: 50, scale: 2, origin: { x: 0, y: 0 }, covers: { width: 200, height: 100 } };
    for (const point of [{ x: 100, y: 0 }, { x: 0, y: 50 }, { x: -1, y: 0 }, { x: 0, y: -0.5 }, { x: Number.NaN, y: 1 }]) expect(contains(capture, point)).toBe(false);
    expect(contains(capture, { x: 99, y: 49 })).toBe(true);
  });

  it('rounds halves to even', () => {
    expect([0.5, 1.5, 2.5, 3.4, -1.5, -2.5].map(roundHalfEven)).toEqual([0, 2, 2, 3, -2, -2]);
  });
});
