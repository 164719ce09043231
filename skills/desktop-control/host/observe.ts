import { fit, toImage, type Capture, type Size } from '../coordinates';
import type { BoxTuple, ObserveRequest, ObserveResult, SeenElement, SeenWindow } from '../protocol';
import { HostError } from './error';
import type { Desktop } from './desktop';
import { rememberTold } from './dialog';
import { difference, intersection, type Frame } from './frame';
import { matches } from './find';
import { drawMarks, type Mark } from './marks';
import { jpeg } from './picture';
import { acts } from './recheck';
import type { AccessibleNode, Display, Rectangle, WindowInfo } from './platform/platform';
import { sinceTakeOver } from './take-over';

const longestSide = 1600;
const quality = 82;

/** Looks taken anew because the displays changed meanwhile. */
const attempts = 3;

/** Sight: windows, the elements of one window, the picture. */
export async function observe(desktop: Desktop, request: ObserveRequest, signal: AbortSignal): Promise<ObserveResult> {
  const meanwhile = await sinceTakeOver(desktop);
  for (let attempt = 1; ; attempt += 1) {
    const displays = await desktop.displays();
    const { layout } = desktop;
    const seen = await see(desktop, displays, request, signal).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    await desktop.displays();
    if (desktop.layout !== layout && attempt < attempts) continue;
    if (seen instanceof Error) throw seen;
    return { ...seen, meanwhile };
  }
}

async function see(desktop: Desktop, displays: Display[], request: ObserveRequest, signal: AbortSignal): Promise<Omit<ObserveResult, 'meanwhile'>> {
  const { view: platform } = desktop;
  const windows = (await platform.windows()).filter((window) => !window.own);
  const asked = displayAsked(displays, request.window);
  rememberTold(desktop, windows);
  const target = request.window && !asked ? await desktop.window(request.window) : await defaultWindow(desktop, windows);
  const whole = asked ?? displayOf(displays, target?.box ?? null);
  const area = request.region ? regionOnScreen(desktop, request.region) : whole;
  const display = request.region ? displayOf(displays, area) : whole;
  const size = fit(area, longestSide);
  const looking = look(desktop, request, target, signal);
  const taking = request.what === 'elements' ? null : request.what === 'marks' ? marked(desktop, looking, area, size, signal) : photograph(desktop, area, size, signal);
  const [sight, shot] = await Promise.all([looking, taking]);
  const capture =
    shot?.same ??
    desktop.captures.add({
      display: display.id,
      ...size,
      scale: area.width / size.width,
      origin: { x: area.x, y: area.y },
      covers: { width: area.width, height: area.height },
    });
  if (shot && !shot.same && request.what !== 'marks') desktop.lastShown = { frame: shot.frame, area, capture, told: false };
  return {
    capture,
    displays: displays.map(({ id, primary, x, y, width, height, scale }) => ({ id, primary, x, y, width, height, scale })),
    windows: windows.map((window) => ({ ...seenWindow(window, capture), display: displayOf(displays, window.box).id })),
    elements: sight.nodes.map((node) => seenElement(desktop, node, capture)),
    looked_at: target?.title ?? null,
    accessibility: { available: platform.accessibility !== null, reason: platform.accessibilityReason },
    partial: sight.partial,
    hidden: shot ? (await ownAreas(desktop, area)).map((box) => tuple(box, capture)) : [],
    unchanged: Boolean(shot?.same),
    ...(shot?.image ? { image: shot.image } : {}),
  };
}

/** What our own windows hide of an area. */
async function ownAreas(desktop: Desktop, area: Rectangle): Promise<Rectangle[]> {
  const stack = await desktop.platform.stack();
  return stack.filter(({ own }) => own).flatMap(({ box }) => intersection(box, area) ?? []);
}

/** "display 2" names a display in place of a window. */
function displayAsked(displays: Display[], asked: string | undefined): Display | null {
  const number = /^\s*(?:display|screen|monitor|显示器|屏幕)\s*#?(\d+)\s*$/i.exec(asked ?? '')?.[1];
  if (number === undefined) return null;
  const found = displays.find(({ id }) => id === Number(number));
  if (found) return found;
  throw new HostError('NOT_FOUND', `There is no display ${number}.`, `Displays: ${displays.map(({ id, width, height }) => `display ${id} (${width} × ${height})`).join(', ')}.`);
}

/** The display that holds the middle of the box; the primary one when none does. */
function displayOf(displays: Display[], box: Rectangle | null): Display {
  const middle = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const holding = middle && displays.find(({ x, y, width, height }) => middle.x >= x && middle.y >= y && middle.x < x + width && middle.y < y + height);
  const chosen = holding ?? displays.find(({ primary }) => primary) ?? displays[0];
  if (!chosen) throw new HostError('UNSUPPORTED', 'No display is connected.', 'Connect or start a display.');
  return chosen;
}

async function defaultWindow(desktop: Desktop, windows: WindowInfo[]): Promise<WindowInfo | null> {
  const active = await desktop.view.activeWindow();
  return active && !active.own && active.title !== '' ? active : (windows[0] ?? null);
}

async function look(desktop: Desktop, request: ObserveRequest, target: WindowInfo | null, signal: AbortSignal): Promise<{ nodes: AccessibleNode[]; partial: string | null }> {
  const { accessibility } = desktop.view;
  if (request.what === 'screenshot' || !accessibility || !target) return { nodes: [], partial: null };
  const sight = await accessibility.look(target, signal);
  const nodes = request.find ? sight.nodes.filter((node) => matches(node, request.find ?? '')) : sight.nodes;
  return { nodes, partial: sight.partial };
}

interface Shot {
  frame: Frame;
  /** The capture that shows the very same, when the model was given that picture last. */
  same: Capture | null;
  image: Uint8Array | null;
}

/** An unchanged picture is not given twice in a row; a model that asks once more has lost it and gets it. */
async function photograph(desktop: Desktop, area: Rectangle, size: Size, signal: AbortSignal): Promise<Shot> {
  const frame = await desktop.publicFrame(signal);
  if (!intersection(area, { x: 0, y: 0, width: frame.width, height: frame.height })) throw new HostError('OUT_OF_RANGE', 'The region lies outside the screen.', 'Give a region inside the latest capture.');
  const last = desktop.lastShown;
  if (last && !last.told && desktop.captures.has(last.capture.id) && sameRectangle(last.area, area) && isSame(last.frame, frame, area)) {
    last.told = true;
    return { frame, same: last.capture, image: null };
  }
  return { frame, same: null, image: await jpeg(frame, area, size, quality) };
}

/** The picture with numbers: drawn after the elements are known, and never called unchanged. */
async function marked(desktop: Desktop, looking: Promise<{ nodes: AccessibleNode[] }>, area: Rectangle, size: Size, signal: AbortSignal): Promise<Shot> {
  const [frame, { nodes }] = await Promise.all([desktop.publicFrame(signal), looking]);
  const shown = intersection(area, { x: 0, y: 0, width: frame.width, height: frame.height });
  if (!shown) throw new HostError('OUT_OF_RANGE', 'The region lies outside the screen.', 'Give a region inside the latest capture.');
  const marks = nodes.flatMap((node): Mark[] => {
    const { box } = node;
    const numbered = box && (acts(node) || node.states.includes('editable')) && intersection(box, shown);
    return numbered ? [{ number: Number(desktop.refOf(node).slice(1)), box }] : [];
  });
  return { frame, same: null, image: await jpeg(await drawMarks(frame, marks, area.width / size.width), area, size, quality) };
}

function sameRectangle(a: Rectangle, b: Rectangle): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function isSame(before: Frame, after: Frame, area: Rectangle): boolean {
  if (before === after) return true;
  const region = difference(before, after);
  return region === null || intersection(region, area) === null;
}

function regionOnScreen(desktop: Desktop, region: BoxTuple): Rectangle {
  const [x, y, width, height] = region;
  if (!(width >= 8 && height >= 8)) throw new HostError('INVALID_PARAM', 'A region needs at least 8 × 8 pixels: [x, y, width, height].', 'Give a larger region.');
  const from = desktop.captures.resolve(undefined, { x, y });
  const to = desktop.captures.resolve(undefined, { x: x + width - 1, y: y + height - 1 });
  return { x: from.x, y: from.y, width: to.x - from.x + 1, height: to.y - from.y + 1 };
}

function tuple(box: Rectangle, capture: Capture): BoxTuple {
  const from = toImage(capture, { x: box.x, y: box.y });
  const to = toImage(capture, { x: box.x + box.width - 1, y: box.y + box.height - 1 });
  return [from.x, from.y, to.x - from.x + 1, to.y - from.y + 1];
}

function seenWindow(window: WindowInfo, capture: Capture): Omit<SeenWindow, 'display'> {
  const { id, title, app, pid, active } = window;
  return { id, title, app, pid, active, box: tuple(window.box, capture) };
}

function seenElement(desktop: Desktop, node: AccessibleNode, capture: Capture): SeenElement {
  return {
    ref: desktop.refOf(node),
    role: node.role,
    name: node.name,
    ...(node.value === null ? {} : { value: node.value }),
    ...(node.formula === undefined ? {} : { formula: node.formula }),
    ...(node.isText ? { isText: true } : {}),
    states: node.states,
    box: node.box ? tuple(node.box, capture) : null,
    depth: node.depth,
  };
}
