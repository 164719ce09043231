import { HostError } from './error';

export function cancelled(): HostError {
  return new HostError('CANCELLED', 'Stopped. All keys and buttons are up.', 'Observe before going on: part of the action may have happened.');
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}

/** Waits, or rejects with CANCELLED as soon as the signal fires. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled());
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(cancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Rejects with CANCELLED when the signal fires, never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(cancelled());
    else signal.addEventListener('abort', () => reject(cancelled()), { once: true });
  });
}
