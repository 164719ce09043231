import { performance } from 'node:perf_hooks';
import type { ActRequest } from '../protocol';
import { ahead } from './ahead';
import { HostError } from './error';
import type { Desktop } from './desktop';
import { checkHeld, checkOwn, checkPoint } from './guard';
import { pause, throwIfCancelled } from './pause';
import type { MouseButton, Point, ScrollDirection, WindowInfo } from './platform/platform';
import { needPoint, resolveEnd, type Target } from './target';
import { privateTitle } from './view';

/** Two clicks at one place within this time become a double click in GTK (400 ms) and Qt. */
const doubleClickMs = 500;
const doubleClickReach = 8;
const dragSteps = 14;
/** Toolkits compress motion; a drag in one jump is often not taken as one. */
const dragStepMs = 9;
/** Pixels to the threshold at which toolkits begin a drag (GTK 8, Qt 10), in small steps. */
const firstPixels = 12;
const firstSteps = 4;
/** Drag and drop between programs (XDND) begins with questions to and fro, and ends only where the target has agreed. */
const agreeMs = 120;
const mostNotches = 50;
/** A look that is older is taken anew: before the pointer moves, which alone does nothing yet, and before the event. */
const freshMs = { move: 20, event: 3 };

const clicks: Record<string, { button: MouseButton; times: number }> = {
  click: { button: 'left', times: 1 },
  double_click: { button: 'left', times: 2 },
  triple_click: { button: 'left', times: 3 },
  right_click: { button: 'right', times: 1 },
  middle_click: { button: 'middle', times: 1 },
};

export function isClick(action: string): boolean {
  return action in clicks;
}

export async function click(desktop: Desktop, action: string, target: Target, signal: AbortSignal): Promise<void> {
  const kind = clicks[action];
  if (!kind) throw new HostError('INVALID_PARAM', `"${action}" is no click.`, 'Use click, double_click, triple_click, right_click or middle_click.');
  const point = needPoint(target, action);
  await apartFromLast(desktop, kind.button, point, signal);
  await aim(desktop, point, target, signal);
  for (let time = 0; time < kind.times; time += 1) {
    if (time > 0) await checkPoint(desktop, point);
    throwIfCancelled(signal);
    await desktop.platform.click(kind.button, signal);
  }
  desktop.memory.lastClick = { button: kind.button, point, at: Date.now() };
}

export async function drag(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<void> {
  // Without a place of its own a drag begins where the pointer is.
  const from = target.node || target.point ? needPoint(target, 'drag') : await desktop.platform.pointer();
  const to = await resolveEnd(desktop, request.to, request.capture);
  await checkPoint(desktop, to);
  await aim(desktop, from, target, signal);
  await desktop.platform.button('left', true, signal);
  try {
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const first = Math.min(0.5, firstPixels / Math.max(1, distance));
    const parts = [
      ...Array.from({ length: firstSteps }, (_, index) => (first * (index + 1)) / firstSteps),
      ...Array.from({ length: dragSteps }, (_, index) => first + ((1 - first) * (index + 1)) / dragSteps),
    ];
    for (const [index, part] of parts.entries()) {
      await pause(index === firstSteps ? agreeMs : dragStepMs, signal);
      await desktop.platform.move({ x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part) }, signal);
    }
    // A target agrees to what hovers over it: it is told once more where.
    await pause(agreeMs, signal);
    await desktop.platform.move(to, signal);
    await pause(dragStepMs * 3, signal);
    await checkPoint(desktop, to);
  } finally {
    await desktop.platform.button('left', false);
  }
}

/** `to` is "down", "up 5", "left 2" …; three notches when no number is given. */
export async function scroll(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<{ direction: ScrollDirection; notches: number }> {
  const wanted = /^\s*(up|down|left|right)\s*[, x×]?\s*(\d+)?\s*$/i.exec(typeof request.to === 'string' ? request.to : (request.text ?? ''));
  if (!wanted) throw new HostError('INVALID_PARAM', 'scroll needs "to": a direction and a number of wheel notches.', 'For example to: "down 5". Directions: up, down, left, right.');
  const direction = (wanted[1] ?? 'down').toLowerCase() as ScrollDirection;
  const notches = Number(wanted[2] ?? 3);
  if (notches < 1 || notches > mostNotches) throw new HostError('OUT_OF_RANGE', `${notches} notches; 1 to ${mostNotches} are possible at once.`, 'Scroll less, look, and scroll again.');
  const point = target.point ?? (await desktop.platform.pointer());
  await aim(desktop, point, target, signal);
  await desktop.platform.scroll(direction, notches, async () => {
    throwIfCancelled(signal);
    await checkPoint(desktop, point);
  });
  return { direction, notches };
}

export async function moveTo(desktop: Desktop, target: Target, signal: AbortSignal): Promise<void> {
  await aim(desktop, needPoint(target, 'move'), target, signal);
}

/** mouse_down and mouse_up, at the pointer when no place is given. */
export async function press(desktop: Desktop, down: boolean, target: Target, signal: AbortSignal): Promise<void> {
  const point = target.point ?? (await desktop.platform.pointer());
  await aim(desktop, point, target, signal);
  await desktop.platform.button('left', down, signal);
}

/** Checks what is at the point, moves there, and makes sure that the pointer really is there and that what it meets is what was meant. */
async function aim(desktop: Desktop, point: Point, target: Target, signal: AbortSignal): Promise<void> {
  const { there } = target;
  const known = there && performance.now() - there.asked < freshMs.move ? await there.window : await desktop.platform.windowAt(point);
  checkTarget(desktop, known, target);
  throwIfCancelled(signal);
  const moving = desktop.platform.move(point, signal);
  // In the same round trip: the server answers in order, so what stands there is told as it is once the pointer has moved.
  const looking = ahead(desktop.platform.windowAt(point).then((window) => ({ window, at: performance.now() })));
  const at = await moving;
  if (at.x !== point.x || at.y !== point.y) {
    throw new HostError('EXECUTION_ERROR', `The pointer went to ${at.x},${at.y} instead of ${point.x},${point.y}; nothing was clicked.`, 'Something holds the pointer (a grab, or the person\'s own mouse). Try again.');
  }
  // Only now: what comes up under a pointer that arrives counts too.
  await target.confirm();
  const look = await looking;
  checkTarget(desktop, performance.now() - look.at < freshMs.event ? look.window : await desktop.platform.windowAt(point), target);
}

/** What stands at the point must be neither ours nor in front of the element that is meant. */
function checkTarget(desktop: Desktop, window: WindowInfo | null, { node }: Target): void {
  checkHeld(desktop);
  checkOwn(window);
  if (node && window && node.pid !== 0 && window.pid !== 0 && window.pid !== node.pid) {
    throw new HostError('CONFLICT', `"${desktop.isPrivate(window) ? privateTitle : window.title || window.app}" stands in front of element "${node.name}"; nothing was sent.`, 'Bring the window to the front with focus_window, then try again; or use press with the ref.');
  }
}

async function apartFromLast(desktop: Desktop, button: MouseButton, point: Point, signal: AbortSignal): Promise<void> {
  const last = desktop.memory.lastClick;
  if (!last || last.button !== button || Math.abs(last.point.x - point.x) > doubleClickReach || Math.abs(last.point.y - point.y) > doubleClickReach) return;
  const rest = doubleClickMs - (Date.now() - last.at);
  if (rest > 0) await pause(rest, signal);
}
