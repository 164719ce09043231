import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cover, difference, isOneColour, makeOpaque, subtract, visibleAreas, type Frame } from './frame';

function blank(width: number, height: number): Frame {
  return { width, height, data: Buffer.alloc(width * height * 4) };
}

const rectangle = fc.record({ x: fc.integer({ min: -5, max: 25 }), y: fc.integer({ min: -5, max: 25 }), width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) });

describe('frame', () => {
  it('finds the smallest rectangle around the differing pixels', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ x: fc.integer({ min: 0, max: 30 }), y: fc.integer({ min: 0, max: 20 }) }), { maxLength: 6 }), (points) => {
        const before = blank(31, 21);
        const after = blank(31, 21);
        for (const { x, y } of points) after.data[(y * 31 + x) * 4 + 1] = 255;
        const xs = points.map((point) => point.x);
        const ys = points.map((point) => point.y);
        const box = { x: Math.min(...xs), y: Math.min(...ys), width: Math.max(...xs) - Math.min(...xs) + 1, height: Math.max(...ys) - Math.min(...ys) + 1 };
        expect(difference(before, after)).toEqual(points.length === 0 ? null : box);
      }),
    );
  });

  it('cuts a hole out of a rectangle exactly', () => {
    fc.assert(
      fc.property(rectangle, rectangle, (area, hole) => {
        const parts = subtract(area, hole);
        for (let x = -6; x < 46; x += 1) {
          for (let y = -6; y < 46; y += 1) {
            const inside = (box: typeof area): boolean => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
            expect(parts.filter(inside).length).toBe(inside(area) && !inside(hole) ? 1 : 0);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('covers our windows, but not what stands in front of them', () => {
    const areas = visibleAreas([
      { own: false, box: { x: 0, y: 0, width: 5, height: 10 } },
      { own: true, box: { x: 0, y: 0, width: 10, height: 10 } },
    ], (window) => window.own);
    expect(areas).toEqual([{ x: 5, y: 0, width: 5, height: 10 }]);
    const frame = blank(12, 12);
    cover(frame, areas, 0x80);
    expect(frame.data[0]).toBe(0);
    expect(frame.data[5 * 4]).toBe(0x80);
    expect(frame.data[10 * 4]).toBe(0);
    // What is covered stays opaque: a scaler would mix a transparent one with its neighbours.
    expect(frame.data[5 * 4 + 3]).toBe(255);
  });

  it('tells a part of one colour from one in which a single pixel differs', () => {
    const part = { x: 3, y: 2, width: 5, height: 4 };
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 12; x += 1) {
        const frame = blank(12, 8);
        frame.data[(y * 12 + x) * 4 + 2] = 1;
        expect(isOneColour(frame, part)).toBe(!(x >= 3 && x < 8 && y >= 2 && y < 6));
      }
    }
  });

  it.each([0, 1])('makes every pixel opaque and leaves its colours, %i bytes beside a whole word', (beside) => {
    const data = Buffer.alloc(16 + beside, 7).subarray(beside);
    expect([...makeOpaque({ width: 2, height: 2, data }).data]).toEqual([7, 7, 7, 255, 7, 7, 7, 255, 7, 7, 7, 255, 7, 7, 7, 255]);
  });
});
