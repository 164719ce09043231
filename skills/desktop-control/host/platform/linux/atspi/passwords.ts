import type { Rectangle } from '../../platform';
import { keyOf, placeOf, type AccessibilityBus, type Place } from './bus';
import { children, role, states } from './node';

/** One search; what was not reached within it is found when it gets the focus. */
const budget = { nodes: 500, depth: 24, milliseconds: 400 };
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

  /** Boxes of the known fields that are showing now. */
  async boxes(place: (place: Place) => Promise<Rectangle | null>): Promise<Rectangle[]> {
    const found = await Promise.all(
      [...this.known].map(async (key) => {
        const set = await states(this.bus, placeOf(key));
        if (!set || set.has('defunct')) {
          this.known.delete(key);
          return null;
        }
        return set.has('showing') ? place(placeOf(key)) : null;
      }),
    );
    return found.filter((box): box is Rectangle => box !== null);
  }

  /** Looks for password fields below `top`: roles only, far cheaper than a whole look. */
  async search(top: Place, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + budget.milliseconds;
    let visited = 0;
    const visit = async (place: Place, depth: number): Promise<void> => {
      if (signal.aborted || Date.now() > deadline || visited >= budget.nodes || depth > budget.depth) return;
      visited += 1;
      const [set, name] = await Promise.all([states(this.bus, place), role(this.bus, place)]);
      this.note(keyOf(place), name);
      if (!set || set.has('defunct') || set.has('manages_descendants') || (depth > 0 && !set.has('showing')) || /button|menu|label|bar$/.test(name)) return;
      await Promise.all((await children(this.bus, place)).slice(0, mostChildren).map((child) => visit(child, depth + 1)));
    };
    await visit(top, 0);
  }
}
