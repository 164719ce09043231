// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DialogPlace } from '../../../preload/contract/approval';
import { useSight } from './use-sight';

let root: Root;
let sight: number | null = null;
let tell: (place: DialogPlace) => void = () => undefined;
const onPlace = (listener: (place: DialogPlace) => void) => {
  tell = listener;
  return () => undefined;
};
function Probe(): null {
  sight = useSight(onPlace);
  return null;
}
const seen = (shown: boolean, place = 'here'): number | null => {
  act(() => tell({ shown, place }));
  return sight;
};

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<Probe />));
});
afterEach(() => act(() => root.unmount()));

it('is the same as long as the window stands where it stood', () => {
  expect([seen(true), seen(true), seen(true)]).toEqual([0, 0, 0]);
});

it('is none until the system has put the window on the screen, and another one from then on', () => {
  expect([seen(false), seen(false), seen(true), seen(true)]).toEqual([null, null, 2, 2]);
});

it('is another one when the window is moved, covered or uncovered', () => {
  expect([seen(true), seen(true, 'there'), seen(true, 'there, covered'), seen(true, 'there')]).toEqual([0, 1, 2, 3]);
});
