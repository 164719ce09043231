import { describe, expect, it } from 'vitest';
import { Keymap } from './keymap';
import { testKeyboard } from './test-keyboard';

const shift = 50;
const third = 92;

/** Two layouts as a server tells of them: English keys of two levels beside German ones of four. */
const both = testKeyboard([
  { code: shift, groups: [[0xffe1]], modifier: 1 },
  { code: third, groups: [[0xfe03]], modifier: 0x80 },
  { code: 24, groups: [[0x71, 0x51], [0x71, 0x51, 0x40, 0x7d9]] },
  { code: 29, groups: [[0x79, 0x59], [0x7a, 0x5a]], alphabetic: true },
  { code: 10, groups: [[0x31, 0x21], [0x31, 0x21]] },
  { code: 79, groups: [[0xff95, 0xffb7]], keypad: true },
  { code: 36, groups: [[0xff0d]] },
]);

const english = { group: 0, locked: 0 };
const german = { group: 1, locked: 0 };

describe('key map', () => {
  it('never takes a level of one layout for one of another', () => {
    expect(new Keymap(both, english).character('@')).toBeNull();
    expect(new Keymap(both, german).character('@')).toEqual({ code: 24, with: [third] });
    expect(new Keymap(both, english).character('y')).toEqual({ code: 29, with: [] });
    expect(new Keymap(both, german).character('y')).toBeNull();
    expect(new Keymap(both, german).character('Z')).toEqual({ code: 29, with: [shift] });
  });

  it('gives letters the other way round under Caps Lock, also where the key itself does not heed it', () => {
    const locked = new Keymap(both, { group: 1, locked: 2 });
    expect(locked.character('Z')).toEqual({ code: 29, with: [] });
    expect(locked.character('z')).toEqual({ code: 29, with: [shift] });
    expect(locked.character('Q')).toEqual({ code: 24, with: [] });
    expect(locked.character('q')).toBeNull();
    expect(locked.character('1')).toEqual({ code: 10, with: [] });
    expect(locked.character('@')).toEqual({ code: 24, with: [third] });
  });

  it('takes a shortcut by its key whatever is locked, from another layout where the one in use has no such letter', () => {
    expect(new Keymap(both, { group: 0, locked: 2 }).shortcut('y')).toEqual({ code: 29, with: [] });
    expect(new Keymap(both, german).shortcut('y')).toEqual({ code: 29, with: [] });
    expect(new Keymap(both, german).shortcut('ö')).toBeNull();
  });

  it('finds the keys of the number pad with Num Lock and without', () => {
    for (const locked of [0, 0x10]) expect(new Keymap(both, { group: 0, locked }).key('kp_7')).toEqual({ code: 79, with: [] });
  });

  it('finds named keys in a layout that has no column for them', () => {
    expect(new Keymap(both, german).key('enter')).toEqual({ code: 36, with: [] });
    expect(new Keymap(both, german).key('f5')).toBeNull();
  });
});
