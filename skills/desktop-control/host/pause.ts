import { HostError } from './error';

function cancelled(): HostError {
  return new HostError('CANCELLED', 'Stopped. All keys and buttons are up.', 'Observe before going on: part of the action may have happened.');
}

/** What a signal was fired for: a reason of our own, or a stop. */
function reasonOf(signal: AbortSignal): HostError {
  return signal.reason instanceof HostError ? signal.reason : cancelled();
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal);
}

/** Waits, or rejects with CANCELLED as soon as the signal fires. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** An act waits for its stop again and again, with every key: one listener for all of them. */
const stops = new WeakMap<AbortSignal, Promise<never>>();

/** Rejects with CANCELLED when the signal fires, never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  const known = stops.get(signal);
  if (known) return known;
  const stop = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(reasonOf(signal));
    else signal.addEventListener('abort', () => reject(reasonOf(signal)), { once: true });
  });
  // Who waited for it first may have gone on by then.
  stop.catch(() => undefined);
  stops.set(signal, stop);
  return stop;
}
