import type { App } from 'electron';

/** A close that hangs must not keep the app alive. */
const LIMIT_MS = 5_000;

interface Ending {
  /** Ends what needs a moment, such as a run; waited for, but not for ever. */
  gently(): Promise<void>;
  /** Lets go of everything, whether or not the first came to its end. */
  atOnce(): void;
}

/** Closes the app in order, once, before it quits, however it was asked to: window, menu, signal or system. */
export function closeOrderly(app: Pick<App, 'on' | 'quit'>, { gently, atOnce }: Ending, limit: number = LIMIT_MS): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  const close = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limit);
    });
    try {
      await Promise.race([gently(), late]);
    } catch (error) {
      console.error(error);
    }
    clearTimeout(timer);
    try {
      atOnce();
    } catch (error) {
      console.error(error);
    }
    state = 'closed';
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void close();
  });
}
