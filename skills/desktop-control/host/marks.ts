import type { Frame } from './frame';
import { copied } from './picture-memory';
import type { Rectangle } from './platform/platform';

/** Something to mark: its number and where it is, in frame pixels. */
export interface Mark {
  number: number;
  box: Rectangle;
}

/** Rows of three bits a digit: a font small enough for tool bars. */
const digits = [0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71111, 0o75757, 0o75717];
const glyph = { width: 3, height: 5 };
/** Blue, green, red: magenta and white are rare on desktops and read well on light and dark. */
const outline: Colour = [0xff, 0x00, 0xd0];
const paper: Colour = [0x90, 0x00, 0x70];
const ink: Colour = [0xff, 0xff, 0xff];

type Colour = [number, number, number];

/** A copy of the frame with each box outlined and numbered at its upper left corner. `scale`: screen pixels a picture pixel, so that the numbers stay readable. */
export async function drawMarks(frame: Frame, marks: Mark[], scale: number): Promise<Frame> {
  const copy = { ...frame, data: await copied(frame.data) };
  const line = Math.max(1, Math.round(scale));
  const dot = Math.max(2, Math.round(2 * scale));
  for (const { box } of marks) {
    fill(copy, { x: box.x, y: box.y, width: box.width, height: line }, outline);
    fill(copy, { x: box.x, y: box.y + box.height - line, width: box.width, height: line }, outline);
    fill(copy, { x: box.x, y: box.y, width: line, height: box.height }, outline);
    fill(copy, { x: box.x + box.width - line, y: box.y, width: line, height: box.height }, outline);
  }
  // Numbers last: no outline of a neighbour may cross them.
  for (const { number, box } of marks) label(copy, String(number), box.x, box.y, dot);
  return copy;
}

function label(frame: Frame, text: string, x: number, y: number, dot: number): void {
  const step = (glyph.width + 1) * dot;
  fill(frame, { x, y, width: text.length * step + dot, height: (glyph.height + 2) * dot }, paper);
  [...text].forEach((character, index) => {
    const rows = digits[Number(character)] ?? 0;
    for (let bit = 0; bit < glyph.width * glyph.height; bit += 1) {
      if (((rows >> (glyph.width * glyph.height - 1 - bit)) & 1) === 0) continue;
      const column = bit % glyph.width;
      const row = Math.floor(bit / glyph.width);
      fill(frame, { x: x + dot + index * step + column * dot, y: y + dot + row * dot, width: dot, height: dot }, ink);
    }
  });
}

function fill(frame: Frame, area: Rectangle, [blue, green, red]: Colour): void {
  const left = Math.max(0, area.x);
  const right = Math.min(frame.width, area.x + area.width);
  for (let row = Math.max(0, area.y); row < Math.min(frame.height, area.y + area.height); row += 1) {
    for (let at = (row * frame.width + left) * 4; at < (row * frame.width + right) * 4; at += 4) {
      frame.data[at] = blue;
      frame.data[at + 1] = green;
      frame.data[at + 2] = red;
    }
  }
}
