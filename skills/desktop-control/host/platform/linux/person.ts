import type { XEvent, XInput, XTest } from 'x11';
import type { PersonInput } from '../platform';
import { ask, extension, type Connection } from './connection';

/** A mouse that trembles on its table sends one or two; a hand sends dozens in a second. */
const motionsOfAHand = 3;
const togetherMs = 300;

/**
 * Tells the person's input from our own. XInput2 reports every raw event once, ours too; each of ours
 * is announced before it is sent and arrives before the server answers the next question (seen: also
 * for a second press of a held key), so what was not announced came from somebody else.
 */
export class Person {
  /** When somebody else last gave input, milliseconds; 0 when never. */
  last = 0;
  private readonly announced = new Map<string, number>();
  private readonly listeners = new Set<(input: PersonInput) => void>();
  private motions: number[] = [];
  /** Keys that somebody else has pressed and not let go. */
  private readonly down = new Set<number>();

  private constructor(private readonly connection: Connection) {}

  /** Null where the server has no XInput2: then only a strayed pointer tells. */
  static async watch(connection: Connection, test: XTest): Promise<Person | null> {
    const input = await extension<XInput>(connection, 'xinput');
    if (!input?.xi2) return null;
    const devices = (await ask<{ deviceId: number; name: string }[]>((callback) => input.XIQueryDevice(input.AllDevices, callback))) ?? [];
    const synthetic = new Set(devices.filter(({ name }) => /XTEST/.test(name)).map(({ deviceId }) => deviceId));
    const person = new Person(connection);
    const rawOf = new Map<number, number>([[test.KeyPress, input.EventType.RawKeyPress], [test.KeyRelease, input.EventType.RawKeyRelease], [test.ButtonPress, input.EventType.RawButtonPress], [test.ButtonRelease, input.EventType.RawButtonRelease], [test.MotionNotify, input.EventType.RawMotion]]);
    person.rawOf = rawOf;
    const raw = [...rawOf.values()];
    input.XISelectEvents(connection.root, { deviceId: input.AllMasterDevices, mask: raw });
    connection.client.on('event', (event: XEvent) => {
      const kind = Number(event['evtype']);
      if (!event.name.startsWith('XI') || !raw.includes(kind)) return;
      const isMotion = kind === input.EventType.RawMotion;
      if (person.take(kind, isMotion ? 0 : Number(event['detail']))) return;
      if (isMotion && !synthetic.has(Number(event['sourceId'])) && !person.isHand()) return;
      if (kind === input.EventType.RawKeyPress) person.down.add(Number(event['detail']));
      if (kind === input.EventType.RawKeyRelease) person.down.delete(Number(event['detail']));
      const isKey = kind === input.EventType.RawKeyPress || kind === input.EventType.RawKeyRelease;
      person.last = Date.now();
      for (const listener of [...person.listeners]) listener(isKey ? 'keyboard' : 'mouse');
    });
    for (const code of await keysDown(connection)) person.down.add(code);
    return person;
  }

  private rawOf = new Map<number, number>();

  /** Whether somebody else holds a key down now. */
  async holdsKey(): Promise<boolean> {
    if (this.down.size === 0) return false;
    const now = await keysDown(this.connection);
    for (const code of this.down) if (!now.has(code)) this.down.delete(code);
    return this.down.size > 0;
  }

  /** Called right before one of our events is sent. */
  announce(type: number, detail: number): void {
    const key = `${this.rawOf.get(type)}:${detail}`;
    this.announced.set(key, (this.announced.get(key) ?? 0) + 1);
  }

  /** One of ours of this kind has not arrived yet: after an answer of the server that is so on a frozen pointer only. */
  awaits(type: number, detail: number): boolean {
    return (this.announced.get(`${this.rawOf.get(type)}:${detail}`) ?? 0) > 0;
  }

  /** All of ours of this kind have arrived but `late`: one that the server gave no event for (a move to where the pointer was) must not excuse the person's. */
  arrived(type: number, detail: number, late: 0 | 1): void {
    const key = `${this.rawOf.get(type)}:${detail}`;
    this.announced.set(key, Math.min(late, this.announced.get(key) ?? 0));
  }

  listen(listener: (input: PersonInput) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private take(kind: number, detail: number): boolean {
    const key = `${kind}:${detail}`;
    const left = this.announced.get(key) ?? 0;
    if (left > 0) this.announced.set(key, left - 1);
    return left > 0;
  }

  private isHand(): boolean {
    const now = Date.now();
    this.motions = [...this.motions.filter((at) => now - at < togetherMs), now];
    return this.motions.length >= motionsOfAHand;
  }
}

/** Codes of all keys that the server counts as down. */
export async function keysDown({ client }: Connection): Promise<Set<number>> {
  const bits = await ask<Buffer>((callback) => client.QueryKeymap(callback));
  return new Set([...(bits ?? [])].flatMap((byte, index) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (1 << bit)).map((bit) => index * 8 + bit)));
}
