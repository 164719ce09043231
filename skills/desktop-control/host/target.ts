import type { ActRequest } from '../protocol';
import { ahead } from './ahead';
import type { Desktop } from './desktop';
import { HostError } from './error';
import type { AccessibleNode, Point, WindowInfo } from './platform/platform';

export interface Target {
  point: Point | null;
  node: AccessibleNode | null;
  /** The window that stood at the point when that was asked, by `performance.now()`. */
  there?: { window: Promise<WindowInfo | null>; asked: number };
  /** Right before the input: CONFLICT when what is there is not what was judged. */
  confirm(): Promise<void>;
}

const unjudged = (): Promise<void> => Promise.resolve();

/** Where a request points: the middle of an element, or a pixel of a picture. */
export async function resolveTarget(desktop: Desktop, request: Pick<ActRequest, 'ref' | 'x' | 'y' | 'capture'>): Promise<Target> {
  if (request.ref !== undefined && request.ref !== '') {
    const node = await desktop.node(request.ref);
    const point = node.box ? { x: node.box.x + Math.floor(node.box.width / 2), y: node.box.y + Math.floor(node.box.height / 2) } : null;
    return { node, point, confirm: unjudged };
  }
  if (request.x === undefined && request.y === undefined) return { node: null, point: null, confirm: unjudged };
  if (request.x === undefined || request.y === undefined) throw new HostError('INVALID_PARAM', 'x and y belong together; one of them is missing.', 'Give both, in pixels of the capture.');
  await desktop.displays();
  return { node: null, point: desktop.captures.resolve(request.capture, { x: request.x, y: request.y }), confirm: unjudged };
}

/** What stands at a point, asked for and not awaited yet. */
type Look<T> = (point: Point, window: Promise<WindowInfo | null>, node: AccessibleNode | null) => Promise<T | null>;

/**
 * Where a request points, the window that stands there and what `look` finds there; null without a point. At a point of
 * a known picture all of that is asked about along with whether the displays are still those of the picture.
 */
export async function aimedAt<T>(desktop: Desktop, request: ActRequest, look: Look<T>): Promise<{ target: Target; window: Promise<WindowInfo | null>; found: Promise<T | null> }> {
  const at = (point: Point, node: AccessibleNode | null): { window: Promise<WindowInfo | null>; found: Promise<T | null> } => {
    const window = ahead(desktop.platform.windowAt(point));
    return { window, found: ahead(look(point, window, node)) };
  };
  const likely = likelyPoint(desktop, request);
  const early = likely && at(likely, null);
  const target = await resolveTarget(desktop, request);
  const { point, node } = target;
  if (early && point?.x === likely.x && point.y === likely.y) return { target, ...early };
  return { target, ...(point ? at(point, node) : { window: Promise.resolve(null), found: Promise.resolve(null) }) };
}

/** Null where it takes questions to know, or where an error is to be told. */
function likelyPoint(desktop: Desktop, { ref, x, y, capture }: ActRequest): Point | null {
  if (ref || x === undefined || y === undefined) return null;
  try {
    return desktop.captures.resolve(capture, { x, y });
  } catch {
    return null;
  }
}

/** The end of a drag: a ref, "x,y" or {x, y}. */
export async function resolveEnd(desktop: Desktop, to: ActRequest['to'], capture: string | undefined): Promise<Point> {
  const pair = typeof to === 'string' ? /^\s*\(?\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*\)?\s*$/.exec(to) : null;
  const place = typeof to === 'object' ? { x: to.x, y: to.y, capture } : pair ? { x: Number(pair[1]), y: Number(pair[2]), capture } : { ref: to };
  const { point } = await resolveTarget(desktop, place);
  if (!point) throw new HostError('INVALID_PARAM', 'A drag needs "to": where it ends.', 'Give to as {"x": 300, "y": 200} in pixels of the capture, or as the ref of an element.');
  return point;
}

export function needPoint(target: Target, action: string): Point {
  if (target.point) return target.point;
  if (target.node) throw new HostError('UNSUPPORTED', `Element "${target.node.name}" (${target.node.role}) has no place on the screen.`, 'Use action "press" with its ref, or scroll it into view.');
  throw new HostError('INVALID_PARAM', `${action} needs ref, or x and y.`, 'Give the ref of an element from Observe, or x, y and capture.');
}
