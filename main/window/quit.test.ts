import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, test, vi } from 'vitest';
import { closeOrderly } from './quit';

/** An app that is asked to quit, and does when nobody holds it back. */
function bed(gently: () => Promise<void>, limit?: number) {
  const log: string[] = [];
  const events = new EventEmitter();
  const quit = (): void => {
    let held = false;
    events.emit('before-quit', { preventDefault: () => (held = true) });
    if (!held) log.push('quit');
  };
  const app = Object.assign(events, { quit }) as unknown as Pick<App, 'on' | 'quit'>;
  closeOrderly(app, { gently: () => (log.push('gently'), gently()), atOnce: () => log.push('at once') }, limit);
  return { log, quit };
}

test('closes once, in order, however often the app is asked to quit', async () => {
  const { log, quit } = bed(() => Promise.resolve());
  quit();
  quit();
  await vi.waitFor(() => expect(log).toEqual(['gently', 'at once', 'quit']), { timeout: 30_000 });
});

test.each([
  ['hangs', () => new Promise<void>(() => {})],
  ['fails', () => Promise.reject(new Error('the host is gone'))],
])('lets go of everything when the orderly end %s', async (_how, gently) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { log, quit } = bed(gently, 20);
  quit();
  await vi.waitFor(() => expect(log).toEqual(['gently', 'at once', 'quit']), { timeout: 30_000 });
  vi.restoreAllMocks();
});
