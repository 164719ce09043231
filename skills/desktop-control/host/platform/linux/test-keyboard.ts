import type { KeyboardMap, KeyType } from './xkb';

/** One key of a made keyboard: its symbols by layout and level. */
export interface TestKey {
  code: number;
  groups: number[][];
  /** The bit of the modifier that it sets. */
  modifier?: number;
  /** Caps Lock gives its second level. */
  alphabetic?: boolean;
  /** Num Lock gives its second level. */
  keypad?: boolean;
}

const first = 8;
const numLock = 0x10;
const third = 0x80;

const oneLevel: KeyType = { mask: 0, entries: [] };
const twoLevels: KeyType = { mask: 1, entries: [{ bits: 1, level: 1, kept: 0 }] };
const letters: KeyType = { mask: 3, entries: [{ bits: 1, level: 1, kept: 0 }, { bits: 2, level: 1, kept: 0 }] };
const pad: KeyType = { mask: 1 | numLock, entries: [{ bits: 1, level: 1, kept: 0 }, { bits: numLock, level: 1, kept: 0 }] };
const fourLevels: KeyType = { mask: 1 | third, entries: [{ bits: 1, level: 1, kept: 0 }, { bits: third, level: 2, kept: 0 }, { bits: 1 | third, level: 3, kept: 0 }] };
const types = [oneLevel, twoLevels, letters, pad, fourLevels];

/** A keyboard for tests of pure functions, as a server would tell of it. */
export function testKeyboard(keys: TestKey[]): KeyboardMap {
  const last = Math.max(...keys.map(({ code }) => code));
  const empty = { types: [0, 0, 0, 0], groupInfo: 0, width: 0, symbols: [] };
  return {
    first,
    types,
    modifiers: new Map(keys.flatMap(({ code, modifier }) => (modifier === undefined ? [] : [[code, modifier] as [number, number]]))),
    keys: Array.from({ length: last - first + 1 }, (_, index) => {
      const key = keys.find(({ code }) => code === index + first);
      if (!key) return empty;
      const width = Math.max(...key.groups.map(({ length }) => length));
      return { types: key.groups.map((levels) => typeOf(key, levels.length)), groupInfo: key.groups.length, width, symbols: key.groups.flatMap((levels) => Array.from({ length: width }, (_, level) => levels[level] ?? 0)) };
    }),
  };
}

function typeOf({ alphabetic, keypad }: TestKey, levels: number): number {
  if (levels > 2) return 4;
  if (levels === 1) return 0;
  return alphabetic ? 2 : keypad ? 3 : 1;
}
