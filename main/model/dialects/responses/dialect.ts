import type { RawCall } from '../../../tools/call';
import type { Dialect, Reply } from '../../dialect';
import type { Turn, TurnRequest } from '../../model';
import { callOf, type Act } from '../act';
import { NotReadable } from '../not-readable';
import { LOOK, needsPicture, newestScreen, type Screen } from '../screen';
import { actsOfCall } from './actions';
import { exchangeResponses } from './exchange';
import { actId, responsesName } from './input';
import { computerCallSchema, functionCallSchema, itemsIn, reasoningOf, textOf, type ComputerCall } from './items';

/** The Responses endpoint with its computer tool. */
export const responsesDialect: Dialect = {
  name: responsesName,
  native: true,
  streams: true,
  prompt: () => '',
  first: ({ messages, tools }) => (tools.some((tool) => tool.name === 'Observe') && needsPicture(messages) ? [callOf({ kind: 'look' })] : null),
  render: (messages) => [...messages],
  exchange: exchangeResponses,
  read,
};

function read(reply: Reply, request: TurnRequest): Turn {
  const items = itemsIn(reply.text);
  const reasoning = items.map(reasoningOf).filter((text) => text !== '').join('\n');
  const base = { usage: reply.usage, said: { dialect: responsesName, text: reply.text }, ...(reasoning ? { reasoning } : {}) };
  const text = items.map(textOf).join('');
  try {
    const screen = newestScreen(request.messages);
    const calls = items.flatMap((item): RawCall[] => {
      const computer = computerCallSchema.safeParse(item);
      if (computer.success) return computerCalls(computer.data, screen);
      const called = functionCallSchema.safeParse(item);
      return called.success ? [{ id: called.data.call_id, name: called.data.name, arguments: called.data.arguments || '{}' }] : [];
    });
    const moves = calls.some((call) => call.name === 'Computer');
    return { ...base, text, calls, finish: reply.finish === 'stop' && calls.length ? 'calls' : reply.finish, ...(moves ? { batch: true } : {}) };
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    return { text: '', calls: [], usage: reply.usage, finish: reply.finish, problem: { message: error.message, form: 'an action of the computer tool, with its points inside the picture.', raw: reply.text } };
  }
}

/** A computer call's acts, and the picture that answers it. The server's safety checks become the caution of the first act: the gate asks. */
function computerCalls(call: ComputerCall, screen: Screen | null): RawCall[] {
  const acts = actsOfCall(call, screen).filter((act) => act.kind !== 'look');
  const checks = (call.pending_safety_checks ?? []).map((check) => check.message || check.code || check.id).join(' ');
  return [
    ...acts.map((act: Act, index) => ({ ...callOf(act), id: actId(call.call_id, index), ...(checks && index === 0 ? { caution: checks } : {}) })),
    { id: actId(call.call_id, 'look'), name: 'Observe', arguments: LOOK },
  ];
}
