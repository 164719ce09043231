import { HostError } from './error';
import type { Desktop } from './desktop';
import { throwIfCancelled } from './pause';
import type { AccessibleNode, Checkpoint, Point, WindowInfo } from './platform/platform';
import { privateTitle } from './view';

const ownHint = 'Deskwright\'s windows belong to the person. Work in other windows, or ask the person with AskUser.';

/** No input at all while a dialog waits for the person. */
export function checkHeld(desktop: Desktop): void {
  if (desktop.held) throw new HostError('FORBIDDEN', 'A question waits for the person; no input is sent meanwhile.', 'Wait for the answer.');
}

/** Right before a mouse event: what stands at the point must not be ours. */
export async function checkPoint(desktop: Desktop, point: Point): Promise<WindowInfo | null> {
  checkHeld(desktop);
  const window = await desktop.platform.windowAt(point);
  checkOwn(window);
  return window;
}

export function checkOwn(window: WindowInfo | null): void {
  if (window?.own) throw new HostError('FORBIDDEN', 'The point lies on one of Deskwright\'s own windows; nothing was sent.', ownHint);
}

/** Right before keys: the window that would get them must not be ours. */
export async function checkKeys(desktop: Desktop): Promise<WindowInfo | null> {
  checkHeld(desktop);
  const active = await desktop.platform.activeWindow();
  if (active?.own) throw new HostError('FORBIDDEN', 'One of Deskwright\'s own windows has the focus; no key was sent.', `Use focus_window on the window you mean. ${ownHint}`);
  return active;
}

export function checkNode(desktop: Desktop, node: AccessibleNode): void {
  checkHeld(desktop);
  if (desktop.ownPids.has(node.pid)) throw new HostError('FORBIDDEN', 'That element belongs to Deskwright itself; nothing was done.', ownHint);
}

/** Asked between chunks of typing: stop, hold, own window, stolen focus. */
export function typingCheckpoint(desktop: Desktop, intended: WindowInfo | null, signal: AbortSignal): Checkpoint {
  return async () => {
    throwIfCancelled(signal);
    const active = await checkKeys(desktop);
    throwIfCancelled(signal);
    if (active?.id === intended?.id) return;
    const taker = active ? `"${desktop.isPrivate(active) ? privateTitle : active.title}" (${active.app})` : 'no window';
    throw new HostError('FOCUS_LOST', `The focus went from "${intended?.title ?? 'no window'}" to ${taker} while typing; typing stopped.`, 'Observe what opened, deal with it, focus the window again and type what is missing.');
  };
}
