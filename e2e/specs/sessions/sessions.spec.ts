import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

test('tasks are there again after a restart, go on where they were, and are renamed, forked, found, deleted and brought back', async ({ start, model }) => {
  const server = await model((request) => ({ text: `Heard ${request.messages.filter(({ role }) => role === 'user').length}.` }));
  const first = await start({ environment: server.environment });
  await ask(first, 'Remember the word heliotrope');
  await expect(runEnd(first)).toBeVisible();
  await first.quit();

  const app = await start({ home: first.home, environment: server.environment });
  const list = app.page.getByTestId('session-list');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Remember the word heliotrope' }).first().click();
  await expect(app.page.getByTestId('message-user')).toContainText('heliotrope');
  await expect(app.page.getByTestId('message-assistant')).toContainText('Heard 1.');
  await ask(app, 'And now?');
  await expect(app.page.getByTestId('message-assistant').last()).toContainText('Heard 2.');
  expect(server.requests.at(-1)?.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  await expect(runEnd(app).last()).toBeVisible();

  // By keyboard: F2 renames.
  await list.getByRole('button', { name: 'Remember the word heliotrope' }).first().focus();
  await app.page.keyboard.press('F2');
  await app.page.keyboard.type('Flowers');
  await app.page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: 'Flowers', exact: true })).toBeVisible();

  await app.page.getByTestId('message-user').first().hover();
  await app.page.getByTestId('message-fork').first().click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(app.page.getByTestId('message-user')).toHaveCount(1);
  await ask(app, 'The other way');
  await expect(app.page.getByTestId('message-assistant').last()).toContainText('Heard 2.');
  await expect(runEnd(app).last()).toBeVisible();

  await app.page.getByTestId('session-search').fill('OTHER way');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await app.page.getByTestId('session-search').fill('');
  await expect(list.getByRole('listitem')).toHaveCount(2);

  const logs = (): string[] => readdirSync(path.join(app.data, 'sessions')).filter((name) => name.endsWith('.jsonl'));
  await list.getByRole('button', { name: 'Flowers', exact: true }).focus();
  await app.page.keyboard.press('Delete');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  expect(logs()).toHaveLength(1);
  await app.page.getByTestId('session-undo').click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  expect(logs()).toHaveLength(2);
  expect(server.refusals).toEqual([]);
});

test('what left this machine is shown as it was sent, without the secret that was told', async ({ start, model }) => {
  const server = await model([{ text: 'Kept.' }]);
  const app = await start({ environment: server.environment });
  await ask(app, 'The password is correct-horse-9');
  await expect(runEnd(app)).toBeVisible();
  await expect(app.page.getByTestId('message-user')).toContainText('correct-horse-9');
  await app.page.getByTestId('session-more').first().focus();
  await app.page.keyboard.press('Enter');
  await app.page.getByTestId('session-sent').click();
  const sent = app.page.getByTestId('sent');
  await sent.locator('summary').first().click();
  await expect(sent).toContainText('The password is [[SECRET_1]]');
  await expect(sent).not.toContainText('correct-horse-9');
  expect(JSON.stringify(server.requests)).not.toContain('correct-horse-9');
  const [id = ''] = readdirSync(path.join(app.data, 'traces'));
  for (const file of ['trace.jsonl', 'trace.html', 'requests.jsonl']) {
    const place = path.join(app.data, 'traces', id, file);
    expect(existsSync(place)).toBe(true);
    expect(readFileSync(place, 'utf8')).not.toContain('correct-horse-9');
  }
});
