import { ask, emptyField, input, type Act, type Reading, typing } from './act';
import { NotReadable } from './not-readable';
import { readPoint } from './point';
import { quote, Scanner, type Value, type WrittenCall } from './scanner';
import { fromPixel, toPixel, type CoordinateRule, type Point, type Screen } from './screen';
import { textDialect } from './text-dialect';
import { joinThoughts, partThought } from './thought';
import { onlyTheScreen } from './tool-list';

const rule: CoordinateRule = { kind: 'thousandths', last: 999 };
const opener = /(?<![\p{L}\p{N}_])(?:do|finish)\(/u;
/** One wheel notch for so many thousandths of the screen's height. */
const thousandthsANotch = 100;

/** AutoGLM: a phone's actions, mapped to the desktop. */
export const autoglmDialect = textDialect({
  name: 'autoglm',
  byPictures: true,
  form: '<think>why</think><answer>do(action="Tap", element=[500,250])</answer>',
  prompt: () => prompt,
  parse,
  write(thought, acts, screen) {
    const written = write(acts, screen);
    return written === null ? null : `<think>${thought}</think><answer>${written}</answer>`;
  },
});

const prompt = `# How to act
${onlyTheScreen} You see the screen of a desktop computer as a picture. After each answer you get a new picture. Answer in exactly this form, with one action:
<think>at most two sentences: what you see, what you do next</think><answer>do(action="Tap", element=[x,y])</answer>
Points are [x,y] from 0 to 999 in both directions, from the upper left corner.

# Actions
do(action="Launch", app="calc") start a program
do(action="Tap", element=[x,y]) click; add message="…" if it pays, sends or deletes: the person is asked first
do(action="Double Tap", element=[x,y])
do(action="Long Press", element=[x,y]) open the context menu (right click)
do(action="Type", text="…") replace the text in the field that has the focus; in a document it is added. A line break at the end presses Enter
do(action="Swipe", start=[x1,y1], end=[x2,y2]) scroll: the content follows the finger
do(action="Back") back (Alt+Left)
do(action="Home") show the desktop
do(action="Wait", duration="3 seconds")
do(action="Note", message="…") remember what is on the screen
do(action="Interact") or do(action="Take_over", message="…") ask the person
finish(message="what was done and how you saw that it worked")`;

function parse(text: string, screen: Screen | null): Reading {
  const { thought: inner, answer } = partThought(text.replace(/^\s*<\|begin_of_box\|>/, ''), opener);
  const { thought, call } = locate(answer);
  const all = joinThoughts(inner, thought);
  return { thought: all, acts: actsOf(call, screen, all) };
}

/**
 * The one call that ends the answer. A thought may mention calls; each mention must be whole, or
 * nobody can tell whether what follows it is a call or text inside one.
 */
function locate(answer: string): { thought: string; call: WrittenCall } {
  const starts = [...answer.matchAll(new RegExp(opener, 'gu'))].map((found) => found.index);
  const [first] = starts;
  if (first === undefined) throw new NotReadable('There is no do(…) or finish(…).');
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    const scanner = new Scanner(answer, start);
    const call = callOr(scanner);
    if (!call) {
      if (starts.length > 1) throw new NotReadable('There are several calls, and not all of them can be read.');
      return { thought: untagged(answer.slice(0, start)), call: withRawText(answer.slice(start)) };
    }
    end = scanner.at;
    if (!isEnd(answer.slice(end)) && standsAlone(answer, start, end)) throw new NotReadable('There are several calls; one is taken at a time.');
    if (isEnd(answer.slice(end))) return { thought: untagged(answer.slice(0, start)), call };
  }
  if (starts.length > 1) throw new NotReadable('The answer does not end with its one call.');
  return { thought: untagged(answer.slice(0, first)), call: withRawText(answer.slice(first)) };
}

/** A call with a line of its own is no mention. */
function standsAlone(answer: string, start: number, end: number): boolean {
  return answer.slice(answer.lastIndexOf('\n', start - 1) + 1, start).trim() === '' && (answer.slice(end).split('\n', 1)[0] ?? '').trim() === '';
}

function callOr(scanner: Scanner): WrittenCall | null {
  try {
    return scanner.call();
  } catch {
    return null;
  }
}

function isEnd(rest: string): boolean {
  return /^\s*(?:<\|end_of_box\|>\s*)?(?:<\/answer>\s*)?(?:<\|end_of_box\|>\s*)?$/.test(rest);
}

/**
 * A call whose last argument is text with quotes of its own, as this model writes it: the text
 * goes to the last quote before the closing bracket. Only where nothing in it could be another argument.
 */
function withRawText(text: string): WrittenCall {
  const found = /^(do|finish)\(\s*(?:action\s*=\s*(["'])(Type|Type_Name)\2\s*,\s*text|message)\s*=\s*(["'])([\s\S]*)\4\s*\)([\s\S]*)$/.exec(text);
  const [, name = '', , action, mark = '', content = '', rest = ''] = found ?? [];
  const another = new RegExp(`${mark}\\s*,\\s*\\w+\\s*=|${mark}\\s*\\)\\s*\\S`);
  if (!found || !isEnd(rest) || (name === 'do') !== (action !== undefined) || another.test(content)) throw new NotReadable('The call can’t be read whole.');
  const value = unescape(content);
  return { name, arguments: new Map<string, Value>(action === undefined ? [['message', value]] : [['action', action], ['text', value]]) };
}

/** The escapes of a text whose quotes are its own. */
function unescape(content: string): string {
  const scanner = new Scanner(`'${content.replace(/\\[\s\S]|'/g, (each) => (each === "'" ? "\\'" : each))}'`);
  const value = scanner.string();
  if (!scanner.done) throw new NotReadable('The call can’t be read whole.');
  return value;
}

function actsOf(call: WrittenCall, screen: Screen | null, thought: string): Act[] {
  const given = new Map(call.arguments);
  const take = (name: string): Value | undefined => {
    const value = given.get(name);
    given.delete(name);
    return value;
  };
  const text = (name: string): string => {
    const value = take(name);
    if (typeof value !== 'string') throw new NotReadable(`${name} must be a quoted text.`);
    return value;
  };
  const pixel = (name: string): Point & { capture: string } => {
    if (!screen) throw new NotReadable('There is no picture yet that a point could belong to.');
    return { ...toPixel(rule, screen, readPoint(take(name))), capture: screen.capture };
  };
  const acts = read();
  const [unknown] = given.keys();
  if (unknown !== undefined) throw new NotReadable(`It has no argument ${unknown}.`);
  return acts;

  function read(): Act[] {
    if (call.name === 'finish') return [{ kind: 'finish', text: given.has('message') ? text('message') : '' }];
    if (call.name !== 'do') throw new NotReadable(`There is no ${call.name}(…).`);
    const action = text('action');
    switch (action) {
      case 'Tap': {
        const message = given.has('message') ? text('message') : undefined;
        return [{ kind: 'input', input: { action: 'click', ...pixel('element') }, ...(message === undefined ? {} : { caution: message || 'Tap' }) }];
      }
      case 'Double Tap':
        return [input('double_click', pixel('element'))];
      case 'Long Press':
        return [input('right_click', pixel('element'))];
      case 'Type':
      case 'Type_Name':
        return [...emptyField(screen), ...typing(text('text'))];
      case 'Swipe':
        return [swipe(pixel('start'), pixel('end'), screen)];
      case 'Launch':
        return [input('open_app', { text: text('app') })];
      case 'Back':
        return [input('key', { keys: 'alt+left' })];
      case 'Home':
        return [input('key', { keys: 'super+d' })];
      case 'Wait':
        return [input('wait', { text: seconds(text('duration')) })];
      case 'Take_over':
        return [ask(given.has('message') ? text('message') : thought || 'Please take over here.')];
      case 'Interact':
        return [ask((given.has('message') ? text('message') : thought) || 'Which one do you mean?')];
      case 'Note':
      case 'Call_API':
        take('message');
        take('instruction');
        return [{ kind: 'look' }];
      default:
        throw new NotReadable(`There is no action “${action}”.`);
    }
  }
}

/** The content follows the finger: a swipe up shows what is further down. */
export function swipe(from: Point & { capture: string }, to: Point, screen: Screen | null): Act {
  const across = to.x - from.x;
  const along = to.y - from.y;
  if (across === 0 && along === 0) throw new NotReadable('The swipe begins and ends at the same point.');
  const upright = Math.abs(along) >= Math.abs(across);
  const direction = upright ? (along < 0 ? 'down' : 'up') : across < 0 ? 'right' : 'left';
  const part = upright ? Math.abs(along) / (screen?.height ?? 1) : Math.abs(across) / (screen?.width ?? 1);
  const notches = Math.max(1, Math.round((part * 1000) / thousandthsANotch));
  return input('scroll', { ...from, to: `${direction} ${notches}` });
}

function seconds(duration: string): string {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:s|sec|seconds?|秒)?\s*$/i.exec(duration);
  if (!found) throw new NotReadable(`“${duration}” is no duration in seconds.`);
  return found[1] ?? '';
}

function untagged(text: string): string {
  return text.replace(/<\|begin_of_box\|>/g, '').replace(/<answer>\s*$/, '').replace(/<\/?think>/g, '').trim();
}

function write(acts: readonly Act[], screen: Screen | null): string | null {
  const [act] = acts;
  if (!act || acts.length > 1) return null;
  if (act.kind === 'finish') return `finish(message=${quote(act.text)})`;
  if (act.kind !== 'input') return null;
  const { action, x, y, text, keys } = act.input;
  const at = screen && x !== undefined && y !== undefined ? fromPixel(rule, screen, { x, y }) : null;
  const tap: Record<string, string> = { click: 'Tap', double_click: 'Double Tap', right_click: 'Long Press' };
  const name = tap[action];
  if (name !== undefined) return at ? `do(action="${name}", element=[${at.x},${at.y}]${act.caution && action === 'click' ? `, message=${quote(act.caution)}` : ''})` : null;
  if (action === 'type') return `do(action="Type", text=${quote(text ?? '')})`;
  if (action === 'open_app') return `do(action="Launch", app=${quote(text ?? '')})`;
  if (action === 'wait') return `do(action="Wait", duration=${quote(`${text ?? '1'} seconds`)})`;
  if (action === 'key' && keys === 'alt+left') return 'do(action="Back")';
  return action === 'key' && keys === 'super+d' ? 'do(action="Home")' : null;
}
