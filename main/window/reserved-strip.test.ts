import { expect, test } from 'vitest';
import { strutsOf } from './reserved-strip';

const display = (x: number, width: number, scaleFactor = 1) => {
  const bounds = { x, y: 0, width, height: 800 };
  return { bounds, workArea: bounds, scaleFactor };
};

test('the strip is measured from the right edge, in physical pixels', () => {
  expect(strutsOf({ x: 880, y: 0, width: 400, height: 800 }, [display(0, 1280)])).toEqual([0, 400, 0, 0, 0, 0, 0, 799, 0, 0, 0, 0]);
  expect(strutsOf({ x: 880, y: 0, width: 400, height: 800 }, [display(0, 1280, 1.5)])).toEqual([0, 600, 0, 0, 0, 0, 0, 1199, 0, 0, 0, 0]);
});

test('nothing is reserved between two displays, on a narrow one, or on none', () => {
  const strip = { x: 880, y: 0, width: 400, height: 800 };
  expect(strutsOf(strip, [display(0, 1280), display(1280, 1280)])).toBeNull();
  expect(strutsOf({ ...strip, x: 624 }, [display(0, 1024)])).toBeNull();
  expect(strutsOf({ ...strip, x: 5000 }, [display(0, 1280)])).toBeNull();
});
