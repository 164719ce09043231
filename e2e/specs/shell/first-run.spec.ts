import { answer, dialogOf, restingBounds, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

test('the first-run screen offers the demonstration, which begins as an ordinary run that asks', async ({ start }) => {
  const app = await start({ settings: { onboarded: false } });
  await expect(app.page.getByTestId('onboarding')).toBeVisible();
  await app.page.getByTestId('onboarding-demo').click();
  const dialog = await dialogOf(app, 120_000);
  await expect(dialog.getByTestId('approval-dialog')).toContainText('LibreOffice Calc');
  await answer(app, dialog, 'approval-deny');
  await expect(runEnd(app)).toBeVisible();
  await expect.poll(() => app.page.evaluate(() => window.deskwright.getState().then(({ settings }) => settings.onboarded))).toBe(true);
});

test('the window keeps out of the way while the assistant works on the desktop, and comes back', async ({ start, model }) => {
  const server = await model([{ calls: [{ name: 'Observe', arguments: { what: 'elements' } }] }, { text: 'I looked.' }]);
  const app = await start({ environment: server.environment });
  const window = await app.application.browserWindow(app.page);
  const bounds = () => window.evaluate((it) => it.getBounds());
  await restingBounds(app, app.page);
  const before = await bounds();
  await window.evaluate((it) => {
    const widths: number[] = [];
    Object.assign(globalThis, { widths });
    it.on('resize', () => widths.push(it.getBounds().width));
  });
  await app.page.getByTestId('composer').fill('look');
  await app.page.getByTestId('send').click();
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed', { timeout: 120_000 });
  await expect.poll(bounds).toEqual(before);
  const widths = await window.evaluate(() => (globalThis as unknown as { widths: number[] }).widths);
  expect(Math.min(...widths)).toBeLessThanOrEqual(400);
});
