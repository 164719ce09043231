import { fit, toImage, type Capture } from '../coordinates';
import type { BoxTuple, ObserveRequest, ObserveResult, SeenElement, SeenWindow } from '../protocol';
import { HostError } from './error';
import type { Desktop } from './desktop';
import { intersection } from './frame';
import { matches } from './find';
import { jpeg } from './picture';
import type { AccessibleNode, Rectangle, WindowInfo } from './platform/platform';
import { sinceTakeOver } from './take-over';

const longestSide = 1600;
const quality = 82;

/** Sight: windows, the elements of one window, the picture. */
export async function observe(desktop: Desktop, request: ObserveRequest, signal: AbortSignal): Promise<ObserveResult> {
  const { platform } = desktop;
  const meanwhile = await sinceTakeOver(desktop);
  const display = await desktop.primary();
  const windows = (await platform.windows()).filter((window) => !window.own);
  const target = request.window ? await desktop.window(request.window) : await defaultWindow(desktop, windows);
  const area = request.region ? regionOnScreen(desktop, request.region) : display;
  const [sight, image] = await Promise.all([look(desktop, request, target, signal), request.what === 'elements' ? null : picture(desktop, area)]);
  const size = fit(area, longestSide);
  const capture = desktop.captures.add({
    display: display.id,
    ...size,
    scale: area.width / size.width,
    origin: { x: area.x, y: area.y },
    covers: { width: area.width, height: area.height },
  });
  return {
    capture,
    windows: windows.map((window) => seenWindow(window, capture)),
    elements: sight.nodes.map((node) => seenElement(desktop, node, capture)),
    looked_at: target?.title ?? null,
    accessibility: { available: platform.accessibility !== null, reason: platform.accessibilityReason },
    partial: sight.partial,
    meanwhile,
    ...(image ? { image } : {}),
  };
}

async function defaultWindow(desktop: Desktop, windows: WindowInfo[]): Promise<WindowInfo | null> {
  const active = await desktop.platform.activeWindow();
  return active && !active.own && active.title !== '' ? active : (windows[0] ?? null);
}

async function look(desktop: Desktop, request: ObserveRequest, target: WindowInfo | null, signal: AbortSignal): Promise<{ nodes: AccessibleNode[]; partial: string | null }> {
  const accessibility = desktop.platform.accessibility;
  if (request.what === 'screenshot' || !accessibility || !target) return { nodes: [], partial: null };
  const sight = await accessibility.look(target, signal);
  const nodes = request.find ? sight.nodes.filter((node) => matches(node, request.find ?? '')) : sight.nodes;
  return { nodes, partial: sight.partial };
}

async function picture(desktop: Desktop, area: Rectangle): Promise<Uint8Array> {
  const frame = await desktop.publicFrame();
  const part = intersection(area, { x: 0, y: 0, width: frame.width, height: frame.height });
  if (!part) throw new HostError('OUT_OF_RANGE', 'The region lies outside the screen.', 'Give a region inside the latest capture.');
  return jpeg(frame, part, fit(part, longestSide), quality);
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

function seenWindow(window: WindowInfo, capture: Capture): SeenWindow {
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
    states: node.states,
    box: node.box ? tuple(node.box, capture) : null,
    depth: node.depth,
  };
}
