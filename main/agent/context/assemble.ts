import type { Message } from '../../model/model';
import type { Conversation } from '../conversation';
import { withNewestPictures } from './pictures';
import { OUR_MARK } from './rounds';
import { todoRecap } from './todo-recap';

/** The layers of a request that are not history. */
export interface Layers {
  /** L1: never changes in a session. */
  system: string;
  /** L2: project rules, standing constraints, the catalogue of skills; empty when there are none. */
  standing: string;
  /** What the summaries so far amount to, told before them; empty while there are none. */
  archive: string;
}

/**
 * A request's messages in the order that never changes: L1, L2, the archive, the requests that it
 * covers, the recent rounds, and as the last line the list of steps.
 */
export function assemble(conversation: Conversation, layers: Layers): Message[] {
  const recap = todoRecap(conversation.messages);
  return [
    layer(conversation, 'system', { role: 'system', text: layers.system }),
    ...(layers.standing ? [layer(conversation, 'standing', { role: 'system', text: layers.standing })] : []),
    ...(layers.archive ? [layer(conversation, 'archive', { role: 'user', text: OUR_MARK + layers.archive })] : []),
    ...conversation.keptRequests,
    ...withNewestPictures(conversation.recent),
    ...(recap ? [{ role: 'user', text: recap } as const] : []),
  ];
}

/** Of each conversation, its layers as they were last said. */
const said = new WeakMap<Conversation, Map<keyof Layers, Message>>();

/** A layer that says what it said before is the same message again: messages are counted, concealed and written once. */
function layer(conversation: Conversation, name: keyof Layers, message: Message): Message {
  const known = said.get(conversation) ?? new Map<keyof Layers, Message>();
  said.set(conversation, known);
  const before = known.get(name);
  if (before?.text === message.text) return before;
  known.set(name, message);
  return message;
}
