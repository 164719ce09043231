import { ask, chord, input, typing, type Act } from './act';
import { NotReadable } from './not-readable';
import { readPoint } from './point';
import { fromPixel, toPixel, type CoordinateRule, type Point, type Screen } from './screen';
import { quote, type Value, type WrittenCall } from './scanner';

/** The names under which UI-TARS and its kin write one action. */
const names: Record<string, string> = {
  click: 'click', left_click: 'click', left_single: 'click',
  left_double: 'double_click', double_click: 'double_click',
  right_single: 'right_click', right_click: 'right_click', middle_click: 'middle_click',
  hover: 'move', move: 'move', mouse_move: 'move', move_to: 'move',
  drag: 'drag', select: 'drag', left_click_drag: 'drag',
  hotkey: 'hotkey', type: 'type', input_text: 'type', scroll: 'scroll', wait: 'wait', finished: 'finished', call_user: 'call_user',
  press: 'press', release: 'release', navigate: 'navigate', navigate_back: 'navigate_back',
};
const places = ['start_box', 'start_point', 'point', 'position', 'coordinate', 'box'];
const ends = ['end_box', 'end_point'];
const contents = ['content', 'text', 'input_text'];
const keyNames = ['key', 'keys', 'hotkey'];
const directions = ['direction', 'dir'];

/** Seconds of `wait()`, and wheel notches of `scroll()`: the grammar has no number for either. */
const waitSeconds = '5';
const notches = 5;

export function knownAction(name: string): boolean {
  return Object.hasOwn(names, name);
}

/** One written action → acts on the capture's picture. `thought` is the question when it calls the person. */
export function actsOf(call: WrittenCall, rule: CoordinateRule, screen: Screen | null, thought: string): Act[] {
  const action = Object.hasOwn(names, call.name) ? names[call.name] : undefined;
  if (action === undefined) throw new NotReadable(`There is no action ${call.name}.`);
  const given = new Arguments(call.arguments);
  const pixel = (value: Value): Point & { capture: string } => {
    if (!screen) throw new NotReadable('There is no picture yet that a point could belong to.');
    return { ...toPixel(rule, screen, readPoint(value)), capture: screen.capture };
  };
  const acts = read();
  given.check(call.name);
  return acts;

  function read(): Act[] {
    switch (action) {
      case 'click':
      case 'double_click':
      case 'right_click':
      case 'middle_click':
      case 'move':
        return [input(action, pixel(given.need(places)))];
      case 'drag': {
        const { capture, ...from } = pixel(given.need(places));
        const { x, y } = pixel(given.need(ends));
        return [input('drag', { ...from, to: { x, y }, capture })];
      }
      case 'scroll': {
        const direction = given.text(directions).toLowerCase();
        if (!['up', 'down', 'left', 'right'].includes(direction)) throw new NotReadable(`“${direction}” is no direction.`);
        const place = given.take(places);
        return [input('scroll', { ...(place === undefined ? {} : pixel(place)), to: `${direction} ${notches}` })];
      }
      case 'hotkey':
        return [input('key', { keys: chord(given.text(keyNames).trim().split(/[\s+]+/)) })];
      case 'type': {
        const typed = typing(given.text(contents));
        if (typed.length === 0) throw new NotReadable('The content to type is empty.');
        return typed;
      }
      case 'wait':
        return [input('wait', { text: waitSeconds })];
      case 'navigate':
        return [input('key', { keys: 'ctrl+l' }), input('type', { text: oneLine(given.text([...contents, 'url'])) }), input('key', { keys: 'enter' })];
      case 'navigate_back':
        return [input('key', { keys: 'alt+left' })];
      case 'finished': {
        const text = given.take(contents);
        return [{ kind: 'finish', text: typeof text === 'string' ? text : '' }];
      }
      case 'call_user': {
        const question = given.take(contents);
        return [ask(typeof question === 'string' && question ? question : thought || 'The task needs you here. How should I go on?')];
      }
      default:
        throw new NotReadable(`${call.name} would hold a key down over several answers, which is not possible here; use hotkey(key='ctrl c').`);
    }
  }
}

/** The arguments of a call, each under any of its names; what nobody asked for is an error. */
class Arguments {
  private readonly asked = new Set<string>();
  constructor(private readonly given: ReadonlyMap<string, Value>) {}

  take(names: readonly string[]): Value | undefined {
    const found = names.filter((name) => this.given.has(name));
    if (found.length > 1) throw new NotReadable(`${found.join(' and ')} are the same argument.`);
    const [name] = found;
    if (name === undefined) return undefined;
    this.asked.add(name);
    return this.given.get(name);
  }

  need(names: readonly string[]): Value {
    const value = this.take(names);
    if (value === undefined) throw new NotReadable(`The argument ${names[0] ?? ''} is missing.`);
    return value;
  }

  text(names: readonly string[]): string {
    const value = this.need(names);
    if (typeof value !== 'string') throw new NotReadable(`${names[0] ?? ''} must be a quoted text.`);
    return value;
  }

  check(name: string): void {
    const unknown = [...this.given.keys()].find((key) => !this.asked.has(key));
    if (unknown !== undefined) throw new NotReadable(`${name} has no argument ${unknown}.`);
  }
}

function oneLine(text: string): string {
  const line = text.trim();
  if (line === '' || /[\r\n]/.test(line)) throw new NotReadable('An address is one line of text.');
  return line;
}

/** An act in UI-TARS's words, or null for what it has none. `mark` writes a point the way the model does. */
export function writeAction(act: Act, rule: CoordinateRule, screen: Screen | null, mark: (point: Point) => string, place: readonly [string, string]): string | null {
  if (act.kind === 'finish') return `finished(content=${quote(act.text)})`;
  if (act.kind !== 'input') return null;
  const { action, x, y, text, keys, to } = act.input;
  const at = (point: { x?: number | undefined; y?: number | undefined }): string | null =>
    screen && point.x !== undefined && point.y !== undefined ? mark(fromPixel(rule, screen, { x: point.x, y: point.y })) : null;
  const from = at({ x, y });
  const plain: Record<string, string> = { click: 'click', double_click: 'left_double', right_click: 'right_single', middle_click: 'middle_click', move: 'hover' };
  const name = plain[action];
  if (name !== undefined) return from === null ? null : `${name}(${place[0]}=${quote(from)})`;
  if (action === 'drag') {
    const end = typeof to === 'object' ? at(to) : null;
    return from === null || end === null ? null : `drag(${place[0]}=${quote(from)}, ${place[1]}=${quote(end)})`;
  }
  if (action === 'scroll' && typeof to === 'string') {
    const direction = to.split(' ')[0] ?? '';
    return `scroll(direction=${quote(direction)}${from === null ? '' : `, ${place[0]}=${quote(from)}`})`;
  }
  if (action === 'type') return `type(content=${quote(text ?? '')})`;
  if (action === 'key') return `hotkey(key=${quote((keys ?? '').split('+').join(' '))})`;
  return action === 'wait' ? 'wait()' : null;
}
