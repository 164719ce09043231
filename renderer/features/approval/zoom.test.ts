import { describe, expect, it } from 'vitest';
import { zoomRegion } from './zoom';

describe('zoomRegion', () => {
  it('is centred on the spot, and inside the picture at its edges', () => {
    expect(zoomRegion(1000, 800, { x: 500, y: 400 }, 200)).toEqual({ x: 400, y: 300, side: 200 });
    expect(zoomRegion(1000, 800, { x: 0, y: 799 }, 200)).toEqual({ x: 0, y: 600, side: 200 });
  });

  it('is no larger than the picture', () => {
    expect(zoomRegion(1000, 100, { x: 999, y: 50 }, 200)).toEqual({ x: 900, y: 0, side: 100 });
  });
});
