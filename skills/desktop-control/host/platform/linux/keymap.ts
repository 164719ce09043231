import { ask, type Connection } from './connection';

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
  return (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff) ? point : 0x01000000 + point;
}

/** The keyboard as it is now: layouts are never assumed. */
export class Keymap {
  private readonly bySymbol = new Map<number, Stroke>();
  private readonly firstGroup = new Map<number, Stroke>();

  /**
   * @param rows keysyms by keycode from `first`, in the core protocol's order: group 1 levels 1 and 2,
   *   group 2 levels 1 and 2, then levels 3 and 4 of each.
   */
  constructor(rows: number[][], first: number, group: number) {
    const find = (symbol: number): number => rows.findIndex((row) => row.includes(symbol)) + first;
    const shift = find(0xffe1);
    const level3 = find(0xfe03);
    const base = group > 0 ? 2 : 0;
    const levels = [
      { column: base, with: [] as number[] },
      { column: base + 1, with: [shift] },
      { column: base === 0 ? 4 : 6, with: [level3] },
      { column: base === 0 ? 5 : 7, with: [shift, level3] },
    ];
    for (const level of levels) {
      if (level.with.some((code) => code < first)) continue;
      rows.forEach((row, index) => {
        const symbol = row[level.column] ?? 0;
        if (symbol !== 0 && !this.bySymbol.has(symbol)) this.bySymbol.set(symbol, { code: index + first, with: level.with });
      });
    }
    rows.forEach((row, index) => {
      const symbol = row[0] ?? 0;
      if (symbol !== 0 && !this.firstGroup.has(symbol)) this.firstGroup.set(symbol, { code: index + first, with: [] });
    });
    // Named keys are the same in every group; a second layout often leaves its columns empty.
    rows.forEach((row, index) => {
      const symbol = row[0] ?? 0;
      if (symbol >= 0xfe00 && !this.bySymbol.has(symbol)) this.bySymbol.set(symbol, { code: index + first, with: [] });
    });
  }

  character(character: string): Stroke | null {
    return this.bySymbol.get(keysymOf(character)) ?? null;
  }

  /**
   * The key of a shortcut, which programs look for in every group: under a Russian layout beside an
   * English one Ctrl+S is the key that has "s" in the other. Null when no group has it.
   */
  shortcut(name: string): Stroke | null {
    return this.key(name) ?? this.firstGroup.get(keysymOf(name)) ?? null;
  }

  /** A canonical key name, or a single character. */
  key(name: string): Stroke | null {
    const symbol = named[name];
    if (symbol !== undefined) {
      const stroke = this.bySymbol.get(symbol);
      if (stroke) return { code: stroke.code, with: [] };
      return name.startsWith('kp_') && name.length === 4 ? this.character(name.slice(3)) : null;
    }
    return this.character(name);
  }
}

const groupBits = 13;

/** Reads the live map and the active group (bits 13 and 14 of the pointer's key mask). */
export async function readKeymap(connection: Connection): Promise<{ keymap: Keymap; capsLock: boolean; group: number }> {
  const { client, display, root } = connection;
  const first = display.min_keycode;
  const [rows, pointer] = await Promise.all([
    ask<number[][]>((callback) => client.GetKeyboardMapping(first, display.max_keycode - first + 1, callback)),
    ask<{ keyMask: number }>((callback) => client.QueryPointer(root, callback)),
  ]);
  const mask = pointer?.keyMask ?? 0;
  const group = (mask >> groupBits) & 3;
  return { keymap: new Keymap(rows ?? [], first, group), capsLock: (mask & 2) !== 0, group };
}
