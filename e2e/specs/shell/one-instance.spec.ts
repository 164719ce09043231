import { spawn } from 'node:child_process';
import { electronExecutable, ROOT } from '../../fixtures/launch';
import { restingBounds } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

test('a second start on the same data folder brings the first window to the front and ends', async ({ start }) => {
  const app = await start();
  const { application, page, data } = app;
  await restingBounds(app, page);
  const window = await application.browserWindow(page);
  await window.evaluate((it) => it.minimize());
  await expect.poll(() => window.evaluate((it) => it.isMinimized())).toBe(true);
  const words = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', ROOT, '--data-dir', data];
  const second = spawn(electronExecutable(), words, { stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve) => {
    second.once('exit', resolve);
  });
  expect(code).toBe(0);
  await expect.poll(() => window.evaluate((it) => it.isMinimized())).toBe(false);
  expect(application.windows()).toHaveLength(1);
});
