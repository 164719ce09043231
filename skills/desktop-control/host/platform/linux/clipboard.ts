import { eventMask, type Property, type XEvent } from 'x11';
import { ask, atom, type Connection } from './connection';

/** One format of a clipboard content, as its owner gave it. */
interface Format {
  target: number;
  type: number;
  format: number;
  data: Buffer;
}

/** A clipboard content in all its formats; empty when there was none. */
export type Content = Format[];

/** A larger content goes in parts (ICCCM, INCR): an X request holds 256 KiB. */
const part = 200_000;
/** More than this of one format is not kept. */
const largest = 64_000_000;
/** An owner may be busy: what it does not give within this time is lost when the content comes back. */
const ownerMs = 5000;
const partMs = 2000;
const readMs = 200;

/** The clipboard without helper programs: owns, serves, reads and gives back X selections. */
export class Clipboard {
  private readonly window: number;
  private readonly owned = new Map<number, Content>();
  /** When a program last asked for anything of ours, milliseconds. */
  lastAsked = 0;
  private readonly takenBy = new Set<(requestor: number) => void>();

  private constructor(
    private readonly connection: Connection,
    private readonly names: Record<string, number>,
  ) {
    const { client, root } = connection;
    this.window = client.AllocID();
    client.CreateWindow(this.window, root, -10, -10, 1, 1, 0, 0, 2, 0, { eventMask: eventMask['PropertyChange'] ?? 0 });
    client.on('event', (event: XEvent) => {
      if (event.name === 'SelectionRequest') void this.serve(event);
      if (event.name === 'SelectionClear') this.owned.delete(Number(event['selection']));
    });
  }

  static async open(connection: Connection): Promise<Clipboard> {
    const wanted = ['CLIPBOARD', 'PRIMARY', 'TARGETS', 'TIMESTAMP', 'MULTIPLE', 'UTF8_STRING', 'STRING', 'TEXT', 'ATOM', 'INCR', 'SAVE_TARGETS', 'DELETE', 'text/plain;charset=utf-8', 'text/plain', 'DESKWRIGHT_CLIPBOARD'];
    const ids = await Promise.all(wanted.map((name) => atom(connection, name)));
    return new Clipboard(connection, Object.fromEntries(wanted.map((name, index) => [name, ids[index] ?? 0])));
  }

  /** What the selection holds now, in every format that fits; nothing when its owner does not answer. */
  async read(selection: 'CLIPBOARD' | 'PRIMARY'): Promise<Content> {
    const id = this.id(selection);
    const own = this.owned.get(id);
    if (own) return own;
    const owner = await ask<number>((callback) => this.connection.client.GetSelectionOwner(id, callback));
    if (!owner) return [];
    const targets = await this.convert(id, this.id('TARGETS'));
    if (!targets) return [];
    const skip = new Set(['TARGETS', 'TIMESTAMP', 'MULTIPLE', 'SAVE_TARGETS', 'DELETE'].map((name) => this.id(name)));
    const content: Content = [];
    const deadline = Date.now() + ownerMs;
    for (let offset = 0; offset + 4 <= targets.data.length && Date.now() < deadline; offset += 4) {
      const target = targets.data.readUInt32LE(offset);
      const value = skip.has(target) ? null : await this.convert(id, target);
      if (value) content.push({ target, ...value });
    }
    return content;
  }

  /** Makes the content ours to serve; an empty content clears the selection. */
  async write(selection: 'CLIPBOARD' | 'PRIMARY', content: Content): Promise<void> {
    const id = this.id(selection);
    if (content.length === 0) {
      this.owned.delete(id);
      this.connection.client.SetSelectionOwner(0, id, 0);
    } else {
      this.owned.set(id, content);
      this.connection.client.SetSelectionOwner(this.window, id, 0);
    }
    await this.connection.client.sync();
  }

  /** Whether it is still ours: another program that copies something takes it. */
  async owns(selection: 'CLIPBOARD' | 'PRIMARY'): Promise<boolean> {
    await this.connection.client.sync();
    return this.owned.has(this.id(selection));
  }

  text(text: string): Content {
    const data = Buffer.from(text, 'utf8');
    const utf8 = this.id('UTF8_STRING');
    return ['UTF8_STRING', 'text/plain;charset=utf-8', 'text/plain', 'TEXT'].map((name) => ({ target: this.id(name), type: name === 'TEXT' ? utf8 : this.id(name), format: 8, data }));
  }

  /** Resolves with the next window that has read our content and is accepted; `forget` ends the watch. */
  taken(accept: (requestor: number) => boolean): { reader: Promise<number>; forget(): void } {
    let listener: ((requestor: number) => void) | null = null;
    const reader = new Promise<number>((resolve) => {
      listener = (requestor) => {
        if (accept(requestor)) resolve(requestor);
      };
      this.takenBy.add(listener);
    });
    return { reader, forget: () => listener && this.takenBy.delete(listener) };
  }

  private id(name: string): number {
    return this.names[name] ?? 0;
  }

  private async serve(event: XEvent): Promise<void> {
    this.lastAsked = Date.now();
    const { client } = this.connection;
    const requestor = Number(event['requestor']);
    const target = Number(event['target']);
    const place = Number(event['property']) || target;
    const content = this.owned.get(Number(event['selection'])) ?? [];
    let property = place;
    let read: Promise<XEvent | null> | null = null;
    const format = content.find((candidate) => candidate.target === target);
    if (target === this.id('TARGETS')) {
      client.ChangeProperty(0, requestor, place, this.id('ATOM'), 32, [target, ...content.map((candidate) => candidate.target)]);
    } else if (format) {
      client.ChangeWindowAttributes(requestor, { eventMask: eventMask['PropertyChange'] ?? 0 });
      read = this.changed(requestor, place, 1, format.data.length > part ? partMs : readMs);
      if (format.data.length > part) client.ChangeProperty(0, requestor, place, this.id('INCR'), 32, [format.data.length]);
      else client.ChangeProperty(0, requestor, place, format.type, format.format, format.data);
    } else property = 0;
    client.SendEvent(requestor, 0, 0, { name: 'SelectionNotify', seq: 0, time: event['time'], requestor, selection: event['selection'], target, property });
    if (!format || !read) return;
    // The reader deletes the property once it has it; programs that do not are given a moment.
    if (format.data.length > part) await this.sendParts(requestor, place, format, read);
    else await read;
    for (const listener of [...this.takenBy]) listener(requestor);
  }

  /** A property was written (0) or deleted (1); null after the time. */
  private changed(window: number, property: number, state: 0 | 1, timeoutMs: number): Promise<XEvent | null> {
    return this.wait(timeoutMs, (event) => event.name === 'PropertyNotify' && Number(event['wid']) === window && Number(event['atom']) === property && Number(event['state']) === state);
  }

  private async convert(selection: number, target: number): Promise<{ type: number; format: number; data: Buffer } | null> {
    const { client } = this.connection;
    const place = this.id('DESKWRIGHT_CLIPBOARD');
    const answer = this.wait(ownerMs, (event) => event.name === 'SelectionNotify' && Number(event['target']) === target && Number(event['requestor']) === this.window);
    client.ConvertSelection(this.window, selection, target, place, 0);
    const event = await answer;
    if (!event || !event['property']) return null;
    return this.receive(place);
  }

  private async receive(place: number): Promise<{ type: number; format: number; data: Buffer } | null> {
    const fetch = (): Promise<Property | null> => ask<Property>((callback) => this.connection.client.GetProperty(1, this.window, place, 0, 0, 0x1000000, callback));
    const written = (): Promise<XEvent | null> => this.changed(this.window, place, 0, partMs);
    // Fetching deletes the property, which asks for the next part: so listen first.
    let next = written();
    const whole = await fetch();
    if (!whole) return null;
    if (whole.type !== this.id('INCR')) return whole;
    const parts: Buffer[] = [];
    let size = 0;
    let kind = whole;
    for (;;) {
      if (!(await next)) return null;
      next = written();
      const value = await fetch();
      if (!value) return null;
      if (value.data.length === 0) return { type: kind.type, format: kind.format, data: Buffer.concat(parts) };
      kind = value;
      parts.push(value.data);
      size += value.data.length;
      if (size > largest) return null;
    }
  }

  /** Writes a content in parts, each when the reader has taken the one before. */
  private async sendParts(requestor: number, place: number, content: Format, announced: Promise<XEvent | null>): Promise<void> {
    let taken = announced;
    for (let start = 0; ; start += part) {
      if (!(await taken)) return;
      taken = this.changed(requestor, place, 1, partMs);
      const data = content.data.subarray(start, start + part);
      this.connection.client.ChangeProperty(0, requestor, place, content.type, content.format, data);
      if (data.length === 0) return;
    }
  }

  private wait(timeoutMs: number, matches: (event: XEvent) => boolean): Promise<XEvent | null> {
    return new Promise((resolve) => {
      const listener = (event: XEvent): void => {
        if (matches(event)) finish(event);
      };
      const finish = (event: XEvent | null): void => {
        clearTimeout(timer);
        this.connection.client.off('event', listener);
        resolve(event);
      };
      const timer = setTimeout(() => finish(null), timeoutMs);
      this.connection.client.on('event', listener);
    });
  }
}
