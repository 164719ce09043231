import { Message, MessageType, sessionBus, setBigIntCompat, Variant, type MessageBus } from 'dbus-next';

/** Bus name and object path of an accessible object. */
export interface Place {
  bus: string;
  path: string;
}

const answerMs = 2000;
const mostUnderWay = 96;
const hungMs = 1500;
/** The bus itself and the registry, which the first question starts: on a cold, busy machine that takes seconds. */
const serviceMs = 20_000;
const busItself = 'org.freedesktop.DBus';
/** The accessibility service on the session bus. */
const service = 'org.a11y.Bus';
const servicePath = '/org/a11y/bus';

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
  /** When each program last left a question without an answer, or was not asked for that. */
  private readonly silentAt = new Map<string, number>();

  private readonly listeners = new Map<string, ((place: Place, body: unknown[]) => void)[]>();

  private ended = false;
  private readonly enders: (() => void)[] = [];

  private constructor(private readonly bus: MessageBus) {
    const end = (): void => {
      this.ended = true;
      for (const listener of this.enders.splice(0)) listener();
    };
    streamOf(bus)?.once('close', end);
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
      const reply = await call(session, service, servicePath, service, 'GetAddress', '', [], timeoutMs);
      await switchOn(session, timeoutMs).catch(() => undefined);
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

  /**
   * Whether a null of this program since then (milliseconds) may mean only that it did not answer in
   * time: what was asked about can still be there.
   */
  wasSilent(bus: string, since: number): boolean {
    return (this.silentAt.get(bus) ?? -1) >= since;
  }

  /** Waits for a program that was silent; false when it stays so for `withinMs`, or when stopped. */
  async answers(bus: string, withinMs: number, signal?: AbortSignal): Promise<boolean> {
    if (withinMs <= 0 || signal?.aborted || this.ended) return false;
    let stop = (): void => undefined;
    const stopped = new Promise<boolean>((resolve) => {
      stop = () => resolve(false);
      signal?.addEventListener('abort', stop);
    });
    // An error is an answer too.
    const asked = call(this.bus, bus, '/', 'org.freedesktop.DBus.Peer', 'Ping', '', [], withinMs).then(() => true, (error: unknown) => !(error instanceof Late));
    const answered = await Promise.race([asked, stopped]);
    signal?.removeEventListener('abort', stop);
    if (answered) this.hungUntil.delete(bus);
    return answered;
  }

  /** Process that owns a bus name; 0 when unknown. */
  pid(bus: string): Promise<number> {
    const known = this.pids.get(bus);
    if (known) return known;
    const found = call(this.bus, busItself, '/org/freedesktop/DBus', busItself, 'GetConnectionUnixProcessID', 's', [bus], answerMs)
      .then((reply) => Number(reply[0]))
      .catch((error: unknown) => {
        // Asked anew next time: a busy bus must not make a program unknown for good.
        this.pids.delete(bus);
        if (error instanceof Late) this.silentAt.set(bus, Date.now());
        return 0;
      });
    this.pids.set(bus, found);
    return found;
  }

  /** Events of programs, such as ("Object", "StateChanged", "focused"). */
  async listen(iface: string, member: string, detail: string, listener: (place: Place, body: unknown[]) => void): Promise<void> {
    const key = `org.a11y.atspi.Event.${iface} ${member} ${detail}`;
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
    const rule = `type='signal',interface='org.a11y.atspi.Event.${iface}',member='${member}',arg0='${detail}'`;
    await call(this.bus, busItself, '/org/freedesktop/DBus', busItself, 'AddMatch', 's', [rule], serviceMs);
    const event = `${iface.toLowerCase()}:${member.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase()}:${detail}`;
    // Not by `ask`, which leaves the registry alone for a while when it was late: programs would never tell of this event.
    const registered = call(this.bus, 'org.a11y.atspi.Registry', '/org/a11y/atspi/registry', 'org.a11y.atspi.Registry', 'RegisterEvent', 's', [event], serviceMs);
    await registered.catch(() => undefined);
  }

  /** Calls once when the bus goes away. */
  onEnd(listener: () => void): void {
    if (this.ended) listener();
    else this.enders.push(listener);
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
      if ((this.hungUntil.get(bus) ?? 0) > Date.now()) {
        this.silentAt.set(bus, Date.now());
        return null;
      }
      return await send();
    } catch (error) {
      if (error instanceof Late) {
        this.silentAt.set(bus, Date.now());
        this.hungUntil.set(bus, Date.now() + hungMs);
      }
      return null;
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.underWay -= 1;
    }
  }
}

/**
 * Says that somebody looks at elements, as screen readers do: programs of Qt that start from now on, whoever starts them,
 * tell theirs only then. That a screen reader is there is not said, since desktops would start one.
 */
async function switchOn(session: MessageBus, timeoutMs: number): Promise<void> {
  const ask = (member: string, signature: string, body: unknown[]): Promise<unknown[]> => call(session, service, servicePath, 'org.freedesktop.DBus.Properties', member, signature, ['org.a11y.Status', 'IsEnabled', ...body], timeoutMs);
  const [isOn] = (await ask('Get', 'ss', [])) as [Variant];
  if (isOn.value === false) await ask('Set', 'ssv', [new Variant('b', true)]);
}

async function open(address: string, timeoutMs: number): Promise<MessageBus> {
  const bus = sessionBus({ busAddress: address });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the accessibility bus does not answer'));
      bus.disconnect();
    }, timeoutMs);
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

interface BusStream {
  cork?(): void;
  uncork?(): void;
  once(event: 'close', listener: () => void): void;
}

/** The package tells of no end of a bus; its stream does. */
function streamOf(bus: MessageBus): BusStream | undefined {
  return (bus as unknown as { _connection?: { stream?: BusStream } })._connection?.stream;
}

const corked = new WeakSet<BusStream>();

/** Sends all calls of one turn together: a write for each of a thousand took most of the time of a look. */
function sendTogether(bus: MessageBus): void {
  const stream = streamOf(bus);
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
