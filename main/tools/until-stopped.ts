/**
 * Waits for `work`, but no longer than the signal allows: a stop always wins, even over work
 * that ignores the signal. The abandoned work's later failure is swallowed.
 * Rejects with the signal's own reason, an AbortError.
 */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    work.catch(() => undefined);
    signal.throwIfAborted();
  }
  let onStop: () => void = () => undefined;
  const stop = new Promise<never>((_resolve, reject) => {
    onStop = () => {
      reject(signal.reason);
    };
    signal.addEventListener('abort', onStop, { once: true });
  });
  try {
    return await Promise.race([work, stop]);
  } finally {
    signal.removeEventListener('abort', onStop);
    work.catch(() => undefined);
  }
}
