import { expect, test } from '../../fixtures/test';

test('when another program owns the first Stop hotkey, the next one is taken and said', async ({ start }) => {
  const first = await start();
  const second = await start();
  const [one, two] = await Promise.all([first, second].map(({ page }) => page.evaluate(() => window.deskwright.getState().then((state) => state.stop_hotkey))));
  expect(one).toBe('CommandOrControl+Alt+Escape');
  expect(two).toBe('CommandOrControl+Alt+Shift+S');
});
