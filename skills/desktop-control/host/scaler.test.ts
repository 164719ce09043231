import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Frame } from './frame';
import { portableScaler } from './scaler';
import { openScaler } from './scaling/scaler';

/** A frame in which no two neighbours are alike. */
function drawn(width: number, height: number, seed: number): Frame {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.set([(x * 37 + seed) & 255, (y * 53 + seed) & 255, ((x ^ y) * 29) & 255, 255], (y * width + x) * 4);
  }
  return { width, height, data };
}

const side = fc.integer({ min: 1, max: 90 });

it('gives the pixels that @napi-rs/image gives, of any part and at any size, and leaves the frame alone', async () => {
  const [mine, theirs] = await Promise.all([openScaler(), portableScaler()]);
  await fc.assert(
    fc.asyncProperty(side, side, side, side, fc.nat(20), fc.nat(20), fc.nat(255), async (width, height, toWidth, toHeight, x, y, seed) => {
      const frame = drawn(width + x + 3, height + y + 2, seed);
      const before = Buffer.from(frame.data);
      const area = { x, y, width, height };
      const size = { width: toWidth, height: toHeight };
      const scaled = mine(frame, area, size);
      const expected = await theirs(frame, area, size);
      expect(scaled).toMatchObject(size);
      expect(scaled.data).toHaveLength(expected.data.length);
      // The last bit of a weight may be rounded to either side.
      expect(Math.max(...scaled.data.map((value, at) => Math.abs(value - (expected.data[at] ?? 0))))).toBeLessThanOrEqual(2);
      expect(frame.data.equals(before)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it.each([0, 255])('keeps a plain colour exactly, whatever the fourth byte (%i) is', async (unused) => {
  const scale = await openScaler();
  const frame = { width: 333, height: 211, data: Buffer.alloc(333 * 211 * 4, Buffer.from([200, 120, 40, unused])) };
  const { data } = scale(frame, { x: 0, y: 0, width: 333, height: 211 }, { width: 160, height: 101 });
  expect(data.equals(Buffer.alloc(160 * 101 * 4, Buffer.from([200, 120, 40, unused])))).toBe(true);
});
