import type { Size } from '../coordinates';
import { swapRedAndBlue } from './capture';
import type { Frame } from './frame';
import type { Rectangle } from './platform/platform';

/** Pictures made of a frame already: an unchanged screen gives the same frame and need not be encoded again. */
const made = new WeakMap<Frame, Map<string, Uint8Array>>();

/**
 * JPEG of a part of a frame, scaled to `size`. The frame itself stays untouched. Not by sharp: its
 * GLib and the one Electron loads on Linux corrupt each other's memory (electron/electron#46323).
 */
export async function jpeg(frame: Frame, area: Rectangle, size: Size, quality: number): Promise<Uint8Array> {
  const known = made.get(frame) ?? new Map<string, Uint8Array>();
  made.set(frame, known);
  const key = [area.x, area.y, area.width, area.height, size.width, size.height, quality].join();
  const picture = known.get(key) ?? (await encode(frame, area, size, quality));
  known.set(key, picture);
  return picture;
}

async function encode(frame: Frame, area: Rectangle, size: Size, quality: number): Promise<Uint8Array> {
  const { FastResizeFilter, ResizeFit, Transformer } = await import('@napi-rs/image');
  const cut = crop(frame, area);
  swapRedAndBlue(cut.data);
  const picture = Transformer.fromRgbaPixels(cut.data, cut.width, cut.height);
  if (size.width !== cut.width || size.height !== cut.height) {
    picture.fastResize({ width: size.width, height: size.height, filter: FastResizeFilter.CatmullRom, fit: ResizeFit.Fill });
  }
  const bytes = await picture.jpeg(quality);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A copy of a rectangle that lies inside the frame. */
export function crop(frame: Frame, area: Rectangle): Frame {
  const data = Buffer.allocUnsafe(area.width * area.height * 4);
  for (let row = 0; row < area.height; row += 1) {
    const from = ((area.y + row) * frame.width + area.x) * 4;
    frame.data.copy(data, row * area.width * 4, from, from + area.width * 4);
  }
  return { width: area.width, height: area.height, data };
}
