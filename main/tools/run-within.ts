import { ToolFault } from './fault';
import type { Outcome, Tool } from './tool';
import type { Turnstile } from './turnstile';

/** Time a tool gets after an abort to hand over what it has, milliseconds: Stop is answered within 100 ms. */
const cancelGrace = 80;
const timeoutGrace = 1500;
/** A write that ignores its abort keeps later writes waiting at most this long, milliseconds. */
const longestHold = 10_000;

/**
 * Runs a tool in its turn and within its time. The answer comes when the tool ends, or shortly
 * after its abort: with the tool's own partial result if it hands one over, else TIMEOUT or CANCELLED.
 */
export async function runWithin(
  tool: Tool,
  turnstile: Turnstile,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  // Made only when they come true: an error tells where it was made, which costs more than the rest of this.
  const cancelled = () => new ToolFault('CANCELLED', `${tool.name} was stopped.`, 'The person stopped the run; do not repeat it unless asked.');
  const leave = await turnstile.enter(tool.access, outer).catch(() => {
    throw cancelled();
  });
  const controller = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let giveUp: (fault: ToolFault) => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  late.catch(() => undefined);
  const end = (fault: ToolFault, grace: number) => {
    if (controller.signal.aborted) return;
    controller.abort(fault);
    timers.push(setTimeout(() => giveUp(fault), grace));
  };
  const timedOut = () => new ToolFault('TIMEOUT', `${tool.name} took longer than ${tool.timeoutMs} ms.`, 'Ask for less at once, or narrow the path.');
  timers.push(setTimeout(() => end(timedOut(), timeoutGrace), tool.timeoutMs));
  const stop = () => end(cancelled(), cancelGrace);
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();

  const working = outer.aborted ? Promise.reject(cancelled()) : work(controller.signal);
  let ended = false;
  const release = () => {
    ended = true;
    leave();
  };
  working.then(release, release);
  try {
    return await Promise.race([working, late]);
  } catch (error) {
    // What an aborted tool throws is the abort, whatever words it uses for it.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    outer.removeEventListener('abort', stop);
    timers.forEach(clearTimeout);
    if (!ended) setTimeout(leave, longestHold).unref();
  }
}
