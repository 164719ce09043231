import { expect, it } from 'vitest';
import { drawMarks } from './marks';

const width = 60;
const height = 30;

it('outlines the box, writes the number inside it, and leaves the frame itself alone', async () => {
  const frame = { width, height, data: Buffer.alloc(width * height * 4) };
  const marked = await drawMarks(frame, [{ number: 17, box: { x: 5, y: 4, width: 50, height: 24 } }], 1);
  const pixel = (x: number, y: number): number[] => [...marked.data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  expect(pixel(54, 27)).toEqual([0xff, 0, 0xd0]);
  expect(pixel(40, 20)).toEqual([0, 0, 0]);
  const rows = Array.from({ length: 5 }, (_, row) => Array.from({ length: 7 }, (_, column) => (pixel(5 + 2 + column * 2, 4 + 2 + row * 2)[1] === 0xff ? '#' : '.')).join(''));
  expect(rows).toEqual(['.#..###', '##....#', '.#....#', '.#....#', '###...#']);
  expect(frame.data.every((byte) => byte === 0)).toBe(true);
});

it('a box that reaches over the edge is cut, not wrapped', async () => {
  const frame = { width, height, data: Buffer.alloc(width * height * 4) };
  const marked = await drawMarks(frame, [{ number: 3, box: { x: 50, y: -4, width: 40, height: 20 } }], 2);
  const column = Array.from({ length: height }, (_, y) => marked.data[y * width * 4 + 2]);
  expect(column.every((red) => red === 0)).toBe(true);
});
