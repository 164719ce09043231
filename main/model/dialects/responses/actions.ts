import { chord, input, typing, type Act } from '../act';
import { NotReadable } from '../not-readable';
import { toPixel, type Point, type Screen } from '../screen';
import { computerActionSchema, type ComputerAction, type ComputerCall } from './items';

/** Pixels of a scroll that make one wheel notch. */
const scrollUnit = 100;
const mostNotches = 50;
const waitSeconds = '2';
const buttons = { left: 'click', right: 'right_click', wheel: 'middle_click' } as const;

/** The acts of one computer_call: its `actions` in order, or its one `action`. */
export function actsOfCall(call: ComputerCall, screen: Screen | null): Act[] {
  const written = call.actions ?? (call.action === undefined ? [] : [call.action]);
  if (written.length === 0) throw new NotReadable('The computer call has no action.');
  return written.flatMap((each) => {
    const action = computerActionSchema.safeParse(each);
    if (!action.success) throw new NotReadable(`The computer action ${JSON.stringify(each).slice(0, 200)} can't be read.`);
    return actsOf(action.data, screen);
  });
}

function actsOf(action: ComputerAction, screen: Screen | null): Act[] {
  if ('keys' in action && action.type !== 'keypress' && action.keys?.length) {
    throw new NotReadable(`Keys can't be held during ${action.type} here.`);
  }
  const pixel = (point: Point): Point & { capture: string } => {
    if (!screen) throw new NotReadable('There is no picture yet that a point could belong to; ask for a screenshot.');
    return { ...toPixel({ kind: 'pixels' }, screen, point), capture: screen.capture };
  };
  switch (action.type) {
    case 'click':
      if (action.button === 'back' || action.button === 'forward') return [input('key', { keys: action.button === 'back' ? 'alt+left' : 'alt+right' })];
      return [input(buttons[action.button], pixel(action))];
    case 'double_click':
    case 'move':
      return [input(action.type, pixel(action))];
    case 'drag': {
      const { capture, ...from } = pixel(action.path[0] ?? { x: NaN, y: NaN });
      const { x, y } = pixel(action.path.at(-1) ?? { x: NaN, y: NaN });
      return [input('drag', { ...from, to: { x, y }, capture })];
    }
    case 'scroll': {
      const at = pixel(action);
      const turns = [...turn(action.scroll_y, 'down', 'up'), ...turn(action.scroll_x, 'right', 'left')];
      if (turns.length === 0) throw new NotReadable('A scroll by 0 does nothing.');
      return turns.map((to) => input('scroll', { ...at, to }));
    }
    case 'keypress':
      return [input('key', { keys: chord(action.keys) })];
    case 'type':
      return typing(action.text);
    case 'wait':
      return [input('wait', { text: waitSeconds })];
    case 'screenshot':
      return [{ kind: 'look' }];
  }
}

function turn(pixels: number, forward: string, back: string): string[] {
  if (pixels === 0) return [];
  return [`${pixels > 0 ? forward : back} ${Math.min(mostNotches, Math.max(1, Math.round(Math.abs(pixels) / scrollUnit)))}`];
}
