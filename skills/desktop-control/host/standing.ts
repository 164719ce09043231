import type { Standing } from '../protocol';
import type { Rectangle, WindowInfo } from './platform/platform';

/** How a window stands in the stack (front to back). */
export function standing(stack: readonly WindowInfo[], window: number): Standing {
  const place = stack.findIndex(({ id }) => id === window);
  const found = stack[place];
  if (!found) return { shown: false, above: [] };
  return { shown: true, above: stack.slice(0, place).flatMap(({ id, box }) => (overlap(box, found.box) ? [id] : [])) };
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}
