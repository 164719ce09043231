import type { Rectangle } from './platform/platform';

/** Raw screen content, four bytes a pixel: blue, green, red, and 255 whatever the screen's own fourth byte was. */
export interface Frame {
  width: number;
  height: number;
  data: Buffer;
}

/** Smallest rectangle that holds all differing pixels; null when the frames are alike. */
export function difference(before: Frame, after: Frame): Rectangle | null {
  if (before.width !== after.width || before.height !== after.height) return { x: 0, y: 0, width: after.width, height: after.height };
  const { width, height } = after;
  const stride = width * 4;
  let top = -1;
  let bottom = -1;
  let left = width;
  let right = -1;
  for (let row = 0; row < height; row += 1) {
    const at = row * stride;
    if (before.data.compare(after.data, at, at + stride, at, at + stride) === 0) continue;
    if (top < 0) top = row;
    bottom = row;
    left = Math.min(left, firstDifference(before.data, after.data, at, Math.min(left, width)));
    right = Math.max(right, lastDifference(before.data, after.data, at, width, right));
  }
  return top < 0 || right < left ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function firstDifference(a: Buffer, b: Buffer, at: number, limit: number): number {
  for (let column = 0; column < limit; column += 1) if (differs(a, b, at + column * 4)) return column;
  return limit;
}

function lastDifference(a: Buffer, b: Buffer, at: number, width: number, beyond: number): number {
  for (let column = width - 1; column > beyond; column -= 1) if (differs(a, b, at + column * 4)) return column;
  return beyond;
}

function differs(a: Buffer, b: Buffer, at: number): boolean {
  return a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2];
}

/** Paints rectangles (in frame pixels) in one grey, from 0 (black) to 255, in place. */
export function cover(frame: Frame, areas: Rectangle[], grey: number): void {
  const pixel = Buffer.from([grey, grey, grey, 255]);
  for (const area of areas) {
    const left = Math.max(0, area.x);
    const right = Math.min(frame.width, area.x + area.width);
    if (right <= left) continue;
    for (let row = Math.max(0, area.y); row < Math.min(frame.height, area.y + area.height); row += 1) {
      frame.data.fill(pixel, (row * frame.width + left) * 4, (row * frame.width + right) * 4);
    }
  }
}

export function intersection(a: Rectangle, b: Rectangle): Rectangle | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The smallest rectangle that holds both. */
export function around(a: Rectangle, b: Rectangle): Rectangle {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** What is left of `area` when `hole` is cut out of it: up to four rectangles. */
export function subtract(area: Rectangle, hole: Rectangle): Rectangle[] {
  const cut = intersection(area, hole);
  if (!cut) return [area];
  const parts: Rectangle[] = [
    { x: area.x, y: area.y, width: area.width, height: cut.y - area.y },
    { x: area.x, y: cut.y + cut.height, width: area.width, height: area.y + area.height - cut.y - cut.height },
    { x: area.x, y: cut.y, width: cut.x - area.x, height: cut.height },
    { x: cut.x + cut.width, y: cut.y, width: area.x + area.width - cut.x - cut.width, height: cut.height },
  ];
  return parts.filter((part) => part.width > 0 && part.height > 0);
}

/** The parts of the chosen windows that no other window stands in front of. `stack` is front to back. */
export function visibleAreas<W extends { box: Rectangle }>(stack: W[], chosen: (window: W) => boolean): Rectangle[] {
  const found: Rectangle[] = [];
  stack.forEach((window, index) => {
    if (!chosen(window)) return;
    let visible = [window.box];
    for (const above of stack.slice(0, index)) if (!chosen(above)) visible = visible.flatMap((part) => subtract(part, above.box));
    found.push(...visible);
  });
  return found;
}

/** Whether every pixel of a part that lies inside the frame has the same colour. */
export function isOneColour({ data, width }: Frame, { x, y, width: columns, height: rows }: Rectangle): boolean {
  const start = (y * width + x) * 4;
  const length = columns * 4;
  // Each pixel equals the one before, each row the first.
  if (columns > 1 && data.compare(data, start + 4, start + length, start, start + length - 4) !== 0) return false;
  for (let row = 1; row < rows; row += 1) {
    const at = start + row * width * 4;
    if (data.compare(data, at, at + length, start, start + length) !== 0) return false;
  }
  return true;
}

/** A frame of one grey, in the memory given. */
export function blank({ width, height }: { width: number; height: number }, grey: number, data: Buffer = Buffer.allocUnsafe(width * height * 4)): Frame {
  return { width, height, data: data.fill(Buffer.from([grey, grey, grey, 255])) };
}

/** Draws a frame onto another that it fits into, in place. */
export function paste(onto: Frame, part: Frame, at: { x: number; y: number }): void {
  for (let row = 0; row < part.height; row += 1) part.data.copy(onto.data, ((at.y + row) * onto.width + at.x) * 4, row * part.width * 4, (row + 1) * part.width * 4);
}

/** The same for one whose fourth byte says how much of it covers what is below (its colours are multiplied with it already). */
export function blend(onto: Frame, part: Frame, at: { x: number; y: number }): void {
  for (let row = 0; row < part.height; row += 1) {
    for (let column = 0; column < part.width; column += 1) {
      const from = (row * part.width + column) * 4;
      const to = ((at.y + row) * onto.width + at.x + column) * 4;
      const through = 255 - (part.data[from + 3] ?? 255);
      for (let channel = 0; channel < 3; channel += 1) onto.data[to + channel] = Math.min(255, (part.data[from + channel] ?? 0) + Math.round(((onto.data[to + channel] ?? 0) * through) / 255));
    }
  }
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

/** In place: a screen's fourth byte is unused and often 0, which a scaler takes for transparent and turns black. */
export function makeOpaque<F extends Frame>(frame: F): F {
  const { data } = frame;
  if (data.byteOffset % 4 !== 0) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  else {
    const pixels = new Int32Array(data.buffer, data.byteOffset, data.length >> 2);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (pixels[at] ?? 0) | 0xff000000;
  }
  return frame;
}

/** BGRX ↔ RGBX in place. */
export function swapRedAndBlue({ data }: Frame): void {
  for (let at = 0; at + 3 < data.length; at += 4) {
    const blue = data[at] ?? 0;
    data[at] = data[at + 2] ?? 0;
    data[at + 2] = blue;
  }
}
