import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from './fault';
import type { Outcome } from './tool';

/** Waits before the tries after the first, milliseconds: each longer, two at most. */
const waits = [200, 800];

/** What passes by itself: a file that another program holds, too many open at once. */
const passing = new Set(['EBUSY', 'EMFILE', 'ENFILE', 'EAGAIN', 'ETXTBSY', 'EINTR', 'ESTALE']);
/** Steps of the system that change nothing when they fail, so that the work may begin anew. */
const harmless = new Set(['open', 'spawn', 'rename', 'stat', 'lstat', 'scandir', 'readlink', 'mkdir']);

/** Whether a failure is the system's and will pass. */
export function isPassing(error: unknown): boolean {
  return passing.has(systemCode(error));
}

/**
 * Does a tool's work, again when the system was merely busy; says in `stats.retries` how often. Rejects with the last
 * failure, or at once with the signal's reason.
 */
export async function withRetries(work: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  for (let retries = 0; ; retries++) {
    try {
      const outcome = await work();
      return retries === 0 ? outcome : { ...outcome, stats: { ...outcome.stats, retries } };
    } catch (error) {
      const wait = waits[retries];
      if (wait === undefined || !isPassing(error) || !harmless.has(stepOf(error)) || signal.aborted) throw error;
      await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** The call to the system that failed: "open"; a program that could not be started says "spawn NAME". */
function stepOf(error: unknown): string {
  return error instanceof Error && 'syscall' in error && typeof error.syscall === 'string' ? (error.syscall.split(' ')[0] ?? '') : '';
}
