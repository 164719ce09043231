import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

test('the trace of the latest run opens from our own file, and nothing else can be opened that way', async ({ start }) => {
  const app = await start();
  await app.application.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openPath = async (file) => {
      opened.push(file);
      return '';
    };
  });
  const refused = await app.page.evaluate(() => window.deskwright.openTrace('nobody').then(() => 'opened', (error: Error) => error.message));
  expect(refused).toContain('no trace yet');
  await ask(app, 'calculate 2 + 2');
  await expect(runEnd(app)).toBeVisible();
  await app.page.getByTestId('trace-open').first().click();
  const opened = () => app.application.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await expect.poll(opened).toHaveLength(1);
  const [file] = await opened();
  expect(path.relative(path.join(app.data, 'traces'), file!)).toMatch(/^[^/]+\/trace\.html$/);
  expect(readFileSync(file!, 'utf8')).toContain('calculate 2 + 2');
});
