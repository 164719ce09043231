import { app } from 'electron';

/** A close that hangs must not keep the app alive. */
const LIMIT_MS = 5_000;

/** Runs `close` once before the app quits, however it was asked to: window, menu, signal or system. */
export function closeOrderly(close: () => Promise<void>): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const limit = new Promise<void>((resolve) => {
      setTimeout(resolve, LIMIT_MS).unref();
    });
    void Promise.race([close().catch((error: unknown) => console.error(error)), limit]).then(() => {
      state = 'closed';
      app.quit();
    });
  });
}
