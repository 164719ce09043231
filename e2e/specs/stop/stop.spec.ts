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
    const server = await model([
      { calls: [{ name: 'Computer', arguments: { action: 'focus_window', text: 'Key log' } }] },
      { calls: [{ name: 'Computer', arguments: { action: 'type', text: TEXT } }] },
      { text: 'Typed.' },
    ]);
    const log = await openKeyLog();
    try {
      const app = await start({ environment: server.environment });
      await ask(app, 'type it');
      await expect.poll(() => log.events.length, { timeout: 45_000, intervals: [20] }).toBeGreaterThan(40);
      const asked = Date.now();
      await stop(app);
      await expect(runEnd(app)).toHaveAttribute('data-status', 'stopped');
      const state = await app.page.evaluate(() => window.deskwright.getState());
      expect(state.run.active).toBe(false);
      // With the app and its host gone nothing more can come: the log is complete.
      await app.quit();
      expect(log.stillDown()).toEqual([]);
      expect(log.events.filter((event) => event.down).length).toBeLessThan(TEXT.length / 2);
      expect(Math.max(...log.events.map((event) => event.at)) - asked).toBeLessThan(1_000);
    } finally {
      log.close();
    }
  });
}

test('quitting in the middle of typing leaves no key down and no process behind', async ({ start, model }) => {
  const server = await model([
    { calls: [{ name: 'Computer', arguments: { action: 'focus_window', text: 'Key log' } }] },
    { calls: [{ name: 'Computer', arguments: { action: 'type', text: TEXT } }] },
  ]);
  const log = await openKeyLog();
  try {
    const app = await start({ environment: server.environment });
    await ask(app, 'type it');
    await expect.poll(() => log.events.length, { timeout: 45_000, intervals: [20] }).toBeGreaterThan(40);
    const pids = await app.application.evaluate(({ app: it }) => it.getAppMetrics().map((metric) => metric.pid));
    await app.quit();
    expect(log.stillDown()).toEqual([]);
    expect(pids.length).toBeGreaterThan(2);
    expect(pids.filter((pid) => isAlive(pid))).toEqual([]);
  } finally {
    log.close();
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
