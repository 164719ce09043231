import { ask, runEnd } from '../../fixtures/person';
import { connected, sharedApp } from '../../fixtures/shared-app';
import { expect, test } from '../../fixtures/test';

const begin = sharedApp();

test('without a model the offline planner works and says what it is', async () => {
  const app = await begin();
  await expect(app.page.getByTestId('status')).toContainText(/planner/i);
  await ask(app, 'calculate 12 * (3 + 4)');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  await expect(app.page.getByTestId('message-assistant').last()).toContainText('84');
});

test('what the planner does not understand it says, and offers to connect a model', async () => {
  const app = await begin();
  await ask(app, 'compose a symphony about the sea');
  await expect(runEnd(app)).toBeVisible();
  await expect(app.page.getByTestId('message-assistant').last()).toContainText(/model/i);
});

test('a model answers as it streams', async ({ model }) => {
  const server = await model([{ text: 'Streamed **words**, one after another.' }]);
  const app = await begin(connected(server));
  await ask(app, 'hello');
  await expect(app.page.getByTestId('message-assistant').locator('strong')).toHaveText('words');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed');
  expect(server.refusals).toEqual([]);
});

test('a wrong key is named as such, and the app goes on', async ({ model }) => {
  const server = await model([{ text: 'x' }], { apiKey: 'sk-the-right-one' });
  const app = await begin({ ...connected(server), api_key: 'sk-a-wrong-one' });
  await ask(app, 'hello');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'failed');
  await expect(app.page.getByTestId('chat').or(app.page.locator('main'))).toContainText(/key/i);
  await expect(app.page.locator('body')).not.toContainText('sk-a-wrong-one');
  await expect(app.page.getByTestId('composer')).toBeEditable();
});

test('a model server that is gone is named by its address, and the app goes on', async ({ model }) => {
  const server = await model([{ text: 'x' }]);
  await server.close();
  const app = await begin(connected(server));
  await ask(app, 'hello');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'failed', { timeout: 120_000 });
  await expect(app.page.locator('body')).toContainText(new URL(server.url).host);
  await expect(app.page.getByTestId('composer')).toBeEditable();
});

test('the offline planner is offered where a server can’t be reached, and does the task when the person agrees', async ({ model }) => {
  const server = await model([{ text: 'x' }]);
  await server.close();
  const app = await begin(connected(server));
  await ask(app, 'calculate 6 * 7');
  await app.page.getByTestId('planner-offer').click({ timeout: 120_000 });
  await expect(app.page.getByTestId('message-assistant').last()).toContainText('42');
  await expect(app.page.getByTestId('planner-offer')).toHaveCount(0);
});

test('a server that goes silent is stopped by Stop', async ({ model }) => {
  const server = await model([{ stall: true }]);
  const app = await begin(connected(server));
  await ask(app, 'hello');
  await app.page.getByTestId('stop').click();
  await expect(runEnd(app)).toHaveAttribute('data-status', 'stopped');
});

test('an address that is none is said as such, with the request still there', async () => {
  const app = await begin({ base_url: 'http://', model: 'm' });
  await ask(app, 'hello there');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'failed');
  await expect(app.page.locator('main')).toContainText('not a web address');
  await expect(app.page.getByTestId('message-user')).toHaveText(/hello there/);
});
