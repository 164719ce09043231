import type { InputFact } from '../../../main/tools/tool';
import type { ActRequest } from '../protocol';
import type { Desktop } from './desktop';
import { intersection } from './frame';
import { parseKeys } from './keys';
import { jpeg } from './picture';
import type { AccessibleNode, Point, WindowInfo } from './platform/platform';
import { resolveTarget } from './target';

const surroundings = { width: 560, height: 360 };
const keyActions = new Set(['type', 'key', 'hold_key']);

/** Where an action would land, without doing it: for the gate and its dialog. */
export async function locate(desktop: Desktop, request: ActRequest): Promise<InputFact> {
  const { platform } = desktop;
  const target = await resolveTarget(desktop, request);
  const byKeys = keyActions.has(request.action) && !target.point && !target.node;
  const point = target.point ?? (byKeys || request.action === 'open_app' || request.action === 'wait' ? null : await platform.pointer());
  const window = request.action === 'focus_window' ? await desktop.window(request.text ?? '') : byKeys || !point ? await platform.activeWindow() : await platform.windowAt(point);
  const element = target.node ?? (byKeys ? await focusedIn(desktop, window) : point && window && !window.own ? ((await platform.accessibility?.at(window, point)) ?? null) : null);
  const spot = point ?? (element?.box ? { x: element.box.x + Math.floor(element.box.width / 2), y: element.box.y + Math.floor(element.box.height / 2) } : null);
  desktop.spot = spot;
  const picture = await surroundingPicture(desktop, spot, window);
  const launched = request.action === 'open_app' ? await platform.program(request.text ?? '') : null;
  return {
    action: request.action,
    ...(request.text === undefined ? {} : { text: request.text }),
    ...(request.keys === undefined ? {} : { keys: parseKeys(request.keys).flat() }),
    app: window?.app ?? '',
    window: { title: window?.title ?? '', own: window?.own ?? false, terminal: window?.terminal ?? false, dialog: window?.dialog ?? false },
    target: element ? fact(desktop, element) : null,
    ...(picture ? { picture } : {}),
    ...(request.action === 'open_app' ? { launches: launched?.name ?? request.text ?? '' } : {}),
  };
}

async function focusedIn(desktop: Desktop, window: WindowInfo | null): Promise<AccessibleNode | null> {
  const node = (await desktop.platform.accessibility?.focused(window)) ?? null;
  return node && window && (node.pid === window.pid || window.pid === 0) ? node : null;
}

function fact(desktop: Desktop, node: AccessibleNode): NonNullable<InputFact['target']> {
  return { role: node.role, name: node.name, own: desktop.ownPids.has(node.pid), password: node.role === 'password text' };
}

async function surroundingPicture(desktop: Desktop, spot: Point | null, window: WindowInfo | null): Promise<InputFact['picture'] | null> {
  const center = spot ?? (window ? { x: window.box.x + Math.floor(window.box.width / 2), y: window.box.y + Math.floor(window.box.height / 2) } : null);
  if (!center) return null;
  const frame = await desktop.publicFrame();
  const width = Math.min(surroundings.width, frame.width);
  const height = Math.min(surroundings.height, frame.height);
  const x = Math.max(0, Math.min(frame.width - width, center.x - Math.floor(width / 2)));
  const y = Math.max(0, Math.min(frame.height - height, center.y - Math.floor(height / 2)));
  const area = intersection({ x, y, width, height }, { x: 0, y: 0, width: frame.width, height: frame.height });
  if (!area) return null;
  const image = await jpeg(frame, area, area, 80);
  return { image, width: area.width, height: area.height, spot: spot ? { x: spot.x - area.x, y: spot.y - area.y } : null };
}
