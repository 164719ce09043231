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

test('a window that is loaded anew in the middle of a run shows the whole session so far, and goes on with it', async ({ start, model }) => {
  const server = await model(async (_request, turn) => [{ text: 'First answer.' }, { text: 'I look around.', calls: [{ name: 'LS', arguments: { path: '.' } }] }, ...question][turn] ?? { text: '' });
  const app = await start({ environment: server.environment });
  await ask(app, 'First request.');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  await ask(app, 'Second request.');
  await expect(app.page.getByTestId('question')).toBeVisible();
  const drawn = () => app.page.getByRole('log').evaluate((it) => [...it.querySelectorAll('[data-testid]')].map((one) => `${one.getAttribute('data-testid')}: ${one.getAttribute('data-testid')?.startsWith('message') ? one.textContent : ''}`));
  const before = await drawn();
  await app.page.reload();
  await expect.poll(drawn).toEqual(before);
  await app.page.getByRole('button', { name: '2026' }).click();
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  await expect(app.page.getByTestId('message-assistant').last()).toContainText('Thank you.');
  await expect(app.page.getByTestId('question')).toHaveCount(1);
});

test('what has streamed of an answer is there when the window is loaded anew, and its rest joins it', async ({ start, model }) => {
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const server = await model([{ text: 'Once upon a time there was a mouse.', between: () => gate }]);
  const app = await start({ environment: server.environment });
  await ask(app, 'Tell me a story.');
  const answer = app.page.getByTestId('message-assistant');
  await expect(answer).toContainText('Once upon');
  await app.page.reload();
  await expect(answer).toContainText('Once upon');
  goOn();
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  await expect(answer).toHaveCount(1);
  await expect(answer).toContainText('Once upon a time there was a mouse.');
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
