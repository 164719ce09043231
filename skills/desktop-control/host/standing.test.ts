import { expect, it } from 'vitest';
import type { WindowInfo } from './platform/platform';
import { standing } from './standing';

const window = (id: number, x: number): WindowInfo => ({ id, box: { x, y: 0, width: 10, height: 10 } }) as WindowInfo;
const stack = [window(1, 0), window(2, 10), window(3, 5), window(4, 5)];

it('names what lies above some of a window, and not what only touches it or lies below', () => {
  expect(standing(stack, 3)).toEqual({ shown: true, above: [1, 2] });
  expect(standing(stack, 2)).toEqual({ shown: true, above: [] });
});

it('says that a window is not on the screen', () => {
  expect(standing(stack, 9)).toEqual({ shown: false, above: [] });
});
