import type { AccessibleNode, Point } from '../../platform';
import { keyOf, type AccessibilityBus, type Place } from './bus';
import { children, extents, from, role } from './node';

/** A frame's native menu bar and the pane that is drawn below it. */
interface Pair {
  menu: Place;
  pane: Place;
}

/** What must be added to window-relative boxes to have them on the screen. */
export interface Offsets {
  inside: Point;
  outside: Point;
}

const containers = new Set(['filler', 'panel', 'section', 'grouping', 'layered pane', 'scroll pane', 'viewport']);
const deepestSearch = 6;
const mostChildren = 30;

/**
 * LibreOffice under GTK tells the screen boxes of everything inside a window now right, now too high
 * by the height of its native menu bar (seen with 7.4: it flips with each focus change), so that a click
 * by box hit the tool bar above. Its window-relative boxes do not flip, and the menu bar is GTK's own
 * and always right: inside boxes are therefore measured from the menu bar's lower edge.
 */
export class PaneShift {
  private readonly pairs = new Map<string, Pair | null>();
  private readonly belongsTo = new Map<string, Pair>();

  constructor(private readonly bus: AccessibilityBus) {}

  /** Null for a window whose screen boxes can be believed. */
  async offsets(top: Place): Promise<Offsets | null> {
    const known = await this.pairOf(top);
    const measured = known && (await this.measure(known));
    if (!known || measured) return measured;
    // LibreOffice makes its pane anew now and then.
    this.pairs.delete(keyOf(top));
    const again = await this.pairOf(top);
    return again && this.measure(again);
  }

  /** Puts window-relative boxes of a walk onto the screen; remembers who is inside. */
  async apply(top: Place, nodes: AccessibleNode[], offsets: Offsets): Promise<AccessibleNode[]> {
    const pair = await this.pairOf(top);
    const at = pair ? nodes.findIndex((node) => node.key === keyOf(pair.pane)) : -1;
    const pane = nodes[at];
    const end = pane ? nodes.findIndex((node, index) => index > at && node.depth <= pane.depth) : -1;
    return nodes.map((node, index) => {
      const inside = pane !== undefined && index >= at && (end < 0 || index < end);
      if (pair && inside) this.belongsTo.set(node.key, pair);
      return moved(node, inside ? offsets.inside : offsets.outside);
    });
  }

  /** The same for one node that a walk has found inside; null when it is no such node. */
  async offsetOf(place: Place): Promise<Point | null> {
    const pair = this.belongsTo.get(keyOf(place));
    return pair ? ((await this.measure(pair))?.inside ?? null) : null;
  }

  /** The pane of a window, for hit tests inside it. */
  async paneOf(top: Place): Promise<Place | null> {
    return (await this.pairOf(top))?.pane ?? null;
  }

  private async measure(pair: Pair): Promise<Offsets | null> {
    const [menu, menuInWindow, pane] = await Promise.all([extents(this.bus, pair.menu), extents(this.bus, pair.menu, from.window), extents(this.bus, pair.pane, from.window)]);
    if (!menu || !menuInWindow || !pane) return null;
    return {
      inside: { x: menu.x - pane.x, y: menu.y + menu.height - pane.y },
      outside: { x: menu.x - menuInWindow.x, y: menu.y - menuInWindow.y },
    };
  }

  /** Menu bar and pane lie a few nameless containers below the frame. */
  private async search(place: Place, depth: number): Promise<Partial<Pair>> {
    const below = (await children(this.bus, place)).slice(0, mostChildren);
    const roles = await Promise.all(below.map((child) => role(this.bus, child)));
    const found: Partial<Pair> = {};
    for (const [index, child] of below.entries()) {
      if (roles[index] === 'menu bar') found.menu ??= child;
      else if (roles[index] === 'root pane') found.pane ??= child;
      else if (depth < deepestSearch && containers.has(roles[index] ?? '')) {
        const inner = await this.search(child, depth + 1);
        if (inner.menu) found.menu ??= inner.menu;
        if (inner.pane) found.pane ??= inner.pane;
      }
    }
    return found;
  }

  private async pairOf(top: Place): Promise<Pair | null> {
    const key = keyOf(top);
    const known = this.pairs.get(key);
    if (known !== undefined) return known;
    if ((await role(this.bus, top)) !== 'frame') return null;
    const found = await this.search(top, 0);
    const pair = found.menu && found.pane ? { menu: found.menu, pane: found.pane } : null;
    // A window that is still being built has no menu yet: ask again next time.
    if (pair) this.pairs.set(key, pair);
    return pair;
  }
}

export function moved(node: AccessibleNode, by: Point): AccessibleNode {
  return node.box ? { ...node, box: { ...node.box, x: node.box.x + by.x, y: node.box.y + by.y } } : node;
}
