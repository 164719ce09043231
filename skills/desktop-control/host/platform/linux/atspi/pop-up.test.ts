import { describe, expect, it } from 'vitest';
import type { AccessibleNode, Rectangle } from '../../platform';
import { isPartOf, popUpHit } from './pop-up';

const node = (role: string, name: string, depth: number, box: Rectangle | null, states: string[] = []): AccessibleNode => ({ key: `${role} ${name}`, role, name, value: null, states, multiline: false, box, depth, pid: 1 });

const nodes = [
  node('frame', 'Parts', 0, { x: 0, y: 0, width: 800, height: 600 }),
  node('menu item', 'File', 1, { x: 0, y: 0, width: 40, height: 20 }),
  node('popup menu', '', 2, { x: 0, y: 20, width: 120, height: 80 }),
  node('menu item', 'New', 3, { x: 0, y: 20, width: 120, height: 40 }),
  node('menu item', 'Delete', 3, { x: 0, y: 60, width: 120, height: 40 }),
  node('push button', 'Below', 1, { x: 10, y: 62, width: 60, height: 30 }),
  node('combo box', 'Colour', 1, { x: 300, y: 100, width: 100, height: 20 }, ['expanded']),
  node('list', '', 2, { x: 301, y: 121, width: 98, height: 58 }),
  node('list item', 'Red', 3, { x: 301, y: 121, width: 98, height: 29 }),
  node('list', 'Other', 1, { x: 310, y: 150, width: 20, height: 20 }),
  node('list item', 'Hidden', 2, { x: 310, y: 150, width: 20, height: 20 }),
];

describe('what stands at a point of a pop-up', () => {
  it.each([
    ['an item of an open menu, not the button below it', { x: 0, y: 20, width: 120, height: 80 }, { x: 20, y: 70 }, 'Delete'],
    ['an item of the list of a combo box', { x: 300, y: 120, width: 100, height: 60 }, { x: 320, y: 130 }, 'Red'],
    ['the list itself where it has no item, not the other list below it', { x: 300, y: 120, width: 100, height: 60 }, { x: 315, y: 160 }, ''],
    ['nothing, where none of them is that pop-up', { x: 5, y: 55, width: 100, height: 50 }, { x: 20, y: 70 }, undefined],
  ])('%s', (_, popUp, point, name) => {
    expect(popUpHit(nodes, popUp, point)?.name).toBe(name);
  });
});

it('a window with a frame around it holds its own tree', () => {
  expect(isPartOf({ x: 60, y: 60, width: 900, height: 600 }, { x: 59, y: 40, width: 902, height: 625 })).toBe(true);
  expect(isPartOf({ x: 60, y: 60, width: 900, height: 600 }, { x: 66, y: 79, width: 120, height: 88 })).toBe(false);
});
