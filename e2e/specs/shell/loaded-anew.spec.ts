import type { ElectronApplication } from 'playwright';
import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

const question = [{ calls: [{ name: 'AskUser', arguments: { question: 'Which year?', options: ['2025', '2026'] } }] }, { text: 'Thank you.' }];

test('a window that is loaded anew in the middle of a run has Stop and the open question, and takes the answer', async ({ start, model }) => {
  const server = await model(question);
  const app = await start({ environment: server.environment });
  await ask(app, 'Ask me.');
  await expect(app.page.getByTestId('question')).toContainText('Which year?');
  await app.page.reload();
  await expect(app.page.getByTestId('stop')).toBeVisible();
  await expect(app.page.getByTestId('question')).toContainText('Which year?');
  await app.page.getByRole('button', { name: '2026' }).click();
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  expect(JSON.stringify(server.requests.at(-1)?.messages)).toContain('2026');
});

/** Playwright holds a page that crashed for lost, so it is asked through the main process. */
const has = (application: ElectronApplication, testId: string): Promise<boolean> =>
  application.evaluate(
    async ({ BrowserWindow }, id) => {
      const there = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`document.querySelector('[data-testid="${id}"]') !== null`);
      // A page that is being exchanged never answers.
      const late = new Promise((resolve) => {
        setTimeout(resolve, 2_000, false);
      });
      return (await Promise.race([there, late])) === true;
    },
    testId,
  );

test('a page that crashes in the middle of a run comes back with Stop and the open question', async ({ start, model }) => {
  const server = await model(question);
  const app = await start({ environment: server.environment });
  await ask(app, 'Ask me.');
  await expect(app.page.getByTestId('question')).toBeVisible();
  const crashed = app.page.waitForEvent('crash');
  await app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await crashed;
  await expect.poll(() => has(app.application, 'question')).toBe(true);
  expect(await has(app.application, 'stop')).toBe(true);
});
