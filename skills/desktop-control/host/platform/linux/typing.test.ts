import { describe, expect, it } from 'vitest';
import type { WindowInfo } from '../platform';
import type { Clipboard } from './clipboard';
import type { Input } from './input';
import { Keymap } from './keymap';
import type { Ping } from './ping';
import { testKeyboard } from './test-keyboard';
import { Typist } from './typing';

/** Two layouts of one key each for "a" and "b", the other way round. */
const map = testKeyboard([{ code: 8, groups: [[0x61], [0x62]] }, { code: 9, groups: [[0x62], [0x61]] }]);
const [one, other] = [0, 1].map((group) => new Keymap(map, { group, locked: 0 })) as [Keymap, Keymap];
const editor = { id: 7, app: 'editor' } as WindowInfo;
const goOn = (): Promise<void> => Promise.resolve();

/** A keyboard that counts what is struck; `struck` may change the layout right after a stroke. */
function keyboard(after: (count: number, input: { keymap: Keymap; inTime: boolean; held: number }) => void = () => undefined) {
  const state = { keymap: one, inTime: true, held: 0 };
  const codes: number[] = [];
  let changes = 0;
  const input = {
    keymap: () => Promise.resolve({ keymap: state.keymap, held: state.held }),
    get layoutChanges() {
      return changes;
    },
    get struckInTime() {
      return state.inTime;
    },
    inputMethod: () => Promise.resolve(null),
    focus: () => Promise.resolve(7),
    strike: ({ code }: { code: number }) => {
      codes.push(code);
      const before = state.keymap;
      after(codes.length, state);
      if (state.keymap !== before) changes += 1;
    },
    sync: () => Promise.resolve(),
  };
  return { input: input as unknown as Input, codes, state };
}

const idle = { caughtUp: () => Promise.resolve(true) } as unknown as Ping;
const type = (input: Input, text: string, ping = idle, signal = new AbortController().signal, letGoMs = 20_000): ReturnType<Typist['type']> => new Typist(input, {} as Clipboard, ping, null, letGoMs).type(text, editor, 'plain', goOn, signal);

describe('typing', () => {
  it('a stop does not wait for a program that takes nothing off its queue', async () => {
    const { input, codes } = keyboard();
    const stop = new AbortController();
    // A program that hangs: the stop comes while it is asked.
    const ping = {
      caughtUp: () =>
        new Promise<boolean>(() => {
          setImmediate(() => stop.abort());
        }),
    };
    const typing = type(input, 'a'.repeat(20), ping as unknown as Ping, stop.signal);
    await expect(typing).rejects.toMatchObject({ code: 'CANCELLED', message: expect.stringContaining('8 of 20 characters') as string });
    expect(codes).toHaveLength(8);
  });

  it('goes on with the keys of a layout that came into use after a stroke, wherever that was', async () => {
    const text = 'aaaabbbbaaaa';
    for (let at = 1; at <= text.length; at += 1) {
      const { input, codes } = keyboard((count, state) => {
        if (count === at) state.keymap = other;
      });
      expect(await type(input, text)).toEqual({ typed: text.length, methods: ['keys'] });
      const wrote = codes.map((code, index) => ((code === 8) === index < at ? 'a' : 'b')).join('');
      expect(wrote).toBe(text);
    }
  });

  it('says when a stroke came after the layout had changed, and how much is right', async () => {
    const { input, codes } = keyboard((count, state) => {
      if (count !== 5) return;
      state.keymap = other;
      state.inTime = false;
    });
    await expect(type(input, 'aaaabbbb')).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/a character was struck.* 4 of 8 characters/) as string });
    expect(codes).toHaveLength(5);
  });

  it('waits until nobody holds a modifier, and names the one that stays down', async () => {
    const { input, codes, state } = keyboard();
    state.held = 1;
    const typing = type(input, 'ab');
    await goOn();
    expect(codes).toEqual([]);
    state.held = 0;
    expect(await typing).toMatchObject({ typed: 2 });
    state.held = 0x84;
    await expect(type(input, 'ab', idle, undefined, 30)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/^Ctrl and AltGr are held down.* 0 of 2 characters/) as string });
  });
});
