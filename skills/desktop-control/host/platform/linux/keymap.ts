import type { KeyboardMap, KeyboardState, MappedKey } from './xkb';

/** What must be held and struck for one character or named key. */
export interface Stroke {
  code: number;
  /** Keycodes of Shift and AltGr (ISO_Level3_Shift), in press order. */
  with: number[];
}

const named: Record<string, number> = {
  ctrl: 0xffe3, ctrl_right: 0xffe4, shift: 0xffe1, shift_right: 0xffe2, alt: 0xffe9, alt_gr: 0xfe03, super: 0xffeb, super_right: 0xffec,
  enter: 0xff0d, kp_enter: 0xff8d, tab: 0xff09, space: 0x20, backspace: 0xff08, delete: 0xffff, insert: 0xff63, escape: 0xff1b,
  up: 0xff52, down: 0xff54, left: 0xff51, right: 0xff53, home: 0xff50, end: 0xff57, page_up: 0xff55, page_down: 0xff56,
  caps_lock: 0xffe5, num_lock: 0xff7f, scroll_lock: 0xff14, print_screen: 0xff61, pause: 0xff13, menu: 0xff67,
  browser_back: 0x1008ff26, browser_forward: 0x1008ff27, media_play_pause: 0x1008ff14, media_next: 0x1008ff17, media_previous: 0x1008ff16,
  volume_up: 0x1008ff13, volume_down: 0x1008ff11, volume_mute: 0x1008ff12,
  kp_add: 0xffab, kp_subtract: 0xffad, kp_multiply: 0xffaa, kp_divide: 0xffaf, kp_decimal: 0xffae,
};
for (let number = 1; number <= 24; number += 1) named[`f${number}`] = 0xffbd + number;
for (let digit = 0; digit <= 9; digit += 1) named[`kp_${digit}`] = 0xffb0 + digit;

/** X keysym of a character (Latin-1 as itself, the rest as 0x01000000 + code point). */
export function keysymOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff) ? point : firstUnicode + point;
}

/** Symbols of the keys that choose a level. */
const shiftSymbol = 0xffe1;
const levelThreeSymbol = 0xfe03;
const shiftBit = 1;
const lockBit = 2;
/** From here on symbols are keys and not characters; programs look for them whatever the layout. */
const firstNamed = 0xfe00;
const firstUnicode = 0x01000000;
const lastUnicode = 0x0110ffff;

/** The keyboard as it is now: layouts, the one in use, Caps Lock and Num Lock are never assumed. */
export class Keymap {
  private readonly bySymbol: Map<number, Stroke>;
  /** As if nothing were locked: what a shortcut means by its letter is the key, with its Shift or without. */
  private readonly unlocked: Map<number, Stroke>;
  private readonly anyGroup = new Map<number, Stroke>();

  constructor(map: KeyboardMap, { group, locked }: Pick<KeyboardState, 'group' | 'locked'>) {
    this.bySymbol = strokes(map, group, locked);
    this.unlocked = locked === 0 ? this.bySymbol : strokes(map, group, 0);
    const groups = Math.max(1, ...map.keys.map(({ groupInfo }) => groupInfo & 0xf));
    for (let other = 0; other < groups; other += 1) {
      map.keys.forEach((key, index) => {
        const symbol = symbolOf(map, key, other, 0);
        if (symbol !== 0 && !this.anyGroup.has(symbol)) this.anyGroup.set(symbol, { code: index + map.first, with: [] });
      });
    }
  }

  character(character: string): Stroke | null {
    return this.bySymbol.get(keysymOf(character)) ?? null;
  }

  /**
   * The key of a shortcut, which programs look for in every group: under a Russian layout beside an
   * English one Ctrl+S is the key that has "s" in the other. Null when no group has it.
   */
  shortcut(name: string): Stroke | null {
    return this.named(name) ?? this.unlocked.get(keysymOf(name)) ?? this.anyGroup.get(keysymOf(name)) ?? null;
  }

  /** A canonical key name, or a single character. */
  key(name: string): Stroke | null {
    return this.named(name) ?? (named[name] === undefined ? this.character(name) : null);
  }

  private named(name: string): Stroke | null {
    const symbol = named[name];
    if (symbol === undefined) return null;
    const stroke = this.bySymbol.get(symbol) ?? this.unlocked.get(symbol) ?? (symbol >= firstNamed ? this.anyGroup.get(symbol) : undefined);
    if (stroke) return { code: stroke.code, with: [] };
    return name.startsWith('kp_') && name.length === 4 ? this.character(name.slice(3)) : null;
  }
}

/** For each symbol that the layout can give while `locked` is on: the key, and what must be held. */
function strokes(map: KeyboardMap, group: number, locked: number): Map<number, Stroke> {
  const codeOf = (symbol: number): number | null => {
    const index = map.keys.findIndex((key) => symbolOf(map, key, group, 0) === symbol);
    return index < 0 ? null : index + map.first;
  };
  const [shift, third] = [codeOf(shiftSymbol), codeOf(levelThreeSymbol)];
  const thirdBit = third === null ? 0 : (map.modifiers.get(third) ?? 0);
  const held = [
    { bits: 0, with: [] as number[] },
    ...(shift === null ? [] : [{ bits: shiftBit, with: [shift] }]),
    ...(third === null || thirdBit === 0 ? [] : [{ bits: thirdBit, with: [third] }]),
    ...(shift === null || third === null || thirdBit === 0 ? [] : [{ bits: shiftBit | thirdBit, with: [shift, third] }]),
  ];
  const found = new Map<number, Stroke>();
  for (const way of held) {
    map.keys.forEach((key, index) => {
      const symbol = symbolOf(map, key, group, way.bits | locked);
      if (symbol !== 0 && !found.has(symbol)) found.set(symbol, { code: index + map.first, with: way.with });
    });
  }
  return found;
}

/** What the key gives with these modifiers on, as programs work it out (XKB protocol, "Determining the KeySym"); 0 for nothing. */
function symbolOf(map: KeyboardMap, key: MappedKey, group: number, bits: number): number {
  const groups = key.groupInfo & 0xf;
  if (groups === 0) return 0;
  const own = group < groups ? group : outOfRange(key.groupInfo, group, groups);
  const type = map.types[key.types[own] ?? 0];
  const entry = type?.entries.find((candidate) => candidate.bits === (bits & type.mask));
  const symbol = key.symbols[own * key.width + (entry?.level ?? 0)] ?? 0;
  const unused = bits & ~((type?.mask ?? 0) & ~(entry?.kept ?? 0));
  return (unused & lockBit) !== 0 ? capital(symbol) : symbol;
}

/** A key with fewer groups than the keyboard: wraps, stops at its last, or goes to one that it names. */
function outOfRange(groupInfo: number, group: number, groups: number): number {
  const way = groupInfo & 0xc0;
  if (way === 0x40) return groups - 1;
  const named = (groupInfo >> 4) & 3;
  return way === 0x80 ? (named < groups ? named : 0) : group % groups;
}

/** Programs make capitals themselves where a key does not heed Caps Lock. */
function capital(symbol: number): number {
  const isCharacter = symbol <= 0xff || (symbol >= firstUnicode && symbol <= lastUnicode);
  if (!isCharacter) return symbol;
  const character = String.fromCodePoint(symbol >= firstUnicode ? symbol - firstUnicode : symbol);
  const upper = character.toUpperCase();
  return [...upper].length === 1 ? keysymOf(upper) : symbol;
}
