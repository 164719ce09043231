import type { Dialect } from '../dialect';
import type { Act, Reading } from './act';
import { nextLabel } from './labels';
import { NotReadable } from './not-readable';
import { Scanner, type WrittenCall } from './scanner';
import type { CoordinateRule, Point, Screen } from './screen';
import { readFunctions } from './xml-call';
import { textDialect } from './text-dialect';
import { joinThoughts, partThought } from './thought';
import { onlyTheScreen } from './tool-list';
import { actsOf, knownAction, writeAction } from './ui-tars-actions';

interface Kind {
  name: string;
  rule: CoordinateRule;
  /** How this model writes a point, and the names of its arguments. */
  mark(point: Point): string;
  place: readonly [string, string];
  /** How its answers part several actions; null: one action an answer. */
  extra: string;
}

const thousandths: CoordinateRule = { kind: 'thousandths', last: 1000 };
/** Limits of UI-TARS 1.5's own picture processor. */
const smart: CoordinateRule = { kind: 'smart', limits: { least: 100 * 784, most: 16384 * 784 } };
const box = ({ x, y }: Point): string => `<|box_start|>(${x},${y})<|box_end|>`;

export const uiTars10 = uiTars({ name: 'ui-tars-1.0', rule: thousandths, mark: box, place: ['start_box', 'end_box'], extra: '' });
export const uiTars15 = uiTars({ name: 'ui-tars-1.5', rule: smart, mark: ({ x, y }) => `(${x},${y})`, place: ['start_box', 'end_box'], extra: '' });
export const doubao = uiTars({
  name: 'doubao',
  rule: thousandths,
  mark: ({ x, y }) => `<point>${x} ${y}</point>`,
  place: ['point', 'end_point'],
  extra: "navigate(content='https://…')\nnavigate_back()\n",
});

function uiTars(kind: Kind): Dialect {
  return textDialect({
    name: kind.name,
    byPictures: true,
    form: `Thought: …\nAction: click(${kind.place[0]}='${kind.mark({ x: 100, y: 200 })}')`,
    prompt: () => promptOf(kind),
    parse: (text, screen) => parse(kind, text, screen),
    write(thought, acts, screen) {
      const written = acts.map((act) => writeAction(act, kind.rule, screen, kind.mark, kind.place));
      return written.includes(null) ? null : `Thought: ${thought}\nAction: ${written.join('\n\n')}`;
    },
  });
}

function promptOf({ mark, place, extra }: Kind): string {
  const at = mark({ x: 100, y: 200 });
  const start = place[0] === 'point' ? 'start_point' : place[0];
  return `# How to act
${onlyTheScreen} You see the screen as a picture and work with mouse and keyboard. After each answer you get a new picture. Answer in exactly this form:
Thought: at most two sentences: what you see, what you do next
Action: one of the actions below

# Actions
click(${place[0]}='${at}')
left_double(${place[0]}='${at}')
right_single(${place[0]}='${at}')
drag(${start}='${at}', ${place[1]}='${at}')
hotkey(key='ctrl c')
type(content='text') write \\', \\" and \\n for quotes and line breaks; a \\n at the end presses Enter
scroll(${place[0]}='${at}', direction='down or up or right or left')
wait() five seconds
${extra}call_user() when only the person can go on: say in the thought what you need
finished(content='what was done and how you saw that it worked')`;
}

const beginsCall = /^[ \t*#]*Action[ \t*]*[:：]|<seed:tool_call>|^\s*\w+\(/m;
/** A tag that opens the action begins its line; inside a line it may be mentioned, or typed. */
const opener = /^[ \t]*(?:<seed:tool_call>|<answer>)/m;

function parse(kind: Kind, text: string, screen: Screen | null): Reading {
  const { thought: inner, answer } = partThought(text, beginsCall);
  const { thought: outer, body } = split(answer);
  const thought = joinThoughts(inner, cleanThought(outer));
  const calls = body.startsWith('<seed:tool_call>') ? readFunctions(body, ['<seed:tool_call>', '</seed:tool_call>']) : readCalls(body);
  const acts = calls.flatMap((call): Act[] => actsOf(call, kind.rule, screen, thought));
  return { thought, acts };
}

/** Where the action begins: at the first line's label or tag that opens it, or the whole answer when it is nothing else. */
function split(answer: string): { thought: string; body: string } {
  if (/^\s*(?:```\w*\s*)?\w+\(/.test(answer)) return { thought: '', body: answer };
  const label = nextLabel(answer, ['Action']);
  const tag = opener.exec(answer);
  const start = Math.min(label?.start ?? Infinity, tag ? tag.index + tag[0].indexOf('<') : Infinity);
  if (start === Infinity) throw new NotReadable('There is no Action.');
  const thought = answer.slice(0, start);
  if (label && start === label.start) return { thought, body: answer.slice(label.end).trim() };
  if (answer.startsWith('<seed:tool_call>', start)) return { thought, body: answer.slice(start) };
  const inside = answer.slice(start + '<answer>'.length).trim();
  const labelled = nextLabel(inside, ['Action']);
  return { thought: joinThoughts(thought, labelled ? inside.slice(0, labelled.start) : ''), body: labelled ? inside.slice(labelled.end).trim() : inside };
}

/** Calls, one or several, parted by nothing but blanks; nothing else may be there. */
function readCalls(body: string): WrittenCall[] {
  const scanner = new Scanner(body);
  if (scanner.space().done) throw new NotReadable('The Action is empty.');
  const fenced = scanner.take('```');
  if (fenced && !isCall(scanner)) scanner.name();
  const calls: WrittenCall[] = [];
  while (!scanner.space().done && !ends(scanner, fenced)) calls.push(scanner.call());
  if (fenced) scanner.expect('```');
  scanner.space().take('</answer>');
  if (!scanner.space().done) throw new NotReadable(`After the action comes ${scanner.near()}.`);
  if (calls.length === 0) throw new NotReadable('The Action is empty.');
  return calls;
}

function ends(scanner: Scanner, fenced: boolean): boolean {
  return scanner.text.startsWith(fenced ? '```' : '</answer>', scanner.at);
}

/** Behind a fence may come the name of a language, which is no action. */
function isCall(scanner: Scanner): boolean {
  const ahead = new Scanner(scanner.text, scanner.at);
  return ahead.text[ahead.at] === '\n' || (/\w/.test(ahead.text[ahead.at] ?? '') && knownAction(ahead.name()));
}

/** The labels and tags of the envelopes around a thought. */
function cleanThought(text: string): string {
  return text
    .replace(/<\/?(?:Thought|think|thought)>/g, '')
    .replace(/^[ \t*#]*(?:Thought|Reflection|Action_Summary)[ \t*]*[:：][ \t]*/gm, '')
    .replace(/```\w*\s*$/, '')
    .trim();
}
