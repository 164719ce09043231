import type { Size } from '../coordinates';
import type { Frame } from './frame';
import { jpegEncoder } from './jpeg-encoder';
import type { Rectangle } from './platform/platform';
import { scaler } from './scaler';

/** Pictures made of a frame already: an unchanged screen gives the same frame and need not be encoded again. */
const made = new WeakMap<Frame, Map<string, Promise<Uint8Array>>>();
/** One after the other: scaler and encoder keep their memory for the next picture. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * JPEG of a part of a frame, scaled to `size`. The frame itself stays untouched. Not by sharp: its
 * GLib and the one Electron loads on Linux corrupt each other's memory (electron/electron#46323).
 */
export function jpeg(frame: Frame, area: Rectangle, size: Size, quality: number): Promise<Uint8Array> {
  const known = made.get(frame) ?? new Map<string, Promise<Uint8Array>>();
  made.set(frame, known);
  const key = [area.x, area.y, area.width, area.height, size.width, size.height, quality].join();
  const picture = known.get(key) ?? inTurn(() => encode(frame, area, size, quality));
  known.set(key, picture);
  picture.catch(() => known.delete(key));
  return picture;
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

async function encode(frame: Frame, area: Rectangle, size: Size, quality: number): Promise<Uint8Array> {
  const toJpeg = await jpegEncoder();
  if (size.width === area.width && size.height === area.height) return toJpeg(frame, area, quality);
  const scale = await scaler();
  return toJpeg(await scale(frame, area, size), { x: 0, y: 0, ...size }, quality);
}
