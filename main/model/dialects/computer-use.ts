import type { Dialect } from '../dialect';
import type { Message, ToolSpec } from '../model';
import { callOf, type Act, type Reading } from './act';
import { guiActs, writeGui, type GuiRules } from './gui-actions';
import { briefly, harmless } from './history';
import { NotReadable } from './not-readable';
import type { Screen } from './screen';
import { textDialect } from './text-dialect';
import { joinThoughts, partThought } from './thought';
import { beginsToolCall, readToolCalls, type ToolCall } from './tool-call';

/** One of the models that call `computer_use` within <tool_call>. */
export interface ComputerUse {
  name: string;
  rules: GuiRules;
  /** Schema of computer_use as this model was taught it. */
  schema: Record<string, unknown>;
  /** How it says what it thinks, e.g. "<thinking>…</thinking>". */
  preface: string;
  /** Whether an answer without a call is the final one; otherwise it must say that it is done. */
  plainAnswers: boolean;
  /** Calls as <function=…> tags instead of JSON, where the arguments allow it. */
  xml?: boolean;
}

const desktopTools = new Set(['Computer', 'Observe']);

/** A dialect of <tool_call> blocks: computer_use for the screen, and every other tool under its own name. */
export function computerUse(kind: ComputerUse): Dialect {
  return textDialect({
    name: kind.name,
    byPictures: true,
    form: `${kind.preface}<tool_call>{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [100, 200]}}</tool_call>`,
    prompt: (tools) => promptOf(kind, tools),
    parse: (text, screen, tools) => parse(kind, text, screen, tools),
    write(thought, acts, screen) {
      const calls = acts.map((act) => writeCall(kind, act, screen));
      return calls.includes(null) ? null : [...(thought ? [thought] : []), ...calls].join('\n');
    },
    results: respond,
  });
}

function promptOf({ schema, preface }: ComputerUse, tools: readonly ToolSpec[]): string {
  const offered = tools.filter((tool) => !desktopTools.has(tool.name));
  const functions = [...(tools.some((tool) => tool.name === 'Computer') ? [schema] : []), ...offered];
  return `# Tools
Only these functions can be called; what is said above of Observe and Computer is done with computer_use:
<tools>
${functions.map((each) => JSON.stringify({ type: 'function', function: each })).join('\n')}
</tools>
Say in at most two sentences what you see and do next, then make the call, and stop; the result and a new picture follow:
${preface}<tool_call>
{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [100, 200]}}
</tool_call>
When the task is done call computer_use with action terminate.`;
}

function parse(kind: ComputerUse, text: string, screen: Screen | null, tools: ReadonlySet<string>): Reading {
  const { thought: inner, answer } = partThought(text, beginsToolCall);
  const { thought: outer, calls } = readToolCalls(answer);
  const thought = joinThoughts(inner, outer);
  if (calls.length > 0) return { thought, acts: calls.flatMap((call) => actsOf(call, kind, screen, tools)) };
  if (!kind.plainAnswers || answer === '' || /<\/?tool_call|<function=|computer_use/.test(answer)) throw new NotReadable('There is no call.');
  return { thought: '', acts: [{ kind: 'finish', text: answer }] };
}

function actsOf(call: ToolCall, kind: ComputerUse, screen: Screen | null, tools: ReadonlySet<string>): Act[] {
  if (call.name === 'computer_use' || call.name === 'mobile_use' || call.name === 'computer') {
    const acts = guiActs(call.arguments, kind.rules, screen);
    if (!tools.has('Computer') && acts.some((act) => act.kind === 'input')) throw new NotReadable('There is no desktop in this run.');
    return acts;
  }
  if (tools.has(call.name) && !desktopTools.has(call.name)) return [{ kind: 'tool', name: call.name, arguments: call.arguments }];
  throw new NotReadable(`There is no function ${call.name}.`);
}

function writeCall(kind: ComputerUse, act: Act, screen: Screen | null): string | null {
  const call = act.kind === 'tool' ? { name: act.name, arguments: JSON.parse(callOf(act).arguments) as ToolCall['arguments'] } : { name: 'computer_use', arguments: writeGui(act, kind.rules, screen) };
  if (call.arguments === null) return null;
  const body = (kind.xml ? writeFunction(call.name, call.arguments) : null) ?? JSON.stringify(call);
  return `<tool_call>\n${body}\n</tool_call>`;
}

/** As tags, where no value holds a tag itself; null otherwise. */
function writeFunction(name: string, given: ToolCall['arguments']): string | null {
  const values = Object.entries(given).map(([key, value]): [string, string] => [key, typeof value === 'string' ? value : JSON.stringify(value)]);
  if (values.some(([, value]) => /<\/?(?:parameter|function|tool_call)/.test(value))) return null;
  return `<function=${name}>\n${values.map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>\n`).join('')}</function>`;
}

function respond(results: Extract<Message, { role: 'tool' }>[]): string {
  return results
    .map((result) => (desktopTools.has(result.name) ? briefly([result]) : harmless(result.text)))
    .filter((text) => text !== '')
    .map((text) => `<tool_response>\n${text}\n</tool_response>`)
    .join('\n');
}
