import type { ToolSpec } from '../model';
import type { Act, Reading } from './act';
import { callOf } from './act';
import { harmless } from './history';
import { nextLabel } from './labels';
import { NotReadable } from './not-readable';
import { isObject, quote, readValue, Scanner, type Value } from './scanner';
import { textDialect } from './text-dialect';
import { joinThoughts, partThought } from './thought';
import { toolList } from './tool-list';

const beginsCall = /^[ \t*#]*(Action|Final Answer)[ \t*]*[:：]/m;
const labels = ['Action Input', 'Action', 'Final Answer', 'Observation', 'Thought'];
const form = 'Thought: why\nAction: Read(path="notes.txt")\nor, when the task is done:\nFinal Answer: what was done';

/** Thought, Action, Observation as text: for models without function calls. */
export const reactDialect = textDialect({
  name: 'react',
  byPictures: false,
  form,
  prompt,
  parse,
  write(thought, acts) {
    const [act] = acts;
    if (!act || acts.length > 1) return null;
    if (act.kind === 'finish') return `${thought ? `Thought: ${thought}\n` : ''}Final Answer: ${act.text}`;
    const call = callOf(act);
    const given = Object.entries(JSON.parse(call.arguments) as Record<string, Value>).map(([name, value]) => `${name}=${typeof value === 'string' ? quote(value) : JSON.stringify(value)}`);
    return `${thought ? `Thought: ${thought}\n` : ''}Action: ${call.name}(${given.join(', ')})`;
  },
  results: (results) => results.map((result) => `Observation: ${harmless(result.text)}`).join('\n'),
});

function prompt(tools: readonly ToolSpec[]): string {
  return `# How to call a tool
Write one call at a time, in exactly this form, then stop; the result comes as "Observation:".
Thought: at most two sentences
Action: Grep(pattern="TODO", path=".")
Text goes in quotes; write \\" for a quote, \\\\ for a backslash and \\n for a line break in it. Lists and objects are JSON.
When the task is done:
Final Answer: what changed, how it was verified, what was not done

# Tools
${toolList(tools)}`;
}

/** The first action counts, and what follows an invented observation does not; an answer without any label is the final one. */
function parse(text: string, _screen: unknown, tools: ReadonlySet<string>): Reading {
  const { thought: before, answer } = partThought(text, beginsCall);
  const first = nextLabel(answer, ['Action', 'Final Answer', 'Observation']);
  const thought = joinThoughts(before, withoutLabel(first ? answer.slice(0, first.start) : answer));
  if (!first) return plain(answer, thought);
  if (first.name === 'Observation') throw new NotReadable('It begins with an Observation, which only comes from a tool.');
  if (first.name === 'Final Answer') return { thought, acts: finalOr(answer, first.end, tools) };
  const rest = answer.slice(first.end);
  if (isNone(rest)) {
    const final = nextLabel(answer, ['Action', 'Final Answer'], first.end);
    if (final?.name === 'Action') throw new NotReadable('It names an action after "Action: None".');
    return { thought, acts: [{ kind: 'finish', text: final ? answer.slice(final.end).trim() : thought }] };
  }
  return { thought, acts: [action(answer, first.end, tools)] };
}

function plain(answer: string, thought: string): Reading {
  if (answer.trim() === '') throw new NotReadable('It was empty.');
  if (/^[ \t*#]*Thought[ \t*]*[:：]/.test(answer)) throw new NotReadable('There is a thought, but neither an Action nor a Final Answer.');
  return { thought: '', acts: [{ kind: 'finish', text: thought }] };
}

/** A final answer may speak of actions; one that ends in a whole call of a tool may mean either, so neither is taken. */
function finalOr(answer: string, from: number, tools: ReadonlySet<string>): Act[] {
  for (let label = nextLabel(answer, ['Action'], from); label; label = nextLabel(answer, ['Action'], label.end)) {
    if (isWhole(answer, label.end, tools)) throw new NotReadable('It has both a Final Answer and an Action.');
  }
  return [{ kind: 'finish', text: answer.slice(from).trim() }];
}

function isWhole(answer: string, from: number, tools: ReadonlySet<string>): boolean {
  try {
    action(answer, from, tools);
    return true;
  } catch {
    return false;
  }
}

function action(answer: string, from: number, tools: ReadonlySet<string>): Act {
  const scanner = new Scanner(answer, from);
  scanner.space();
  const start = scanner.at;
  const fence = takeFence(scanner);
  const tick = !fence && scanner.take('`');
  const name = scanner.space().callName();
  if (!tools.has(name)) throw new NotReadable(`There is no tool named ${name}; the tools are ${[...tools].join(', ')}.`);
  const given = scanner.text[scanner.at] === '(' ? readCall(scanner, start, fence, tick) : readInput(scanner, tick);
  endOfAction(scanner);
  return { kind: 'tool', name, arguments: given };
}

function readCall(scanner: Scanner, start: number, fence: boolean, tick: boolean): Record<string, Value> {
  scanner.at = start;
  if (fence) takeFence(scanner);
  if (tick) scanner.take('`');
  const call = scanner.space().call();
  if (fence) scanner.space().expect('```');
  if (tick) scanner.expect('`');
  return Object.fromEntries(call.arguments);
}

/** `Action: name` and, on the next line, `Action Input: {json}`. */
function readInput(scanner: Scanner, tick: boolean): Record<string, Value> {
  if (tick) scanner.expect('`');
  const label = nextLabel(scanner.text, labels, scanner.at);
  if (label?.name !== 'Action Input' || scanner.text.slice(scanner.at, label.start).trim() !== '') {
    throw new NotReadable('The action has no arguments: neither (…) nor an "Action Input:" line.');
  }
  scanner.at = label.end;
  scanner.space();
  const fence = takeFence(scanner);
  const value = scanner.space().value();
  if (fence) scanner.space().expect('```');
  // Some models quote the object once more.
  const object = typeof value === 'string' ? readValue(value) : value;
  if (!isObject(object)) throw new NotReadable('The Action Input is not one JSON object.');
  return object;
}

function takeFence(scanner: Scanner): boolean {
  if (!scanner.take('```')) return false;
  for (const word of ['json', 'python', 'text']) if (scanner.take(word)) break;
  return true;
}

/** Behind the action may come what the model invented; anything else on its line means that it was not read whole. */
function endOfAction(scanner: Scanner): void {
  const from = scanner.at;
  const next = nextLabel(scanner.text, labels, from);
  const between = scanner.text.slice(from, next && next.start >= from ? next.start : undefined);
  if (between.trim() !== '') throw new NotReadable(`After the action comes “${between.trim().slice(0, 40)}”.`);
  if (next?.name === 'Action Input') throw new NotReadable('The action has its arguments twice.');
}

function isNone(rest: string): boolean {
  return /^[ \t]*(none|null|n\/a|无)\.?[ \t]*(\n|$)/i.test(rest);
}

function withoutLabel(text: string): string {
  const label = nextLabel(text, ['Thought']);
  return label && text.slice(0, label.start).trim() === '' ? text.slice(label.end) : text;
}
