import type { AccessibleNode, Point, Rectangle } from '../../platform';
import { inside } from './table';

/** Pixels by which what a program and what the X server tells of the same window may differ. */
const tolerance = 4;

/** Whether a window's own tree is that of this X window, whose box may have a frame around it. */
export function isPartOf(box: Rectangle, window: Rectangle): boolean {
  return box.x >= window.x - tolerance && box.y >= window.y - tolerance && box.x + box.width <= window.x + window.width + tolerance && box.y + box.height <= window.y + window.height + tolerance;
}

/**
 * What stands at a point of a pop-up, of the nodes of the window that it belongs to: an open menu, or the list of a
 * combo box. Null where they tell of none there: what they say to be there is below it.
 */
export function popUpHit(nodes: AccessibleNode[], popUp: Rectangle, point: Point): AccessibleNode | null {
  let found: AccessibleNode | null = null;
  nodes.forEach((root, index) => {
    if (!root.box || !isPartOf(root.box, popUp) || !opens(root, nodes.slice(0, index))) return;
    const end = nodes.findIndex((node, at) => at > index && node.depth <= root.depth);
    for (const node of nodes.slice(index, end < 0 ? undefined : end)) if (node.box && inside(node.box, point.x, point.y)) found = node;
  });
  return found;
}

function opens(root: AccessibleNode, before: AccessibleNode[]): boolean {
  if (root.role === 'popup menu') return true;
  const parent = [...before].reverse().find((node) => node.depth < root.depth);
  return /list|tree|table/.test(root.role) && parent?.role === 'combo box' && parent.states.includes('expanded');
}
