/** Wait between two tries, milliseconds. */
const pause = 250;

/**
 * Asks the main process until it answers: the window may be drawn before the rest of the app has
 * been loaded. `receive` gets the one answer; the returned function gives up.
 */
export function untilAnswered<T>(ask: () => Promise<T>, receive: (answer: T) => void): () => void {
  let given = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = (): void => {
    ask().then(
      (answer) => {
        if (!given) receive(answer);
      },
      () => {
        if (!given) timer = setTimeout(attempt, pause);
      },
    );
  };
  attempt();
  return () => {
    given = true;
    clearTimeout(timer);
  };
}
