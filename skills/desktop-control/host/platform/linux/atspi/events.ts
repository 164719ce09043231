import type { AccessibilityBus } from './bus';

/** What programs say when something a person would notice has changed. The busy ones (caret, children, bounds) are left out: they cost the program more than they tell. */
const told: [iface: string, member: string, detail: string][] = [
  ['Object', 'StateChanged', 'focused'],
  ['Object', 'StateChanged', 'checked'],
  ['Object', 'StateChanged', 'selected'],
  ['Object', 'StateChanged', 'expanded'],
  ['Object', 'TextChanged', 'insert'],
  ['Object', 'TextChanged', 'delete'],
  ['Object', 'PropertyChange', 'accessible-value'],
  ['Object', 'SelectionChanged', ''],
  ['Window', 'Activate', ''],
  ['Window', 'Deactivate', ''],
];

/** How often each program has told of a change, and when last. */
export class AccessibilityEvents {
  private readonly byProgram = new Map<number, { changes: number; last: number }>();

  constructor(private readonly bus: AccessibilityBus) {}

  async start(): Promise<void> {
    await Promise.all(
      told.map(([iface, member, detail]) =>
        this.bus.listen(iface, member, detail, (place) => {
          void this.bus.pid(place.bus).then((pid) => this.note(pid));
        }),
      ),
    );
  }

  of(pid: number): { changes: number; stillFor: number } {
    const known = this.byProgram.get(pid);
    return known ? { changes: known.changes, stillFor: Date.now() - known.last } : { changes: 0, stillFor: Infinity };
  }

  private note(pid: number): void {
    this.byProgram.set(pid, { changes: this.of(pid).changes + 1, last: Date.now() });
  }
}
