import type { OngoingConversation } from '../../preload/contract/sessions';
import { readConversation } from '../agent/stored-conversation';
import { NoSession } from '../store/sessions/manage';
import type { OngoingRun } from './run-manager';

/** The whole session of the run that goes on, for a page that has seen nothing of it; null where nothing of it is recorded yet. */
export function ongoingConversation(dataFolder: string, { session, since, unrecorded }: OngoingRun): OngoingConversation | null {
  try {
    const stored = readConversation(dataFolder, session, { ongoing: true });
    return { ...stored, events: [...stored.events, ...unrecorded], since };
  } catch (error) {
    if (error instanceof NoSession) return null;
    throw error;
  }
}
