/** @typedef {{ gently: () => Promise<void>, atOnce: () => void }} Cleanup `atOnce` must be synchronous */

/** @type {Set<Cleanup>} */
const open = new Set();
let listening = false;

/**
 * Registers what has to be cleaned up however this process ends: normally, by a signal or by a crash.
 * @param {Cleanup} cleanup
 * @returns {() => Promise<void>} does it now; a second call waits for the first
 */
export function onEnd(cleanup) {
  open.add(cleanup);
  if (!listening) listen();
  /** @type {Promise<void> | null} */
  let ended = null;
  return () =>
    (ended ??= cleanup.gently().finally(() => {
      open.delete(cleanup);
    }));
}

function listen() {
  listening = true;
  process.on('exit', () => {
    for (const cleanup of open) cleanup.atOnce();
  });
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  for (const [signal, code] of Object.entries(codes)) {
    process.on(signal, async () => {
      await Promise.allSettled([...open].map((cleanup) => cleanup.gently()));
      process.exit(code);
    });
  }
}
