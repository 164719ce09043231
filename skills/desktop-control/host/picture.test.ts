import { Transformer } from '@napi-rs/image';
import { expect, it } from 'vitest';
import { makeOpaque } from './frame';
import { portableEncoder, turboEncoder } from './jpeg-encoder';
import { jpeg } from './picture';

it.each([0, 255])('keeps the colours when it scales, whatever the screen\'s fourth byte (%i) was', async (unused) => {
  const size = { width: 40, height: 20 };
  const data = Buffer.alloc(size.width * size.height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([200, 120, 40, unused], at);
  const picture = await jpeg(makeOpaque({ ...size, data }), { x: 0, y: 0, ...size }, { width: 20, height: 10 }, 90);
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

it.each([['libjpeg-turbo', turboEncoder], ['@napi-rs/image', portableEncoder]])('%s gives the same part of a frame in the same colours', async (_, open) => {
  const encode = await open();
  const width = 30;
  const height = 20;
  const data = Buffer.alloc(width * height * 4);
  // Blue on the left, red on the right; the part begins in the middle of both.
  for (let at = 0; at < width * height; at += 1) data.set(at % width < 15 ? [250, 10, 20, 0] : [20, 10, 250, 0], at * 4);
  const before = Buffer.from(data);
  const picture = new Transformer(Buffer.from(await encode({ width, height, data }, { x: 7, y: 3, width: 16, height: 16 }, 95)));
  expect(await picture.metadata()).toMatchObject({ width: 16, height: 16, format: 'jpeg' });
  const pixels = await picture.rawPixels();
  const channels = pixels.length / 256;
  const pixel = (column: number, row: number): number[] => [...pixels.subarray((row * 16 + column) * channels, (row * 16 + column) * channels + 3)];
  for (const [column, colour] of [[0, [20, 10, 250]], [5, [20, 10, 250]], [10, [250, 10, 20]], [15, [250, 10, 20]]] as const) {
    for (const [channel, value] of colour.entries()) expect(Math.abs((pixel(column, 9)[channel] ?? 0) - value)).toBeLessThan(12);
  }
  expect(data.equals(before)).toBe(true);
  // The last pixels of the frame too.
  const corner = await new Transformer(Buffer.from(await encode({ width, height, data }, { x: 22, y: 12, width: 8, height: 8 }, 95))).metadata();
  expect(corner).toMatchObject({ width: 8, height: 8 });
});
