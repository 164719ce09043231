import type * as Turbo from '@julusian/jpeg-turbo';
import { crop, swapRedAndBlue, type Frame } from './frame';
import type { Rectangle } from './platform/platform';

/** JPEG of a part of a frame. The frame stays untouched. One picture at a time: the encoder's memory is used again. */
export type JpegEncoder = (frame: Frame, area: Rectangle, quality: number) => Promise<Uint8Array>;

let chosen: Promise<JpegEncoder> | null = null;
/** What is read from by another thread, which no variable holds (picture-memory.ts). */
const working = new Set<Frame>();

/** The fastest encoder that this machine can load. */
export function jpegEncoder(): Promise<JpegEncoder> {
  chosen ??= turboEncoder().catch(() => portableEncoder());
  return chosen;
}

/**
 * libjpeg-turbo takes the screen's pixels as they are, a part of them too: a tenth of the time of
 * @napi-rs/image (measured). Colours keep their full resolution, or coloured text is smeared.
 */
export async function turboEncoder(): Promise<JpegEncoder> {
  const loaded: typeof Turbo & { default?: typeof Turbo } = await import('@julusian/jpeg-turbo');
  // Its names are made at run time: as an ES module it has only the default.
  const turbo = loaded.default ?? loaded;
  let kept = Buffer.alloc(0);
  return async (whole, part, quality) => {
    // It wants the last row to be as long as the others, which a part at the lower right is not.
    const fits = part.x === 0 || part.y + part.height < whole.height;
    const [frame, { x, y, width, height }] = fits ? [whole, part] : [crop(whole, part), { ...part, x: 0, y: 0 }];
    const options = { format: turbo.FORMAT_BGRX, width, height, stride: frame.width, subsampling: turbo.SAMP_444, quality };
    const most = turbo.bufferSize(options);
    if (kept.length < most) kept = Buffer.allocUnsafeSlow(most);
    working.add(frame);
    try {
      // A copy, since the next picture is written over it.
      return new Uint8Array(await turbo.compress(frame.data.subarray((y * frame.width + x) * 4), kept, options));
    } finally {
      working.delete(frame);
    }
  };
}

/** For processors that libjpeg-turbo comes with no binary for. */
export async function portableEncoder(): Promise<JpegEncoder> {
  const { Transformer } = await import('@napi-rs/image');
  return async (frame, area, quality) => {
    const cut = crop(frame, area);
    swapRedAndBlue(cut);
    const bytes = await Transformer.fromRgbaPixels(cut.data, cut.width, cut.height).jpeg(quality);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
}
