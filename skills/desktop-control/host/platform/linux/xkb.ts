import type { XEvent, XKeyboard } from 'x11';
import { ask, extension, type Connection } from './connection';

/** How a key's level follows from the modifiers that are on (XKB protocol, KeyType). */
export interface KeyType {
  /** Bits of the modifiers that count. */
  mask: number;
  /** For these bits of them, this level (from 0) and these bits left for the program; any other bits: level 0. */
  entries: { bits: number; level: number; kept: number }[];
}

/** One key: its symbols by group and level, and how groups beyond its own wrap. */
export interface MappedKey {
  types: number[];
  groupInfo: number;
  width: number;
  symbols: number[];
}

/** The whole keyboard of the server, all layouts (groups) of it. */
export interface KeyboardMap {
  first: number;
  types: KeyType[];
  keys: MappedKey[];
  /** Bits of the modifier that each key sets, by keycode. */
  modifiers: Map<number, number>;
}

/** What of the keyboard is on: all of it decides what a key writes. */
export interface KeyboardState {
  /** The layout in use, from 0. */
  group: number;
  /** Bits of the modifiers that stay on by themselves (Caps Lock, Num Lock). */
  locked: number;
  /** Bits of the modifiers that are held down, or on for the next key. */
  held: number;
}

const getMap = 8;
/** Key types, symbols, and which keys are modifiers. */
const wantedParts = 0b111;
/** A new keyboard and a new map, whatever is new; of the state the layout in use and what is locked. */
const [anyNew, stateOnly] = [0b011, 0b100];
const layoutAndLocks = 0x98;

/** The live keyboard as programs read it (XKB): the core protocol's table mixes up the levels of several layouts. */
export class Keyboard {
  /** Counts what was told of changes of map, layout and locks so far: with an answer of the server, all before it. */
  changes = 0;
  private mapChanges = 0;
  private known: { at: number; told: Buffer; map: KeyboardMap } | null = null;

  private readonly listeners = new Set<() => void>();

  private constructor(
    private readonly connection: Connection,
    private readonly xkb: XKeyboard,
  ) {
    xkb.SelectEvents(xkb.UseCoreKbd, anyNew | stateOnly, 0, anyNew, 0, 0, { stateNotify: [layoutAndLocks, layoutAndLocks] });
    connection.client.on('event', (event: XEvent) => {
      if (event.name !== 'XkbEvent' && event.name !== 'XkbStateNotify') return;
      if (event.name === 'XkbEvent') this.mapChanges += 1;
      this.changes += 1;
      for (const listener of this.listeners) listener();
    });
  }

  /** Calls at each change, between the key events before it and those after it. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Null where the server has no XKB. */
  static async open(connection: Connection): Promise<Keyboard | null> {
    const xkb = await extension<XKeyboard>(connection, 'xkb');
    return xkb && new Keyboard(connection, xkb);
  }

  async state(): Promise<KeyboardState> {
    const state = await ask<{ group: number; baseMods: number; latchedMods: number; lockedMods: number }>((callback) => this.xkb.GetState(this.xkb.UseCoreKbd, callback));
    if (!state) throw new Error('the keyboard does not tell its state');
    return { group: state.group, locked: state.lockedMods, held: state.baseMods | state.latchedMods };
  }

  /** The same object for as long as nothing of it is another: servers also tell of a change when another keyboard of the same map is used. */
  async read(): Promise<KeyboardMap> {
    if (this.known?.at === this.mapChanges) return this.known.map;
    const at = this.mapChanges;
    const told = await this.request();
    const map = this.known?.told.equals(told) ? this.known.map : parseMap(told);
    this.known = { at, told, map };
    return map;
  }

  private request(): Promise<Buffer> {
    const { client } = this.connection;
    const request = Buffer.alloc(28);
    request.writeUInt8(this.xkb.majorOpcode, 0);
    request.writeUInt8(getMap, 1);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt16LE(this.xkb.UseCoreKbd, 4);
    request.writeUInt16LE(wantedParts, 6);
    return new Promise((resolve, reject) => {
      client.seq_num += 1;
      client.replies[client.seq_num] = [
        (reply) => Buffer.from(reply),
        (error, told) => {
          if (error) reject(error);
          else resolve(told as Buffer);
          return true;
        },
      ];
      client.pack_stream.put(request);
      client.pack_stream.submit(true);
    });
  }
}

/** Reply of XkbGetMap from its ninth byte on. */
export function parseMap(reply: Buffer): KeyboardMap {
  const [typeCount, first, keyCount, modifierCount] = [reply.readUInt8(7), reply.readUInt8(9), reply.readUInt8(12), reply.readUInt8(25)];
  let at = 32;
  const types: KeyType[] = [];
  for (let index = 0; index < typeCount; index += 1) {
    const mask = reply.readUInt8(at);
    const entryCount = reply.readUInt8(at + 5);
    const keeps = reply.readUInt8(at + 6) !== 0;
    const entriesAt = at + 8;
    const keptAt = entriesAt + entryCount * 8;
    const entries = Array.from({ length: entryCount }, (_, entry) => {
      const from = entriesAt + entry * 8;
      return { active: reply.readUInt8(from) !== 0, bits: reply.readUInt8(from + 1), level: reply.readUInt8(from + 2), kept: keeps ? reply.readUInt8(keptAt + entry * 4) : 0 };
    });
    types.push({ mask, entries: entries.filter(({ active }) => active).map(({ bits, level, kept }) => ({ bits, level, kept })) });
    at = keptAt + (keeps ? entryCount * 4 : 0);
  }
  const keys: MappedKey[] = [];
  for (let index = 0; index < keyCount; index += 1) {
    const symbolCount = reply.readUInt16LE(at + 6);
    keys.push({
      types: [...reply.subarray(at, at + 4)],
      groupInfo: reply.readUInt8(at + 4),
      width: reply.readUInt8(at + 5),
      symbols: Array.from({ length: symbolCount }, (_, symbol) => reply.readUInt32LE(at + 8 + symbol * 4)),
    });
    at += 8 + symbolCount * 4;
  }
  const modifiers = new Map<number, number>();
  for (let index = 0; index < modifierCount; index += 1) modifiers.set(reply.readUInt8(at + index * 2), reply.readUInt8(at + index * 2 + 1));
  return { first, types, keys, modifiers };
}
