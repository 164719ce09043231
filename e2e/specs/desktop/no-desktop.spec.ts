import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

test('without a desktop to control the app opens, says why, and everything else works', async ({ start }) => {
  // Chromium alone is told of the display: the window opens, and nothing else finds a desktop.
  const app = await start({ flags: [`--display=${process.env['DISPLAY']}`], without: ['DISPLAY'] });
  const { page } = app;
  await expect(page.getByTestId('trouble')).toContainText(/display/i, { timeout: 120_000 });
  const state = await page.evaluate(() => window.deskwright.getState());
  expect(state.desktop.available).toBe(false);
  expect(state.desktop.reason.length).toBeGreaterThan(20);
  await ask(app, 'calculate 6 * 7');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  await expect(page.getByTestId('message-assistant').last()).toContainText('42');
});
