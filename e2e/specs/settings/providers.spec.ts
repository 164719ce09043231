import { expect, test } from '../../fixtures/test';

test('a provider fills the address, the server’s list the name and window, and the test says each part', async ({ start, model }) => {
  const apiKey = 'sk-e2e-provider';
  const server = await model((request) => (request.tools ? { calls: [{ name: 'ready', arguments: {} }] } : { text: 'red' }), {
    apiKey,
    models: ['scripted', 'another'],
    deviations: ['13 no stream_options'],
  });
  const { page } = await start();
  await page.getByTestId('settings-open').click();
  await page.getByTestId('settings-provider').selectOption({ label: 'DeepSeek' });
  await expect(page.getByTestId('settings-base-url')).toHaveValue('https://api.deepseek.com/v1');
  await page.getByTestId('settings-provider').selectOption({ label: 'Ollama' });
  await expect(page.getByTestId('settings')).toContainText('OLLAMA_CONTEXT_LENGTH');

  await page.getByTestId('settings-base-url').fill(server.url);
  await page.getByTestId('settings-api-key').fill(apiKey);
  await expect(page.getByTestId('settings-provider')).toHaveValue('');
  await page.getByTestId('settings-list-models').click();
  await expect(page.getByTestId('settings')).toContainText('lists 2 models');
  await page.getByTestId('settings-model').fill('scripted');
  await page.getByTestId('settings-test').click();
  const result = page.getByTestId('settings-test-result');
  await expect(result).toHaveAttribute('data-ok', 'true', { timeout: 120_000 });
  await expect(result.locator('li')).toHaveCount(5);

  await page.getByTestId('settings-max-tokens').fill('two');
  await expect(page.getByTestId('settings-save')).toBeDisabled();
  await page.getByTestId('settings-max-tokens').fill('50,000');
  await page.getByTestId('settings-save').click();
  await expect(page.getByTestId('status')).toContainText('scripted');
  expect(await page.evaluate(() => window.deskwright.getState())).toMatchObject({ settings: { max_tokens: 50_000, max_cost: null } });

  // What the test learned on the way is shown, in the server's own words, and can be forgotten.
  await page.getByTestId('settings-open').click();
  const learned = page.getByTestId('settings-learned');
  await learned.locator('summary').click();
  await expect(learned).toContainText('Unrecognized request argument supplied: stream_options');
  await learned.getByRole('button', { name: 'Forget' }).click();
  await expect(learned).toHaveCount(0);
});
