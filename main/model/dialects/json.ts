import type { ToolSpec } from '../model';
import { callOf, type Act, type Reading } from './act';
import { harmless } from './history';
import { NotReadable } from './not-readable';
import { isObject, readValue, Scanner, type Value } from './scanner';
import { textDialect } from './text-dialect';
import { partThought } from './thought';
import { toolList } from './tool-list';

const form = '{"tool": "Read", "arguments": {"path": "notes.txt"}} at the end of the answer; when the task is done, plain text without such an object.';

/** Calls as JSON objects in the text: bare, fenced, or after prose. */
export const jsonDialect = textDialect({
  name: 'json',
  byPictures: false,
  form,
  prompt,
  parse,
  write(thought, acts) {
    const lines = acts.map((act) => {
      if (act.kind === 'finish') return JSON.stringify({ final: act.text });
      const call = callOf(act);
      return JSON.stringify({ tool: call.name, arguments: JSON.parse(call.arguments) as unknown });
    });
    return [...(thought ? [thought] : []), ...lines].join('\n');
  },
  results: (results) => results.map((result) => `Result of ${result.name}: ${harmless(result.text)}`).join('\n'),
});

function prompt(tools: readonly ToolSpec[]): string {
  return `# How to call a tool
Say in at most two sentences what you want to do and why, then end the answer with one JSON object in exactly this form; the result comes as the next message.
{"tool": "Grep", "arguments": {"pattern": "TODO", "path": "."}}
When the task is done answer in plain text without such an object.

# Tools
${toolList(tools)}`;
}

/**
 * The objects that end the answer. What comes before must hold no other call: a call inside
 * prose, or with prose behind it, may be a mere example, so it is not run.
 */
function parse(text: string, _screen: unknown, tools: ReadonlySet<string>): Reading {
  const { thought: before, answer } = partThought(text, /\{/);
  if (answer === '') throw new NotReadable('It was empty.');
  let calls: Act[] = [];
  let proseEnd = 0;
  let end = 0;
  for (let at = answer.indexOf('{'); at >= 0; at = answer.indexOf('{', end)) {
    const scanner = new Scanner(answer, at);
    const value = readOr(scanner);
    const act = value && actOf(value, tools);
    const between = bare(answer.slice(end, at));
    if (act && calls.length > 0 && between !== '') throw new NotReadable('There is text between two calls.');
    if (act && calls.length === 0) proseEnd = at;
    if (act) calls = [...calls, act];
    else if (calls.length > 0) throw new NotReadable('After the call comes something that is none.');
    end = value ? scanner.at : looksLikeCall(answer, at);
  }
  const prose = bareProse(answer.slice(0, proseEnd));
  if (calls.length === 0) return { thought: '', acts: [{ kind: 'finish', text: answer }] };
  if (bare(answer.slice(end)) !== '') throw new NotReadable('After the call comes other text; the call must end the answer.');
  return { thought: [before, prose].filter((part) => part !== '').join('\n'), acts: calls };
}

function readOr(scanner: Scanner): Value | null {
  try {
    return scanner.value();
  } catch {
    return null;
  }
}

/** A brace that opens no readable object: in an answer that may hold a call nothing after it can be trusted. */
function looksLikeCall(answer: string, at: number): number {
  if (/["'](?:tool|arguments|name|final)["']\s*:/.test(answer)) throw new NotReadable(`The JSON at “${answer.slice(at, at + 24).replace(/\s+/g, ' ')}” can't be read whole.`);
  return at + 1;
}

/** An object with a tool's name and arguments and nothing else; null for any other object. */
function actOf(value: Value, tools: ReadonlySet<string>): Act | null {
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  if (keys.length === 1 && typeof value['final'] === 'string') return { kind: 'finish', text: value['final'] };
  const name = value['tool'] ?? value['name'] ?? value['function'];
  const given = value['arguments'] ?? value['parameters'] ?? value['args'];
  if (typeof name !== 'string' || (given === undefined && !('tool' in value))) return null;
  if (keys.length > 2) throw new NotReadable('A call has only "tool" and "arguments".');
  if (!tools.has(name)) throw new NotReadable(`There is no tool named ${name}; the tools are ${[...tools].join(', ')}.`);
  const object = typeof given === 'string' ? readValue(given) : (given ?? {});
  if (!isObject(object)) throw new NotReadable('The arguments are not one JSON object.');
  return { kind: 'tool', name, arguments: object };
}

/** Without the fences that may stand around a call. */
function bare(text: string): string {
  return text.replace(/```(?:json)?/g, '').trim();
}

function bareProse(text: string): string {
  return text.replace(/```(?:json)?\s*$/, '').trim();
}
