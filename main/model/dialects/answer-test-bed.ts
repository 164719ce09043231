import type { Dialect } from '../dialect';
import type { Message, ToolSpec, Turn } from '../model';

/** For tests: the tools of a run with a desktop, as far as dialects look at them. */
export const testTools: ToolSpec[] = ['LS', 'Read', 'Write', 'Bash', 'AskUser', 'Observe', 'Computer'].map((name) => ({
  name,
  description: `${name} does its work.`,
  parameters: { type: 'object', properties: { path: { type: 'string', description: 'where' } } },
}));

/** A conversation whose newest picture has this size; `focus` is what the last action reported. */
export function seen(width = 1920, height = 1080, focus?: string): Message[] {
  const acted: Message[] =
    focus === undefined
      ? []
      : [
          { role: 'assistant', text: '', calls: [{ id: 'a', name: 'Computer', arguments: '{"action":"click","x":1,"y":1}' }] },
          { role: 'tool', callId: 'a', name: 'Computer', text: JSON.stringify({ status: 'success', text: 'click', data: { effect: { changed: true, focus: { element: focus } } } }) },
        ];
  const picture = { mime: 'image/jpeg' as const, bytes: new Uint8Array([1]) };
  return [
    { role: 'system', text: 'rules' },
    { role: 'user', text: 'Please do it.' },
    ...acted,
    { role: 'assistant', text: '', calls: [{ id: 'o', name: 'Observe', arguments: '{"what":"screenshot"}' }] },
    { role: 'tool', callId: 'o', name: 'Observe', text: JSON.stringify({ status: 'success', text: 'seen', data: { capture: { id: 'c1', width, height } } }), images: [picture] },
  ];
}

/** Reads `text` as the dialect's answer. */
export function readAnswer(dialect: Dialect, text: string, messages: Message[] = seen()): Turn {
  const usage = { inputTokens: 1, outputTokens: 1, estimated: true };
  return dialect.read({ text, calls: [], usage, finish: 'stop' }, { messages, tools: testTools });
}

/** The calls that act, without ids, capture and the look that follows; or why there are none. */
export function callsIn(dialect: Dialect, text: string, messages?: Message[]): unknown {
  const turn = readAnswer(dialect, text, messages);
  if (turn.problem) return { problem: turn.problem.message };
  if (turn.calls.length === 0) return { end: turn.text, ...(turn.unmet ? { unmet: true } : {}) };
  return turn.calls
    .filter((call) => call.name !== 'Observe')
    .map((call) => {
      const { capture: _capture, ...given } = JSON.parse(call.arguments) as Record<string, unknown>;
      return { ...(call.name === 'Computer' ? {} : { tool: call.name }), ...given, ...(call.caution ? { caution: call.caution } : {}) };
    });
}


