import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../../fixtures/test';

const KEY = 'sk-never-shown-4711';

test('what is saved is there after a restart; the key never comes back to the page', async ({ start, model }) => {
  const server = await model([{ text: 'hello' }], { apiKey: KEY });
  const first = await start();
  await first.page.getByTestId('settings-open').click();
  await first.page.getByTestId('settings-base-url').fill(server.url);
  await first.page.getByTestId('settings-api-key').fill(KEY);
  await first.page.getByTestId('settings-model').fill('scripted');
  await first.page.getByTestId('settings-save').click();
  await expect(first.page.getByTestId('status')).toContainText('scripted');
  await first.quit();

  const again = await start({ home: first.home });
  await expect(again.page.getByTestId('status')).toContainText('scripted');
  const state = await again.page.evaluate(() => window.deskwright.getState());
  expect(state.settings).toMatchObject({ base_url: server.url, model: 'scripted', key_set: true });
  expect(JSON.stringify(state)).not.toContain(KEY);
  await again.page.getByTestId('settings-open').click();
  await expect(again.page.getByTestId('settings-api-key')).toHaveValue('');
  expect(await again.page.content()).not.toContain(KEY);
  expect(readFileSync(path.join(again.data, 'settings.json'), 'utf8')).not.toContain(KEY);
});

test('a damaged settings file is said and kept, and the app works', async ({ start }) => {
  const { page, data } = await start({ settings: '{"theme": "dark", "max_steps": ' });
  await expect(page.getByTestId('composer')).toBeVisible();
  await expect(page.locator('[data-code=settings_bad]')).toContainText('settings.json.bad-');
  const kept = readdirSync(data).find((name) => name.startsWith('settings.json.bad-'));
  expect(readFileSync(path.join(data, kept!), 'utf8')).toBe('{"theme": "dark", "max_steps": ');
});

test('.env of the data folder configures the model', async ({ start, model }) => {
  const server = await model([{ text: 'The scripted model answers.' }]);
  const first = await start();
  await first.quit();
  const lines = Object.entries(server.environment).map(([name, value]) => `${name}=${value}`);
  writeFileSync(path.join(first.data, '.env'), lines.join('\n'));
  const { page } = await start({ home: first.home });
  await page.getByTestId('composer').fill('hello');
  await page.getByTestId('send').click();
  await expect(page.getByTestId('message-assistant')).toContainText('The scripted model answers.');
});
