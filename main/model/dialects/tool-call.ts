import { NotReadable } from './not-readable';
import { isObject, Scanner, type Value } from './scanner';
import { argumentsOf } from './gui-actions';
import { readFunction } from './xml-call';

export interface ToolCall {
  name: string;
  arguments: { [key: string]: Value };
}

const open = '<tool_call>';
const close = '</tool_call>';
const conclusion = /^<conclusion>[\s\S]*<\/conclusion>$/;

/** Where a call may begin in an answer: for telling thoughts from it. */
export const beginsToolCall = /<tool_call>|^\s*(?:```\w*\s*)?\{/m;

/**
 * <tool_call> blocks, each with one object (JSON or a Python literal) or one <function=…>; a
 * server that strips the tags leaves bare objects. The calls end the answer: text between or
 * behind them means that they are not what the model asks for, and nothing is read.
 */
export function readToolCalls(answer: string): { thought: string; calls: ToolCall[] } {
  const tag = answer.indexOf(open);
  const bare = bareStart(answer);
  // An object that begins before the tag may hold the tag as text.
  const start = tag >= 0 && (bare < 0 || tag < bare) ? tag : bare;
  if (start < 0) return { thought: answer.trim(), calls: [] };
  const scanner = new Scanner(answer, start);
  const calls: ToolCall[] = [];
  // A fence may stand around each call or around all of them.
  let fenced = false;
  while (!scanner.space().done && !conclusion.test(answer.slice(scanner.at).trim())) {
    fenced ||= start !== tag && takeFence(scanner);
    scanner.take(open);
    calls.push(readOne(scanner.space()));
    // The closing tag is where many servers stop.
    scanner.space().take(close);
    if (fenced && scanner.space().take('```')) {
      fenced = false;
      scanner.space().take(close);
    }
  }
  return { thought: answer.slice(0, start).trim(), calls };
}

function readOne(scanner: Scanner): ToolCall {
  if (scanner.text.startsWith('<function=', scanner.at)) {
    const call = readFunction(scanner);
    return { name: call.name, arguments: Object.fromEntries(call.arguments) };
  }
  if (scanner.text[scanner.at] !== '{') throw new NotReadable(`There is ${scanner.near()} where a call should be.`);
  const value = scanner.value();
  if (!isObject(value) || typeof value['name'] !== 'string') throw new NotReadable('A call needs "name" and "arguments".');
  const unknown = Object.keys(value).find((key) => key !== 'name' && key !== 'arguments');
  if (unknown !== undefined) throw new NotReadable(`A call has only "name" and "arguments", not “${unknown}”.`);
  return { name: value['name'], arguments: argumentsOf(value['arguments']) };
}

/** Without the tag a call is an object (perhaps fenced) or a function that begins a line. */
function bareStart(answer: string): number {
  return answer.search(/^[ \t]*(?:```\w*\s*)?(?:\{\s*["']|<function=)/m);
}

function takeFence(scanner: Scanner): boolean {
  if (!scanner.take('```')) return false;
  for (const word of ['json', 'python', 'xml']) if (scanner.take(word)) break;
  scanner.space();
  return true;
}
