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
    { role: 'system', text: layers.system },
    ...system(layers.standing),
    ...user(layers.archive && OUR_MARK + layers.archive),
    ...conversation.keptRequests,
    ...withNewestPictures(conversation.recent),
    ...user(recap),
  ];
}

function system(text: string): Message[] {
  return text ? [{ role: 'system', text }] : [];
}

function user(text: string): Message[] {
  return text ? [{ role: 'user', text }] : [];
}
