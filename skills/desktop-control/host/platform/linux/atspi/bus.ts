import { Message, MessageType, sessionBus, setBigIntCompat, type MessageBus } from 'dbus-next';

/** Bus name and object path of an accessible object. */
export interface Place {
  bus: string;
  path: string;
}

const answerMs = 2000;
const mostUnderWay = 96;
const hungMs = 1500;

/** A question that was not answered in time. */
class Late extends Error {}

export function keyOf(place: Place): string {
  return `${place.bus}${place.path}`;
}

export function placeOf(key: string): Place {
  const at = key.indexOf('/');
  return { bus: key.slice(0, at), path: key.slice(at) };
}

/** Calls over the accessibility bus. Every call has a timeout: one hung program must not hang us. */
export class AccessibilityBus {
  private readonly pids = new Map<string, Promise<number>>();

  private underWay = 0;
  private readonly queue: (() => void)[] = [];
  /** Programs that let a question time out are not asked for a while. */
  private readonly hungUntil = new Map<string, number>();

  private readonly listeners = new Map<string, ((place: Place, body: unknown[]) => void)[]>();

  private constructor(private readonly bus: MessageBus) {
    bus.on('message', (message: Message) => {
      if (message.type !== MessageType.SIGNAL) return;
      const place = { bus: message.sender, path: message.path };
      for (const listener of this.listeners.get(`${message.interface} ${message.member} ${String(message.body[0])}`) ?? []) listener(place, message.body);
    });
  }

  /** Rejects with a plain reason when there is no session bus or no accessibility service on it. */
  static async open(sessionAddress: string | undefined, timeoutMs: number): Promise<AccessibilityBus> {
    if (!sessionAddress) throw new Error('there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)');
    setBigIntCompat(false);
    const session = await open(sessionAddress, timeoutMs);
    try {
      const reply = await call(session, 'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', '', [], timeoutMs);
      return new AccessibilityBus(await open(String(reply[0]), timeoutMs));
    } finally {
      session.disconnect();
    }
  }

  /** Null instead of an error: the object went away or does not speak this interface. */
  ask(place: Place, iface: string, member: string, signature = '', body: unknown[] = [], timeoutMs = answerMs): Promise<unknown[] | null> {
    return this.inTurn(place.bus, () => call(this.bus, place.bus, place.path, `org.a11y.atspi.${iface}`, member, signature, body, timeoutMs));
  }

  async property(place: Place, iface: string, name: string): Promise<unknown> {
    const reply = await this.inTurn(place.bus, () => call(this.bus, place.bus, place.path, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [`org.a11y.atspi.${iface}`, name], answerMs));
    return (reply?.[0] as { value?: unknown } | undefined)?.value ?? null;
  }

  async setProperty(place: Place, iface: string, name: string, variant: unknown): Promise<boolean> {
    const set = (): Promise<unknown[]> => call(this.bus, place.bus, place.path, 'org.freedesktop.DBus.Properties', 'Set', 'ssv', [`org.a11y.atspi.${iface}`, name, variant], answerMs);
    return (await this.inTurn(place.bus, set)) !== null;
  }

  /** Process that owns a bus name; 0 when unknown. */
  pid(bus: string): Promise<number> {
    const known = this.pids.get(bus);
    if (known) return known;
    const found = call(this.bus, 'org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', 's', [bus], 1000)
      .then((reply) => Number(reply[0]))
      .catch(() => 0);
    this.pids.set(bus, found);
    return found;
  }

  /** Events of programs, such as ("Object", "StateChanged", "focused"). */
  async listen(iface: string, member: string, detail: string, listener: (place: Place, body: unknown[]) => void): Promise<void> {
    const rule = `type='signal',interface='org.a11y.atspi.Event.${iface}',member='${member}',arg0='${detail}'`;
    await call(this.bus, 'org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'AddMatch', 's', [rule], 1000);
    const registry = { bus: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/registry' };
    const event = `${iface.toLowerCase()}:${member.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase()}:${detail}`;
    await this.ask(registry, 'Registry', 'RegisterEvent', 's', [event]);
    const key = `org.a11y.atspi.Event.${iface} ${member} ${detail}`;
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
  }

  close(): void {
    this.bus.disconnect();
  }

  /** A bounded number of questions is under way, so that a timeout measures the program and not our queue. */
  private async inTurn(bus: string, send: () => Promise<unknown[]>): Promise<unknown[] | null> {
    if (this.underWay >= mostUnderWay) {
      await new Promise<void>((resolve) => {
        this.queue.push(resolve);
      });
    } else this.underWay += 1;
    try {
      if ((this.hungUntil.get(bus) ?? 0) > Date.now()) return null;
      return await send();
    } catch (error) {
      if (error instanceof Late) this.hungUntil.set(bus, Date.now() + hungMs);
      return null;
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.underWay -= 1;
    }
  }
}

async function open(address: string, timeoutMs: number): Promise<MessageBus> {
  const bus = sessionBus({ busAddress: address });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the accessibility bus does not answer')), timeoutMs);
    bus.on('connect', () => {
      clearTimeout(timer);
      resolve();
    });
    bus.on('error', (error: unknown) => {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
  return bus;
}

interface Corkable {
  cork?(): void;
  uncork?(): void;
}

const corked = new WeakSet<Corkable>();

/** Sends all calls of one turn together: a write for each of a thousand took most of the time of a look. */
function sendTogether(bus: MessageBus): void {
  const stream = (bus as unknown as { _connection?: { stream?: Corkable } })._connection?.stream;
  if (!stream?.cork || !stream.uncork || corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  setImmediate(() => {
    corked.delete(stream);
    stream.uncork?.();
  });
}

function call(bus: MessageBus, destination: string, path: string, iface: string, member: string, signature: string, body: unknown[], timeoutMs: number): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Late(`${member} took longer than ${timeoutMs} ms`)), timeoutMs);
    sendTogether(bus);
    bus.call(new Message({ destination, path, interface: iface, member, signature, body })).then(
      (reply) => {
        clearTimeout(timer);
        resolve(reply?.body ?? []);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
