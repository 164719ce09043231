import type { Size } from '../coordinates';
import { crop, type Frame } from './frame';
import type { Rectangle } from './platform/platform';
import { openScaler } from './scaling/scaler';

/** Scales a part of a frame, which stays untouched. The result may be the scaler's own memory, until it scales again. */
export type Scaler = (frame: Frame, area: Rectangle, size: Size) => Frame | Promise<Frame>;

let chosen: Promise<Scaler> | null = null;

/** The fastest scaler that this machine can run. */
export function scaler(): Promise<Scaler> {
  chosen ??= openScaler().catch(() => portableScaler());
  return chosen;
}

/** For processors without WebAssembly's 128-bit extension. The frame must be opaque. */
export async function portableScaler(): Promise<Scaler> {
  const { FastResizeFilter, ResizeFit, Transformer } = await import('@napi-rs/image');
  return async (frame, area, size) => {
    const isWhole = area.width === frame.width && area.height === frame.height;
    const picture = Transformer.fromRgbaPixels(isWhole ? frame.data : crop(frame, area).data, area.width, area.height);
    picture.fastResize({ ...size, filter: FastResizeFilter.CatmullRom, fit: ResizeFit.Fill });
    return { ...size, data: await picture.rawPixels() };
  };
}
