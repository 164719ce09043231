import { openKeyLog } from '../../fixtures/key-log';
import type { Deskwright } from '../../fixtures/launch';
import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';
import { x } from '../../fixtures/x11';

/** Long enough that no keyboard is through with it when the stop comes, and with capitals: Shift must come up too. */
const TEXT = 'The Quick BROWN Fox Jumps Over The LAZY Dog. '.repeat(60);

const ways: [string, (app: Deskwright) => Promise<unknown>][] = [
  ['the button', (app) => app.page.getByTestId('stop').click()],
  // Let go of in this order, Ctrl and Alt come up after Electron's grab has ended, where the log sees it.
  ['the global hotkey', () => x('xdotool', 'keydown', 'ctrl', 'keydown', 'alt', 'key', 'Escape', 'keyup', 'alt', 'keyup', 'ctrl')],
];

for (const [name, stop] of ways) {
  test(`Stop by ${name} in the middle of typing: no key stays down, nothing more is typed`, async ({ start, model }) => {
    const log = await openKeyLog();
    try {
      const server = await model([
        { calls: [{ name: 'Computer', arguments: { action: 'focus_window', text: log.title } }] },
        { calls: [{ name: 'Computer', arguments: { action: 'type', text: TEXT } }] },
        { text: 'Typed.' },
      ]);
      const app = await start({ environment: server.environment });
      await ask(app, 'type it');
      await expect.poll(() => log.events.length, { timeout: 120_000, intervals: [20] }).toBeGreaterThan(40);
      await stop(app);
      await expect(runEnd(app)).toHaveAttribute('data-status', 'stopped');
      const state = await app.page.evaluate(() => window.deskwright.getState());
      expect(state.run.active).toBe(false);
      await log.settle();
      expect(log.stillDown()).toEqual([]);
      const typed = log.events.length;
      expect(log.events.filter((event) => event.down).length).toBeLessThan(TEXT.length / 2);
      // With the app and its host gone nothing more can come: the log is complete.
      await app.quit();
      await log.settle();
      expect(log.events).toHaveLength(typed);
    } finally {
      await log.close();
    }
  });
}

test('quitting in the middle of typing leaves no key down and no process behind', async ({ start, model }) => {
  const log = await openKeyLog();
  try {
    const server = await model([
      { calls: [{ name: 'Computer', arguments: { action: 'focus_window', text: log.title } }] },
      { calls: [{ name: 'Computer', arguments: { action: 'type', text: TEXT } }] },
    ]);
    const app = await start({ environment: server.environment });
    await ask(app, 'type it');
    await expect.poll(() => log.events.length, { timeout: 120_000, intervals: [20] }).toBeGreaterThan(40);
    const pids = await app.application.evaluate(({ app: it }) => it.getAppMetrics().map((metric) => metric.pid));
    await app.quit();
    await log.settle();
    expect(log.stillDown()).toEqual([]);
    expect(pids.length).toBeGreaterThan(2);
    // The kernel ends them one after the other, in whatever order.
    await expect.poll(() => pids.filter((pid) => isAlive(pid)), { timeout: 60_000 }).toEqual([]);
  } finally {
    await log.close();
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
