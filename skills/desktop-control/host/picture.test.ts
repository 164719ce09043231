import { Transformer } from '@napi-rs/image';
import { expect, it } from 'vitest';
import { jpeg } from './picture';

it.each([0, 255])('keeps the colours when it scales, whatever the unused fourth byte (%i) says', async (unused) => {
  const size = { width: 40, height: 20 };
  const data = Buffer.alloc(size.width * size.height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([200, 120, 40, unused], at);
  const picture = await jpeg({ ...size, data }, { x: 0, y: 0, ...size }, { width: 20, height: 10 }, 90);
  const pixels = await new Transformer(Buffer.from(picture)).rawPixels();
  // The frame is BGR, the picture RGB.
  for (const [channel, value] of [40, 120, 200].entries()) expect(Math.abs((pixels[channel] ?? 0) - value)).toBeLessThan(8);
});

it('encodes a frame once for each part and size, and every frame for itself', async () => {
  const size = { width: 16, height: 16 };
  const whole = { x: 0, y: 0, ...size };
  const grey = { ...size, data: Buffer.alloc(16 * 16 * 4, 128) };
  const first = await jpeg(grey, whole, size, 80);
  expect(await jpeg(grey, whole, size, 80)).toBe(first);
  expect(await jpeg(grey, { x: 0, y: 0, width: 8, height: 8 }, { width: 8, height: 8 }, 80)).not.toBe(first);
  const white = { ...size, data: Buffer.alloc(16 * 16 * 4, 255) };
  expect(await jpeg(white, whole, size, 80)).not.toEqual(first);
});
