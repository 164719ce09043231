import { toImage } from '../coordinates';
import type { Effect } from '../protocol';
import type { Desktop } from './desktop';
import { difference, type Frame } from './frame';
import { aborted, pause } from './pause';
import type { AccessibleNode, Rectangle, WindowInfo } from './platform/platform';
import { privateTitle } from './view';

/** Nothing drawn for this long counts as still; toolkits repaint within a few frames. */
const stillMs = 100;
/** Nothing at all drawn for this long after the input: it had no visible effect. */
const silentMs = 320;
const capMs = 6000;
/** GTK shows a button that a key or another program has pressed as pressed for 250 ms, and only then does its work. */
export const pressedPatience: Patience = { still: 350, silent: 450 };
const idleMs = 60;
const pollMs = 12;
/** A blinking caret is no effect. */
const caret = { width: 4, height: 60 };
const longestValue = 80;

export interface Situation {
  frame: Frame;
  windows: WindowInfo[];
  active: WindowInfo | null;
  focus: AccessibleNode | null;
  /** What an action was for, when it named an element. */
  target: AccessibleNode | null;
  changes: number;
}

/** How things stand; `target` is the element that an action is for. */
export async function situation(desktop: Desktop, target: AccessibleNode | null = null): Promise<Situation> {
  const { view } = desktop;
  const [{ frame, drawn }, windows, active, focused] = await Promise.all([desktop.comparableFrame(), view.windows(), view.activeWindow(), view.accessibility?.focused(null)]);
  const told = active ? (view.accessibility?.changesOf(active.pid).changes ?? 0) : 0;
  const changes = drawn === null ? ((await view.activity(active?.pid))?.changes ?? 0) : drawn + told;
  return { frame, windows: windows.filter((window) => !window.own), active, focus: focused ?? null, target, changes };
}

export interface Patience {
  still?: number;
  silent?: number;
  cap?: number;
  /** Their programs must be idle too: a busy one has more to draw. */
  windows?: readonly WindowInfo[];
}

/** Waits until the screen is still and the program idle. True when that was never so within the cap. */
export async function settle(desktop: Desktop, since: number, signal: AbortSignal, patience: Patience = {}): Promise<boolean> {
  const { still = stillMs, silent = silentMs, cap = capMs, windows = [] } = patience;
  const started = Date.now();
  let quietSince = started;
  let last: Frame | null = null;
  while (Date.now() - started < cap) {
    const activity = await desktop.platform.activity(windows[0]?.pid);
    const quiet = Date.now() - quietSince;
    if (activity) {
      const calm = activity.changes === since ? quiet >= silent : Math.min(quiet, activity.stillFor) >= still;
      if (calm && (await idle(desktop, windows, signal))) return false;
      if (calm) quietSince = Date.now();
      await pause(pollMs, signal);
    } else {
      const frame = await desktop.rawFrame();
      if (last && quiet >= still && difference(last, frame) === null) return false;
      last = frame;
      await pause(still, signal);
    }
  }
  return true;
}

/** An idle program answers at once; one that opens a dialog or recalculates does not, also when the window it had then is closed. */
async function idle(desktop: Desktop, windows: readonly WindowInfo[], signal: AbortSignal): Promise<boolean> {
  if (windows.length === 0) return true;
  const { platform } = desktop;
  const active = await platform.activeWindow();
  const asked = Date.now();
  const another = active && windows.some(({ pid }) => pid === active.pid) && windows.every(({ id }) => id !== active.id) ? [active] : [];
  await Promise.race([platform.caughtUp([...windows, ...another], capMs), aborted(signal)]);
  return Date.now() - asked < idleMs;
}

/** What a person would have seen happen between two situations. */
export function effectOf(desktop: Desktop, before: Situation, after: Situation): Omit<Effect, 'dialog'> {
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
  const value = changedValue(before.focus, after.focus);
  if (value !== null) what.push(value);
  if (after.target && before.target && after.active?.title !== privateTitle) what.push(...changedTarget(before.target, after.target, value !== null));
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

/** What the focused element holds now, when it held something else before. A password is never among the values. */
function changedValue(before: AccessibleNode | null, after: AccessibleNode | null): string | null {
  if (!before || after?.key !== before.key || after.value === null || after.value === before.value) return null;
  return `${describeNode(after)} now holds "${shortened(after.value)}"`;
}

/** Its end, where a person types. */
function shortened(value: string): string {
  const characters = [...value.replace(/\s+/g, ' ')];
  return characters.length > longestValue ? `…${characters.slice(-longestValue).join('')}` : characters.join('');
}

const toldStates = ['checked', 'pressed', 'selected', 'expanded', 'disabled'];

/** What an element that was acted on has become; `told`: its value has been told as that of the focus. */
function changedTarget(before: AccessibleNode, after: AccessibleNode, told: boolean): string[] {
  const has = (node: AccessibleNode, state: string): boolean => node.states.includes(state);
  const turned = toldStates.filter((state) => has(before, state) !== has(after, state)).map((state) => `${has(after, state) ? '' : 'not '}${state}`);
  return [
    ...(turned.length > 0 ? [`${describeNode(after)} is now ${turned.join(', ')}`] : []),
    ...(!told && after.value !== null && after.value !== before.value ? [`${describeNode(after)} now holds "${shortened(after.value)}"`] : []),
  ];
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
