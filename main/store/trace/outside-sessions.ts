import { outsideSessions } from '../../../preload/contract/outside-sessions';
import { traceFolder } from '../sessions/manage';
import { openTrace } from '../trace';
import type { SentRequest } from './requests';

/** Records a request that belongs to no session, its secrets already placeholders, where a session's would be. @throws when it can't be written */
export function recordOutside(dataFolder: string, request: SentRequest): void {
  const trace = openTrace(traceFolder(dataFolder, outsideSessions), (value) => value);
  try {
    trace.sent(request);
  } finally {
    trace.close();
  }
}
