import { ask, chord, emptyField, input, typing, type Act } from './act';
import { swipe } from './autoglm';
import { NotReadable } from './not-readable';
import { readPoint } from './point';
import { isObject, readValue, type Value } from './scanner';
import { fromPixel, toPixel, type CoordinateRule, type Point, type Screen } from './screen';

/** What sets one model's computer_use apart from another's. */
export interface GuiRules {
  points: CoordinateRule;
  /** `pixels` of a scroll that make one wheel notch; 0: only the sign counts and means a page. */
  scrollUnit: number;
  /** `type` ends with Enter unless told otherwise (Fara). */
  pressEnter: boolean;
}

type Given = { [key: string]: Value };

/** Wheel notches of "a page". */
const page = 10;
const mostNotches = 50;
const clicks: Record<string, string> = {
  left_click: 'click', click: 'click', double_click: 'double_click', left_double: 'double_click', triple_click: 'triple_click',
  right_click: 'right_click', right_single: 'right_click', middle_click: 'middle_click', mouse_move: 'move', move: 'move', hover: 'move', long_press: 'right_click',
};

/** The arguments of computer_use or mobile_use → acts on the capture's picture. What nobody reads in them is an error. */
export function guiActs(given: Given, rules: GuiRules, screen: Screen | null): Act[] {
  const args = new Arguments(given, rules, screen);
  const acts = read(args, rules, screen);
  args.check();
  return acts;
}

function read(args: Arguments, rules: GuiRules, screen: Screen | null): Act[] {
  const action = args.text('action');
  const click = Object.hasOwn(clicks, action) ? clicks[action] : undefined;
  if (click !== undefined) {
    args.ignore('time');
    return [input(click, args.point('coordinate'))];
  }
  switch (action) {
    case 'left_click_drag':
    case 'drag':
      return [drag(args)];
    case 'swipe': {
      const from = args.point('coordinate');
      args.ignore('time');
      return [swipe(from, args.point('coordinate2'), screen)];
    }
    case 'type':
    case 'input_text':
      return type(args, rules, screen);
    case 'key':
    case 'hotkey':
      return [input('key', { keys: chord(args.keys()) })];
    case 'scroll':
    case 'hscroll':
      return [scroll(args, action === 'hscroll', rules)];
    case 'wait':
      return [input('wait', { text: String(args.number('time', 1)) })];
    case 'system_button':
      return [input('key', { keys: systemKey(args.text('button')) })];
    case 'open':
    case 'open_app':
      return [input('open_app', { text: args.text('text', 'app', 'app_name') })];
    case 'visit_url':
      // The address bar takes an address as such and searches for anything with a space in it.
      return visit(oneLine(args.text('url')));
    case 'web_search':
      return visit(`? ${oneLine(args.text('query'))}`);
    case 'history_back':
      return [input('key', { keys: 'alt+left' })];
    case 'pause_and_memorize_fact':
      args.ignore('fact');
      return [{ kind: 'look' }];
    case 'screenshot':
      return [{ kind: 'look' }];
    case 'call_user':
    case 'interact':
      return [ask(args.text('text'))];
    case 'answer':
      return [{ kind: 'finish', text: args.text('text') }];
    case 'terminate':
    case 'done':
      return [finish(args)];
    default:
      throw new NotReadable(`There is no action “${action}”.`);
  }
}

/** From a point to another; Qwen names only the end and starts where the pointer is. */
function drag(args: Arguments): Act {
  const from = args.point('coordinate');
  if (!args.has('coordinate2')) return input('drag', { to: { x: from.x, y: from.y }, capture: from.capture });
  const { x, y } = args.point('coordinate2');
  return input('drag', { ...from, to: { x, y } });
}

/** With a place, what stands there is replaced by clicking three times: that selects a field's text, and never more than a line. */
function type(args: Arguments, rules: GuiRules, screen: Screen | null): Act[] {
  const text = args.text('text');
  const clear = args.anyFlag({ delete_existing_text: false, clear: false });
  const enter = args.anyFlag({ press_enter: rules.pressEnter, enter: false });
  const place = args.has('coordinate') ? args.point('coordinate') : null;
  const before = place ? [input(clear ? 'triple_click' : 'click', place), ...(clear ? [input('key', { keys: 'delete' })] : [])] : clear ? emptyField(screen) : [];
  const typed = typing(text);
  const entered = typed.some((act) => act.kind === 'input' && act.input.action === 'key');
  if (typed.length === 0 && !enter && !clear) throw new NotReadable('The text to type is empty.');
  return [...before, ...typed, ...(enter && !entered ? [input('key', { keys: 'enter' })] : [])];
}

function scroll(args: Arguments, across: boolean, rules: GuiRules): Act {
  const pixels = args.number('pixels');
  if (pixels === 0) throw new NotReadable('A scroll by 0 does nothing.');
  const notches = rules.scrollUnit === 0 ? page : Math.min(mostNotches, Math.max(1, Math.round(Math.abs(pixels) / rules.scrollUnit)));
  const direction = across ? (pixels > 0 ? 'right' : 'left') : pixels > 0 ? 'up' : 'down';
  return input('scroll', { ...(args.has('coordinate') ? args.point('coordinate') : {}), to: `${direction} ${notches}` });
}

function visit(words: string): Act[] {
  return [input('key', { keys: 'ctrl+l' }), input('type', { text: words }), input('key', { keys: 'enter' })];
}

function finish(args: Arguments): Act {
  const status = args.has('status') ? args.text('status') : 'success';
  const text = args.has('text') ? args.text('text') : args.has('answer') ? args.text('answer') : '';
  if (status !== 'success' && status !== 'failure') throw new NotReadable(`“${status}” is no status; it is success or failure.`);
  return { kind: 'finish', text, ...(status === 'failure' ? { unmet: true } : {}) };
}

function systemKey(button: string): string {
  const keys: Record<string, string> = { Back: 'alt+left', Home: 'super+d', Menu: 'menu', Enter: 'enter' };
  const key = Object.hasOwn(keys, button) ? keys[button] : undefined;
  if (key === undefined) throw new NotReadable(`There is no button “${button}”; they are Back, Home, Menu, Enter.`);
  return key;
}

function oneLine(text: string): string {
  const line = text.trim();
  if (line === '' || /[\r\n]/.test(line)) throw new NotReadable('An address or a search is one line of text.');
  return line;
}

/** Arguments as these models write them: numbers and lists also as text. */
class Arguments {
  private readonly asked = new Set<string>();
  constructor(
    private readonly given: Given,
    private readonly rules: GuiRules,
    private readonly screen: Screen | null,
  ) {}

  has(name: string): boolean {
    return Object.hasOwn(this.given, name) && this.given[name] !== null;
  }

  ignore(name: string): void {
    this.asked.add(name);
  }

  text(...names: string[]): string {
    const name = names.find((candidate) => this.has(candidate)) ?? names[0] ?? '';
    const value = this.take(name);
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') throw new NotReadable(`${name} must be a text.`);
    return value;
  }

  number(name: string, otherwise?: number): number {
    if (!this.has(name) && otherwise !== undefined) return otherwise;
    const value = this.take(name);
    const number = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw new NotReadable(`${name} must be a number.`);
    return number;
  }

  /** Whether one of these flags is set; each is read, with its default. */
  anyFlag(flags: Record<string, boolean>): boolean {
    return Object.entries(flags).map(([name, otherwise]) => this.flag(name, otherwise)).includes(true);
  }

  private flag(name: string, otherwise: boolean): boolean {
    if (!this.has(name)) return otherwise;
    const value = this.take(name);
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    if (word === true || word === 'true' || word === 1) return true;
    if (word === false || word === 'false' || word === 0) return false;
    throw new NotReadable(`${name} must be true or false.`);
  }

  point(name: string): Point & { capture: string } {
    const value = this.take(name);
    if (!this.screen) throw new NotReadable('There is no picture yet that a point could belong to.');
    return { ...toPixel(this.rules.points, this.screen, readPoint(value)), capture: this.screen.capture };
  }

  /** A list of keys, the same list as text ("['ctrl', 'c']"), or "ctrl+c". */
  keys(): string[] {
    const value = this.take(this.has('keys') ? 'keys' : 'text');
    const list = typeof value === 'string' && value.trimStart().startsWith('[') ? readValue(value) : value;
    if (typeof list === 'string') return list.trim().split(/[\s+]+/);
    if (!Array.isArray(list) || !list.every((key): key is string => typeof key === 'string')) throw new NotReadable('keys must be a list of key names.');
    return list;
  }

  check(): void {
    const unknown = Object.keys(this.given).find((key) => !this.asked.has(key) && this.given[key] !== null);
    if (unknown !== undefined) throw new NotReadable(`This action has no argument ${unknown}.`);
  }

  private take(name: string): Value {
    this.asked.add(name);
    const value = Object.hasOwn(this.given, name) ? this.given[name] : undefined;
    if (value === undefined || value === null) throw new NotReadable(`${name} is missing.`);
    return value;
  }
}

/** An act as arguments of computer_use; null for what it can't say. */
export function writeGui(act: Act, rules: GuiRules, screen: Screen | null): Given | null {
  if (act.kind === 'finish') return { action: 'terminate', status: act.unmet ? 'failure' : 'success', ...(act.text ? { text: act.text } : {}) };
  if (act.kind !== 'input') return null;
  const { action, x, y, text, keys, to } = act.input;
  const at = (point: { x?: number | undefined; y?: number | undefined }): Value[] | null => {
    if (!screen || point.x === undefined || point.y === undefined) return null;
    const { x: column, y: row } = fromPixel(rules.points, screen, { x: point.x, y: point.y });
    return [column, row];
  };
  const from = at({ x, y });
  const name = { click: 'left_click', double_click: 'double_click', triple_click: 'triple_click', right_click: 'right_click', middle_click: 'middle_click', move: 'mouse_move' }[action];
  if (name !== undefined) return from && { action: name, coordinate: from };
  if (action === 'drag') {
    const end = typeof to === 'object' ? at(to) : null;
    if (!end) return null;
    return from ? { action: 'drag', coordinate: from, coordinate2: end } : { action: 'left_click_drag', coordinate: end };
  }
  if (action === 'scroll' && typeof to === 'string') {
    const [direction = '', notches = '1'] = to.split(' ');
    const sign = direction === 'up' || direction === 'right' ? 1 : -1;
    return { action: direction === 'left' || direction === 'right' ? 'hscroll' : 'scroll', pixels: sign * Number(notches) * (rules.scrollUnit || 1), ...(from ? { coordinate: from } : {}) };
  }
  if (action === 'type') return { action: 'type', text: text ?? '', ...(rules.pressEnter ? { press_enter: false } : {}) };
  if (action === 'key') return { action: 'key', keys: (keys ?? '').split('+') };
  if (action === 'wait') return { action: 'wait', time: Number(text ?? 1) };
  return action === 'open_app' ? { action: 'open', text: text ?? '' } : null;
}

/** The arguments object of a call, also when it came as text. */
export function argumentsOf(value: Value | undefined): Given {
  const object = typeof value === 'string' ? readValue(value) : (value ?? {});
  if (!isObject(object)) throw new NotReadable('The arguments are not one object.');
  return object;
}
