import { closedScreen } from '../../fixtures/closed-screen';
import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

test('a desktop that could not be reached at the start is there for the next run', async ({ start, model }) => {
  const screen = await closedScreen();
  try {
    const server = await model([{ calls: [{ id: 'look', name: 'Observe', arguments: { what: 'screenshot' } }] }, { text: 'I looked.' }]);
    const app = await start({ flags: [`--display=${process.env['DISPLAY']}`], environment: { ...server.environment, DISPLAY: screen.display, XAUTHORITY: '/no/such/cookie' } });
    await expect(app.page.getByTestId('trouble')).toBeVisible({ timeout: 120_000 });
    await screen.open();
    await ask(app, 'look at the screen');
    await expect(runEnd(app)).toHaveAttribute('data-status', 'completed', { timeout: 120_000 });
    expect(JSON.parse(server.answerTo('look') ?? '{}')).toMatchObject({ status: 'success' });
    await expect(app.page.getByTestId('trouble')).toHaveCount(0, { timeout: 120_000 });
  } finally {
    await screen.stop();
  }
});
