import type { Conversation } from '../chat/conversation';
import { describeCall, type Description } from '../chat/describe-call';

/** What is going on in a run right now, as a key of the locales with its values. */
export function activity(conversation: Conversation, run: { active: boolean; paused: boolean; stopping: boolean }): Description {
  const plain = (key: string): Description => ({ key, values: {} });
  if (!run.active) return plain('run.idle');
  if (run.stopping) return plain('run.stopping');
  // A notice may come at any time and says nothing of what goes on.
  const last = conversation.items.filter(({ kind }) => kind !== 'notice').at(-1);
  if (last?.kind === 'question' && last.open) return plain('run.askingYou');
  if (last?.kind === 'tool' && !last.result) {
    return last.approval?.decision === 'asked' ? plain('run.waitingForYes') : describeCall(last.tool, last.arguments, last.target);
  }
  if (run.paused) return plain('run.paused');
  return plain(last?.kind === 'assistant' && last.streaming ? 'run.answering' : 'run.thinking');
}
