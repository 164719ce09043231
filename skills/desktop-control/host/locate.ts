import type { InputFact } from '../../../main/tools/tool';
import { fit } from '../coordinates';
import type { ActRequest, Located } from '../protocol';
import type { Desktop } from './desktop';
import { checkLateDialog } from './dialog';
import { intersection } from './frame';
import { parseKeys } from './keys';
import { isTerminal } from './manner';
import { jpeg } from './picture';
import type { AccessibleNode, Point, WindowInfo } from './platform/platform';
import { approvedOf, enters, meet } from './recheck';

/** Widest picture for the dialog, which shows it smaller and enlarges what is around the spot. */
const widest = 1120;
/** Margin around a window, so that a spot at its edge is seen in its surroundings; pixels. */
const margin = 24;
/** Where an action would land, without doing it: for the gate and its dialog. */
export async function locate(desktop: Desktop, request: ActRequest): Promise<Located> {
  await checkLateDialog(desktop, request, new AbortController().signal);
  const meeting = await meet(desktop, request);
  const { point, window, element } = meeting;
  const spot = point ?? middleOf(element, window);
  desktop.spot = spot;
  const picture = request.action === 'open_app' ? null : await windowPicture(desktop, spot, window);
  const launched = request.action === 'open_app' ? await desktop.platform.program(request.text ?? '') : null;
  const input: InputFact = {
    action: request.action,
    ...(request.text === undefined ? {} : { text: request.text, enters: request.action === 'type' && enters(meeting) }),
    ...(request.keys === undefined ? {} : { keys: parseKeys(request.keys).flat() }),
    app: window?.app ?? '',
    window: { title: window?.title ?? '', own: window?.own ?? false, terminal: window?.terminal === true || isTerminal(element), dialog: window?.dialog ?? false },
    target: element ? fact(desktop, element) : null,
    ...(picture ? { picture } : {}),
    ...(request.action === 'open_app' ? { launches: launched?.name ?? request.text ?? '' } : {}),
  };
  return { input, approved: approvedOf(meeting) };
}

function fact(desktop: Desktop, node: AccessibleNode): NonNullable<InputFact['target']> {
  const password = node.role === 'password text';
  const value = password || !node.value ? {} : { value: node.value };
  return { role: node.role, name: node.name, own: desktop.ownPids.has(node.pid), password, ...value };
}

/** The middle of the element that gets the keys; null when it fills its window, where a ring would only mislead. */
function middleOf(element: AccessibleNode | null, window: WindowInfo | null): Point | null {
  const box = element?.box;
  if (!box || (window && box.width * box.height * 4 > window.box.width * window.box.height)) return null;
  return { x: box.x + Math.floor(box.width / 2), y: box.y + Math.floor(box.height / 2) };
}

/** The window that gets the input, or what is around the spot where no window is. */
async function windowPicture(desktop: Desktop, spot: Point | null, window: WindowInfo | null): Promise<InputFact['picture'] | null> {
  const frame = await desktop.publicFrame();
  const screen = { x: 0, y: 0, width: frame.width, height: frame.height };
  const around = window?.box ?? (spot ? { x: spot.x - 280, y: spot.y - 180, width: 560, height: 360 } : null);
  const area = around && intersection({ x: around.x - margin, y: around.y - margin, width: around.width + 2 * margin, height: around.height + 2 * margin }, screen);
  if (!area) return null;
  const size = fit(area, widest);
  const image = await jpeg(frame, area, size, 80);
  const inside = spot && spot.x >= area.x && spot.y >= area.y && spot.x < area.x + area.width && spot.y < area.y + area.height;
  const scaled = (at: number, length: number, to: number): number => Math.min(to - 1, Math.floor(((at + 0.5) * to) / length));
  return {
    image,
    ...size,
    spot: inside ? { x: scaled(spot.x - area.x, area.width, size.width), y: scaled(spot.y - area.y, area.height, size.height) } : null,
  };
}
