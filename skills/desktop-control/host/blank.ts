import { HostError } from './error';
import type { Frame } from './frame';
import type { WindowInfo } from './platform/platform';

const colours = 0x00ffffff;

/** A screen that is locked, blanked or asleep photographs as black: with windows open that is no picture of them. */
export function checkNotBlank(frame: Frame, windows: WindowInfo[]): void {
  if (windows.length === 0 || !isBlack(frame)) return;
  throw new HostError('EXECUTION_ERROR', `The picture of the screen is black although ${windows.length === 1 ? 'a window is' : `${windows.length} windows are`} open: the screen is locked, blanked or asleep.`, 'Ask the person to unlock or wake it, or wake it with action "move"; then Observe again. Elements can be read meanwhile (what: "elements").');
}

function isBlack({ data }: Frame): boolean {
  for (let at = 0; at + 3 < data.length; at += 4) if ((data.readInt32LE(at) & colours) !== 0) return false;
  return true;
}
