import type { Rectangle, WindowInfo } from '../../platform';
import { keyOf, placeOf, type AccessibilityBus, type Place } from './bus';
import { children, role, states } from './node';

/** One search; what was not reached within it is found when it gets the focus. The time counts only for programs that are slow. */
const budget = { nodes: 500, depth: 24, milliseconds: 1500 };
const mostChildren = 120;
const passwordRole = 'password text';

/** Password fields that were seen once, or have had the focus: they are asked where they are before each picture. */
export class Passwords {
  private readonly known = new Set<string>();

  constructor(private readonly bus: AccessibilityBus) {}

  note(key: string, roleName: string): void {
    if (roleName === passwordRole) this.known.add(key);
  }

  async noteFocus(place: Place): Promise<void> {
    this.note(keyOf(place), await role(this.bus, place));
  }

  /**
   * Boxes of the known fields that are showing now. A program that does not answer still shows what it
   * showed: of one that has such a field all windows are given.
   */
  async boxes(windows: WindowInfo[], boxOf: (place: Place) => Promise<Rectangle | null>): Promise<Rectangle[]> {
    const found = await Promise.all(
      [...this.known].map(async (key): Promise<Rectangle[]> => {
        const place = placeOf(key);
        const asked = Date.now();
        const set = await states(this.bus, place);
        const box = set?.has('showing') && !set.has('defunct') ? await boxOf(place) : null;
        if (box) return [box];
        if (this.bus.wasSilent(place.bus, asked)) {
          const pid = await this.bus.pid(place.bus);
          return windows.filter((window) => window.pid === pid).map((window) => window.box);
        }
        if (!set || set.has('defunct')) this.known.delete(key);
        return [];
      }),
    );
    return found.flat();
  }

  /** Looks for password fields below `top`: roles only, far cheaper than a whole look. False when the program was too slow for it. */
  async search(top: Place, signal: AbortSignal): Promise<boolean> {
    const started = Date.now();
    const isLate = (): boolean => Date.now() > started + budget.milliseconds || this.bus.wasSilent(top.bus, started);
    let visited = 0;
    let whole = true;
    const visit = async (place: Place, depth: number): Promise<void> => {
      if (signal.aborted || isLate()) whole = false;
      if (!whole || visited >= budget.nodes || depth > budget.depth) return;
      visited += 1;
      const [set, name] = await Promise.all([states(this.bus, place), role(this.bus, place)]);
      this.note(keyOf(place), name);
      if (!set || set.has('defunct') || set.has('manages_descendants') || (depth > 0 && !set.has('showing')) || /button|menu|label|bar$/.test(name)) return;
      await Promise.all((await children(this.bus, place)).slice(0, mostChildren).map((child) => visit(child, depth + 1)));
    };
    await visit(top, 0);
    return whole && !isLate();
  }
}
