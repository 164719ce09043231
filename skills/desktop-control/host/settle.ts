import { toImage } from '../coordinates';
import type { Effect } from '../protocol';
import type { Desktop } from './desktop';
import { difference, type Frame } from './frame';
import { pause } from './pause';
import type { AccessibleNode, Rectangle, WindowInfo } from './platform/platform';

/** Nothing drawn for this long counts as still; toolkits repaint within a few frames. */
const stillMs = 100;
/** Nothing at all drawn for this long after the input: it had no visible effect. */
const silentMs = 320;
const capMs = 2500;
const pollMs = 12;
/** A blinking caret is no effect. */
const caret = { width: 4, height: 60 };

export interface Situation {
  frame: Frame;
  windows: WindowInfo[];
  active: WindowInfo | null;
  focus: AccessibleNode | null;
  changes: number;
}

export async function situation(desktop: Desktop): Promise<Situation> {
  const { platform } = desktop;
  const [frame, windows, active] = await Promise.all([desktop.publicFrame(), platform.windows(), platform.activeWindow()]);
  const focus = (await platform.accessibility?.focused(null)) ?? null;
  const activity = await platform.activity();
  return { frame, windows: windows.filter((window) => !window.own), active, focus, changes: activity?.changes ?? 0 };
}

/** Waits until the screen is still. True when it never was within the cap. */
export async function settle(desktop: Desktop, since: number, signal: AbortSignal, options: { still?: number; silent?: number; cap?: number } = {}): Promise<boolean> {
  const { still = stillMs, silent = silentMs, cap = capMs } = options;
  const started = Date.now();
  let last: Frame | null = null;
  for (;;) {
    const elapsed = Date.now() - started;
    if (elapsed > cap) return true;
    const activity = await desktop.platform.activity();
    if (activity) {
      if (activity.changes === since ? elapsed >= silent : activity.stillFor >= still) return false;
      await pause(pollMs, signal);
    } else {
      const frame = await desktop.rawFrame();
      if (last && elapsed >= still && difference(last, frame) === null) return false;
      last = frame;
      await pause(still, signal);
    }
  }
}

/** What a person would have seen happen between two situations. */
export function effectOf(desktop: Desktop, before: Situation, after: Situation): Effect {
  const what: string[] = [];
  const opened = after.windows.filter((window) => !before.windows.some((earlier) => earlier.id === window.id));
  const closed = before.windows.filter((window) => !after.windows.some((later) => later.id === window.id));
  for (const window of opened) what.push(`new window "${window.title}"`);
  for (const window of closed) what.push(`window "${window.title}" closed`);
  for (const window of after.windows) {
    const earlier = before.windows.find((candidate) => candidate.id === window.id);
    if (earlier && earlier.title !== window.title) what.push(`window title is now "${window.title}"`);
  }
  if (after.active?.id !== before.active?.id && !opened.some((window) => window.id === after.active?.id)) what.push(`active window is now "${after.active?.title ?? 'none'}"`);
  if (after.focus && after.focus.key !== before.focus?.key) what.push(`focus moved to ${describeNode(after.focus)}`);
  const region = changedRegion(before.frame, after.frame);
  if (region) what.push(`screen changed in ${regionText(desktop, region)}`);
  return {
    changed: what.length > 0,
    what,
    focus: after.active ? { window: after.active.title, app: after.active.app, element: after.focus ? describeNode(after.focus) : '' } : null,
    new_windows: opened.map(({ id, title, app }) => ({ id, title, app })),
  };
}

export function changedRegion(before: Frame, after: Frame): Rectangle | null {
  if (before.data === after.data) return null;
  const region = difference(before, after);
  return region && (region.width > caret.width || region.height > caret.height) ? region : null;
}

function describeNode(node: AccessibleNode): string {
  return node.name === '' ? node.role : `${node.role} "${node.name}"`;
}

/** In pixels of the latest picture, if there is one, since the model knows no others. */
function regionText(desktop: Desktop, region: Rectangle): string {
  const capture = desktop.captures.latest();
  if (!capture) return `[${region.x}, ${region.y}, ${region.width}, ${region.height}]`;
  const from = toImage(capture, { x: region.x, y: region.y });
  const to = toImage(capture, { x: region.x + region.width - 1, y: region.y + region.height - 1 });
  return `[${from.x}, ${from.y}, ${to.x - from.x + 1}, ${to.y - from.y + 1}]`;
}
