import { describe, expect, it } from 'vitest';
import type { WindowInfo } from '../platform';
import type { Clipboard } from './clipboard';
import type { Input } from './input';
import { Keymap } from './keymap';
import type { Ping } from './ping';
import { testKeyboard } from './test-keyboard';
import { Typist } from './typing';

describe('typing', () => {
  it('a stop does not wait for a program that takes nothing off its queue', async () => {
    const struck: number[] = [];
    const keymap = new Keymap(testKeyboard([{ code: 8, groups: [[0x61]] }]), { group: 0, locked: 0 });
    const input = {
      keymap: () => Promise.resolve({ keymap, held: 0 }),
      layoutChanges: 0,
      struckInTime: true,
      inputMethod: () => Promise.resolve(null),
      focus: () => Promise.resolve(7),
      strike: ({ code }: { code: number }) => struck.push(code),
      sync: () => Promise.resolve(),
    };
    const stop = new AbortController();
    // A program that hangs: the stop comes while it is asked.
    const ping = {
      caughtUp: () =>
        new Promise<boolean>(() => {
          setImmediate(() => stop.abort());
        }),
    };
    const typist = new Typist(input as unknown as Input, {} as Clipboard, ping as unknown as Ping, null);
    const typing = typist.type('a'.repeat(20), { id: 7, app: 'editor' } as WindowInfo, 'plain', () => Promise.resolve(), stop.signal);
    await expect(typing).rejects.toMatchObject({ code: 'CANCELLED', message: expect.stringContaining('8 of 20 characters') as string });
    expect(struck).toHaveLength(8);
  });
});
