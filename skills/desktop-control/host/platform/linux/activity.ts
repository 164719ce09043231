import type { XDamage, XEvent } from 'x11';
import { intersection } from '../../frame';
import type { Rectangle } from '../platform';
import { extension, watchRoot, type Connection } from './connection';

const rearranging = new Set(['MapNotify', 'UnmapNotify', 'ConfigureNotify', 'ReparentNotify', 'DestroyNotify', 'CirculateNotify']);

/** A screen that is drawn on without end is never taken off whole. */
const mostTurns = 5;

/** When and how often the screen changed, by the X DAMAGE extension: no pictures need comparing. */
export class Activity {
  private lastChange = Date.now();
  private changes = 0;
  private rearrangements = 0;
  private ignored: Rectangle[] = [];
  private readonly places = new Set<{ area: Rectangle; changes: number; last: number }>();
  /** Something was drawn there; until this is taken off, more of it in the same place is not told. */
  private pending = false;

  private constructor(
    private readonly connection: Connection,
    private readonly takeOff: () => void,
  ) {}

  /** Null where the server has no DAMAGE. */
  static async watch(connection: Connection): Promise<Activity | null> {
    const damage = await extension<XDamage>(connection, 'damage');
    if (!damage) return null;
    const id = connection.client.AllocID();
    const activity = new Activity(connection, () => damage.Subtract(id, 0, 0));
    damage.Create(id, connection.root, damage.ReportLevel.DeltaRectangles);
    watchRoot(connection);
    connection.client.on('event', (event: XEvent) => {
      if (rearranging.has(event.name)) activity.rearrangements += 1;
      if (event.name !== 'DamageNotify') return;
      activity.note(event['area'] as { x: number; y: number; w: number; h: number });
      if (activity.pending) return;
      activity.pending = true;
      setImmediate(() => activity.settle());
    });
    await connection.client.sync();
    return activity;
  }

  ignore(areas: Rectangle[]): void {
    this.ignored = areas;
  }

  /**
   * The round trip brings in every change that the server has made so far. A place that was drawn in and
   * not yet taken off would swallow the next change of it: a picture from before that would pass for the present one.
   */
  async state(): Promise<{ stillFor: number; changes: number }> {
    await this.connection.client.sync();
    for (let turn = 0; this.pending && turn < mostTurns; turn += 1) {
      this.settle();
      await this.connection.client.sync();
    }
    return { stillFor: Date.now() - this.lastChange, changes: this.changes };
  }

  /** The same of one area of the screen, from now on: what goes on elsewhere says nothing about what a key has done there. */
  within(area: Rectangle): { state(): Promise<{ stillFor: number; changes: number }>; forget(): void } {
    const place = { area, changes: 0, last: Date.now() };
    this.places.add(place);
    return {
      state: async () => {
        await this.state();
        return { stillFor: Date.now() - place.last, changes: place.changes };
      },
      forget: () => this.places.delete(place),
    };
  }

  /** As far as the last round trip has brought them in. */
  rearranged(): number {
    return this.rearrangements;
  }

  private settle(): void {
    if (!this.pending) return;
    this.pending = false;
    if (!this.connection.closed()) this.takeOff();
  }

  private note(area: { x: number; y: number; w: number; h: number }): void {
    const inside = this.ignored.some((own) => area.x >= own.x && area.y >= own.y && area.x + area.w <= own.x + own.width && area.y + area.h <= own.y + own.height);
    if (inside) return;
    this.lastChange = Date.now();
    this.changes += 1;
    for (const place of this.places) {
      if (!intersection(place.area, { x: area.x, y: area.y, width: area.w, height: area.h })) continue;
      place.last = this.lastChange;
      place.changes += 1;
    }
  }
}
