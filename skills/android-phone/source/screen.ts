import { inflateSync } from 'node:zlib';
import type { Phone } from './adb';
import { Trouble } from './trouble';

export interface Size {
  width: number;
  height: number;
  /** Quarter turns from upright. */
  rotation: 0 | 1 | 2 | 3;
}

/** The screen as it is held now, in pixels. */
export async function sizeOf(phone: Phone): Promise<Size> {
  const text = await phone.shell('dumpsys', 'window', 'displays');
  const [, width, height] = /\bcur=(\d+)x(\d+)/.exec(text) ?? [];
  const turn = /\b(?:mCurrentRotation|mRotation|rotation)=(?:ROTATION_)?(\d+)/.exec(text)?.[1];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height), rotation: turnOf(turn) };
  // Some makers' phones print nothing there.
  const plain = await phone.shell('wm', 'size');
  const [, w, h] = /Override size: (\d+)x(\d+)/.exec(plain) ?? /Physical size: (\d+)x(\d+)/.exec(plain) ?? [];
  if (w === undefined || h === undefined) throw new Trouble('EXECUTION_ERROR', 'The phone does not tell the size of its screen.', 'Take a screenshot and use pixels.');
  const rotation = turnOf(/SurfaceOrientation:\s*(\d)/.exec(await phone.shell('dumpsys', 'input'))?.[1]);
  return rotation % 2 === 1 ? { width: Number(h), height: Number(w), rotation } : { width: Number(w), height: Number(h), rotation };
}

function turnOf(text: string | undefined): Size['rotation'] {
  const number = Number(text ?? 0);
  const turns = number >= 90 ? number / 90 : number;
  return turns === 1 || turns === 2 || turns === 3 ? turns : 0;
}

/**
 * A point in pixels. Relative ones are thousandths of the width and height, 0 to 999, as AutoGLM says them.
 * Throws a Trouble for what is outside the screen; nothing is clamped.
 */
export function pointOf(x: number, y: number, unit: string, { width, height }: Size): { x: number; y: number } {
  if (unit === 'pixels') {
    if (x < 0 || y < 0 || x >= width || y >= height) throw new Trouble('OUT_OF_RANGE', `(${x}, ${y}) is outside the screen of ${width} × ${height} pixels.`, 'Points of this phone go from 0, 0 to one less than its size; or use relative points, 0–999.');
    return { x: Math.floor(x), y: Math.floor(y) };
  }
  if (x < 0 || y < 0 || x > 999 || y > 999) throw new Trouble('OUT_OF_RANGE', `(${x}, ${y}) is outside 0–999.`, 'Relative points are thousandths of the width and height; for pixels add "unit": "pixels".');
  return { x: Math.floor((x * width) / 1000), y: Math.floor((y * height) / 1000) };
}

/** A picture of the screen as PNG, and whether it is of one colour, as protected screens are. */
export async function pictureOf(phone: Phone): Promise<{ png: Buffer; width: number; height: number; isEmpty: boolean }> {
  const png = await phone.bytes('screencap', '-p');
  if (png.length < 33 || png.toString('latin1', 1, 4) !== 'PNG') throw new Trouble('EXECUTION_ERROR', 'The phone gave no picture of its screen: it may be protected (a password, a payment) or off.', 'Ask the person with take_over, or wake it with home.');
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20), isEmpty: isOfOneColour(png) };
}

/** Whether every pixel is like the one before or above it, which is what PNG's filters leave zeros for. */
function isOfOneColour(png: Buffer): boolean {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  try {
    const height = png.readUInt32BE(20);
    const raw = inflateSync(Buffer.concat(parts));
    const row = raw.length / height;
    let other = 0;
    for (let y = 0; y < height; y++) {
      const start = y * row;
      const isFiltered = raw[start] !== 0;
      for (let x = start + 1; x < start + row; x++) if ((isFiltered ? raw[x] : Number(raw[x]) - Number(x - start <= 4 ? raw[x] : raw[x - 4])) !== 0) other++;
    }
    return other <= height * 4;
  } catch {
    return false;
  }
}
