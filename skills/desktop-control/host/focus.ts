import type { ActRequest } from '../protocol';
import { ahead } from './ahead';
import type { Desktop } from './desktop';
import { HostError } from './error';
import { parseKeys } from './keys';
import { isOffice } from './manner';
import { isClick } from './mouse';
import { pause } from './pause';
import type { AccessibleNode, Point, WindowInfo } from './platform/platform';

/** How long accessibility may take to tell that the focus has moved. */
export const toldWithinMs = 2000;
const pollMs = 15;
/** How long a window manager may take over making a window the active one. */
const activeWithinMs = 10_000;

/** A focus that was moved and not told of yet. */
export interface AwaitedFocus {
  window: number;
  /** What had it before. */
  from: string | null;
  /** What must have it now, where that is known. */
  field: AccessibleNode | null;
}

/**
 * What has the focus of the window. Browsers tell of a new focus some time after the click or the Tab
 * that moved it; until then what is told is what had it before, and says nothing about where keys go.
 */
export async function focusOf(desktop: Desktop, window: WindowInfo | null, signal: AbortSignal = new AbortController().signal): Promise<AccessibleNode | null> {
  const { accessibility } = desktop.platform;
  if (!accessibility) return null;
  const { awaited } = desktop.memory;
  if (!awaited || awaited.window !== window?.id) return accessibility.focused(window);
  const deadline = Date.now() + toldWithinMs;
  for (;;) {
    const now = await accessibility.focused(window);
    const moved = now !== null && now.key !== awaited.from;
    const field = awaited.field && !moved ? await accessibility.again(awaited.field.key).catch(() => null) : null;
    const told = moved ? now : field?.states.includes('focused') ? field : null;
    if (!told && Date.now() < deadline) {
      await pause(pollMs, signal);
      continue;
    }
    if (told || !awaited.field) desktop.memory.awaited = null;
    return told ?? awaited.field ?? now;
  }
}

/** The field that a click will give the focus to; null where that can't be said. */
export async function fieldToBe(desktop: Desktop, { action }: ActRequest, point: Point, window: Promise<WindowInfo | null>, node: AccessibleNode | null): Promise<AccessibleNode | null> {
  if (!isClick(action) || /right|middle/.test(action)) return null;
  // LibreOffice gives the focus to the whole of a sheet or document, and tells of it at once.
  const telling = ahead(window.then((found) => (found && !found.own && !found.terminal && !isOffice(found) ? found : null)));
  const field = node ? (await telling) && node : await desktop.platform.accessibility?.at(telling, point);
  return field?.states.includes('editable') ? field : null;
}

const tabbed = /entry|^text$|password|button|check box|radio|combo box|link|slider|page tab/;

/** After an act: waits until accessibility tells of the focus that it has moved. */
export async function awaitFocus(desktop: Desktop, request: ActRequest, before: AccessibleNode | null, field: AccessibleNode | null, signal: AbortSignal): Promise<void> {
  if (/^(wait|move|scroll)$/.test(request.action)) return;
  const window = await desktop.platform.activeWindow();
  const tab = request.action === 'key' && parseKeys(request.keys ?? request.text ?? '').at(-1)?.join('+').replace(/^shift\+/, '') === 'tab';
  const leaves = tab && window !== null && before !== null && !isOffice(window) && !before.multiline && before.pid === window.pid && tabbed.test(before.role);
  const awaited = window && (leaves || (field && field.pid === window.pid)) ? { window: window.id, from: before?.key ?? null, field } : null;
  desktop.memory.awaited = awaited;
  if (awaited) await focusOf(desktop, window, signal);
}

/** Makes a window the active one and waits until it, or a dialog of its program, is. FOCUS_LOST when something else keeps the focus. */
export async function activate(desktop: Desktop, window: WindowInfo, signal: AbortSignal): Promise<WindowInfo> {
  const { platform } = desktop;
  await platform.focusWindow(window.id);
  const deadline = Date.now() + activeWithinMs;
  for (;;) {
    const active = await platform.activeWindow();
    // A modal dialog of the same program rightly keeps the focus.
    if (active && (active.id === window.id || (active.pid === window.pid && active.dialog))) return active;
    if (Date.now() > deadline) throw new HostError('FOCUS_LOST', `"${window.title}" did not get the focus; it is with "${active?.title ?? 'no window'}".`, 'Close what keeps the focus, or click the window.');
    await pause(pollMs, signal);
  }
}
