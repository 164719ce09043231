import type { AccessibleNode } from '../../platform';
import { keyOf, type AccessibilityBus, type Place } from './bus';
import { children, extents, role } from './node';

const containers = new Set(['filler', 'panel', 'section', 'grouping', 'layered pane']);
const deepestSearch = 4;
const mostChildren = 30;

/** A frame's native menu bar and the pane that is drawn below it. */
interface Pair {
  menu: Place;
  pane: Place;
}

/**
 * LibreOffice under GTK tells the boxes of everything inside a window too high by the height of the
 * native menu bar: its root pane claims to begin where the menu bar begins. Seen with 7.4, where a
 * click by box hit the row or tool bar above. The overlap itself says by how much.
 */
export class PaneShift {
  private readonly pairs = new Map<string, Pair | null>();
  private readonly belongsTo = new Map<string, Pair>();

  constructor(private readonly bus: AccessibilityBus) {}

  /** Moves the boxes below a window's pane to where they are drawn; remembers them for `of`. */
  async apply(top: Place, nodes: AccessibleNode[]): Promise<AccessibleNode[]> {
    const pair = await this.pairOf(top);
    if (!pair) return nodes;
    const dy = await this.amount(pair);
    const at = nodes.findIndex((node) => node.key === keyOf(pair.pane));
    const pane = nodes[at];
    if (!pane) return nodes;
    const end = nodes.findIndex((node, index) => index > at && node.depth <= pane.depth);
    return nodes.map((node, index) => {
      if (index < at || (end >= 0 && index >= end)) return node;
      this.belongsTo.set(node.key, pair);
      return moved(node, dy);
    });
  }

  /** The node with its box where it is drawn. */
  async of(node: AccessibleNode): Promise<AccessibleNode> {
    const pair = this.belongsTo.get(node.key);
    return pair ? moved(node, await this.amount(pair)) : node;
  }

  /** Pixels that the inside of this window is told too high. */
  async below(top: Place): Promise<number> {
    const pair = await this.pairOf(top);
    return pair ? this.amount(pair) : 0;
  }

  private async amount(pair: Pair): Promise<number> {
    const [menu, pane] = await Promise.all([extents(this.bus, pair.menu), extents(this.bus, pair.pane)]);
    if (!menu || !pane || pane.y >= menu.y + menu.height || pane.y < menu.y) return 0;
    return menu.y + menu.height - pane.y;
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

function moved(node: AccessibleNode, dy: number): AccessibleNode {
  return node.box && dy !== 0 ? { ...node, box: { ...node.box, y: node.box.y + dy } } : node;
}
