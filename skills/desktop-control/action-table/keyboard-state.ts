import type { XKeyboard } from 'x11';
import { connect, extension } from '../host/platform/linux/connection';

/** Modifier bits as X numbers them. */
export const modifierBits = { capsLock: 0x02, numLock: 0x10 } as const;

/** Locks modifiers and chooses the layout in use (from 0), as a key of the person or a panel does, without a key event. */
export async function lockKeyboard(display: string, { modifiers = 0, group = 0 }: { modifiers?: number; group?: number }): Promise<void> {
  const connection = await connect(display, 10_000);
  const keyboard = await extension<XKeyboard>(connection, 'xkb');
  keyboard?.LatchLockState(keyboard.UseCoreKbd, 0xff, modifiers, true, group, 0, 0, false, 0);
  await connection.client.sync();
  connection.client.terminate();
}
