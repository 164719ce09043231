import type { XDamage, XEvent } from 'x11';
import type { Rectangle } from '../platform';
import { extension, type Connection } from './connection';

/** When and how often the screen changed, by the X DAMAGE extension: no pictures need comparing. */
export class Activity {
  private lastChange = Date.now();
  private changes = 0;
  private ignored: Rectangle[] = [];

  private constructor(private readonly connection: Connection) {}

  /** Null where the server has no DAMAGE. */
  static async watch(connection: Connection): Promise<Activity | null> {
    const damage = await extension<XDamage>(connection, 'damage');
    if (!damage) return null;
    const activity = new Activity(connection);
    const id = connection.client.AllocID();
    damage.Create(id, connection.root, damage.ReportLevel.DeltaRectangles);
    let pending = false;
    connection.client.on('event', (event: XEvent) => {
      if (event.name !== 'DamageNotify') return;
      activity.note(event['area'] as { x: number; y: number; w: number; h: number });
      if (pending) return;
      pending = true;
      setImmediate(() => {
        pending = false;
        if (!connection.closed()) damage.Subtract(id, 0, 0);
      });
    });
    await connection.client.sync();
    return activity;
  }

  ignore(areas: Rectangle[]): void {
    this.ignored = areas;
  }

  /** The round trip brings in every change that the server has made so far. */
  async state(): Promise<{ stillFor: number; changes: number }> {
    await this.connection.client.sync();
    return { stillFor: Date.now() - this.lastChange, changes: this.changes };
  }

  private note(area: { x: number; y: number; w: number; h: number }): void {
    const inside = this.ignored.some((own) => area.x >= own.x && area.y >= own.y && area.x + area.w <= own.x + own.width && area.y + area.h <= own.y + own.height);
    if (inside) return;
    this.lastChange = Date.now();
    this.changes += 1;
  }
}
