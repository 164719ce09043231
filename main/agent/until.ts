/** The error every wait ends with when the person stops the run. */
export function stopped(): Error {
  const error = new Error('The run was stopped.');
  error.name = 'AbortError';
  return error;
}

/**
 * Waits for `work`, but no longer than the signal allows: a stop always wins, even over work
 * that ignores the signal. The abandoned work's later failure is swallowed.
 */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    work.catch(() => undefined);
    throw stopped();
  }
  let onStop: () => void = () => undefined;
  const stop = new Promise<never>((_resolve, reject) => {
    onStop = () => {
      reject(stopped());
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
