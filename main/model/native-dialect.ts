import { withoutThoughts } from './chat/thoughts';
import type { Dialect, Reply } from './dialect';
import { newCallId } from './dialects/act';
import { NotReadable } from './dialects/not-readable';
import { readToolCalls } from './dialects/tool-call';
import type { Turn, TurnRequest } from './model';
import { callNames } from './skill-call';

/** Tools by the server's own function calls. */
export const nativeDialect: Dialect = {
  name: 'native',
  native: true,
  streams: true,
  prompt: () => '',
  render: (messages) => [...messages],
  read: (reply, request) => callsInText(reply, request) ?? { ...reply, text: withoutThoughts(reply.text).trim() },
};

const TAG = /^\s*<tool_call>/m;

/**
 * The calls of an answer whose server left them in the text: in tags at its end, or as JSON that is
 * the whole answer. JSON behind prose may be an example and is not run. Null where there are none.
 */
function callsInText(reply: Reply, request: TurnRequest): Turn | null {
  if (reply.calls.length > 0 || request.tools.length === 0 || reply.finish === 'filter') return null;
  const text = withoutThoughts(reply.text).trim();
  const tagged = TAG.test(text);
  if (!tagged && !/^(?:```\w*\s*)?\{/.test(text)) return null;
  try {
    if (reply.finish === 'length') throw new NotReadable('It was cut off at the token limit.');
    const { thought, calls } = readToolCalls(text);
    const names = callNames(request);
    const stranger = calls.find((call) => !names.has(call.name));
    if (stranger) throw new NotReadable(`There is no tool named ${stranger.name}.`);
    if (calls.length === 0) return null;
    return { ...reply, text: thought, calls: calls.map((call) => ({ id: newCallId(), name: call.name, arguments: JSON.stringify(call.arguments) })), finish: 'calls' };
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    // Without the tag it is an answer that happens to begin with a brace.
    return tagged ? { ...reply, text: '', calls: [], problem: { message: `${error.message} Call tools by function calls, not in the text.`, raw: reply.text } } : null;
  }
}
