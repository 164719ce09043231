import type sharpModule from 'sharp';
import type { Size } from '../coordinates';
import { swapRedAndBlue } from './capture';
import type { Frame } from './frame';
import type { Rectangle } from './platform/platform';

let loaded: typeof sharpModule | null = null;

async function sharp(): Promise<typeof sharpModule> {
  if (!loaded) {
    loaded = (await import('sharp')).default;
    // Frames come one at a time; a cache would only hold old pictures.
    loaded.cache(false);
  }
  return loaded;
}

/** JPEG of a part of a frame, scaled to `size`. The frame itself stays untouched. */
export async function jpeg(frame: Frame, area: Rectangle, size: Size, quality: number): Promise<Uint8Array> {
  const make = await sharp();
  const cut = crop(frame, area);
  swapRedAndBlue(cut.data);
  let picture = make(cut.data, { raw: { width: cut.width, height: cut.height, channels: 4 } }).removeAlpha();
  if (size.width !== cut.width || size.height !== cut.height) picture = picture.resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' });
  const bytes = await picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
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
