import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ask, runEnd } from '../../fixtures/person';
import { connected, sharedApp } from '../../fixtures/shared-app';
import { expect, test } from '../../fixtures/test';
import type { ChatRequest, Reply } from '../../fixtures/model-server';

const begin = sharedApp();

/** Each request of the person's reads the ledger and writes it. */
const script = ({ messages }: ChatRequest): Reply => {
  const since = messages.slice(messages.map(({ role, content }) => role === 'user' && !String(content).startsWith('[')).lastIndexOf(true) + 1).filter(({ role }) => role === 'assistant').length;
  if (since === 0) return { calls: [{ name: 'Read', arguments: { path: 'ledger.txt' } }] };
  if (since === 1) return { calls: [{ name: 'Write', arguments: { path: 'ledger.txt', content: 'changed' } }] };
  return { text: 'That is all.' };
};

test('what the person forbids is listed, holds in the app, and is theirs to edit by keyboard', async ({ model }) => {
  const server = await model(script);
  const app = await begin(connected(server));
  const ledger = path.join(app.workspace, 'ledger.txt');
  writeFileSync(ledger, 'as it was');
  const { page } = app;
  const rules = page.getByTestId('constraints');

  await ask(app, 'Tidy the folder. Don’t touch ledger.txt!');
  await expect(runEnd(app)).toBeVisible();
  await expect(rules.getByRole('listitem')).toContainText(['Don’t touch ledger.txt!']);
  await expect(rules.getByRole('img', { name: /Enforced/ })).toBeVisible();
  await expect(page.getByTestId('tool-card').last()).toContainText('FORBIDDEN');
  await expect(page.locator('main')).toContainText('You said: “Don’t touch ledger.txt!”');
  expect(readFileSync(ledger, 'utf8')).toBe('as it was');

  // Edited in place, with the keyboard alone.
  await rules.getByRole('button', { name: 'Edit the rule: Don’t touch ledger.txt!' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Never touch ledger.txt or plan.txt.');
  await page.keyboard.press('Enter');
  await expect(rules.getByRole('listitem')).toContainText(['Never touch ledger.txt or plan.txt.']);
  await expect(rules.getByRole('button', { name: 'Edit the rule: Never touch ledger.txt or plan.txt.' })).toBeFocused();

  // One more, then the next request carries both.
  await rules.getByRole('textbox', { name: 'A new rule for this session' }).fill('不要联网。');
  await page.keyboard.press('Enter');
  await expect(rules.getByRole('listitem')).toHaveCount(2);
  await ask(app, 'Try once more.');
  await expect(page.getByTestId('run-end').nth(1)).toBeVisible();
  expect(readFileSync(ledger, 'utf8')).toBe('as it was');
  const sent = server.requests.at(-1)?.messages.map(({ content }) => String(content)).join('\n');
  expect(sent).toContain('Never touch ledger.txt or plan.txt.');
  expect(sent).toContain('不要联网。');

  // Removed by the person, it no longer holds.
  await rules.getByRole('button', { name: /^Remove the rule: Never touch/ }).focus();
  await page.keyboard.press('Enter');
  await expect(rules.getByRole('listitem')).toContainText(['不要联网。']);
  await ask(app, 'And now?');
  await expect(page.getByTestId('run-end').nth(2)).toBeVisible();
  expect(readFileSync(ledger, 'utf8')).toBe('changed');
  expect(server.refusals).toEqual([]);
});

test('the assistant asks the person when it is stuck, with the reason, and stops when they say so', async ({ model }) => {
  const server = await model([{ calls: [{ name: 'Read', arguments: { path: 'nowhere.txt' } }] }]);
  const app = await begin(connected(server));
  await ask(app, 'Read it.');
  const stop = app.page.getByRole('button', { name: 'Stop here' });
  await expect(stop).toBeVisible({ timeout: 120_000 });
  await expect(app.page.locator('main')).toContainText('nowhere.txt');
  await stop.click();
  await expect(runEnd(app)).toHaveAttribute('data-status', 'stopped');
  await expect(runEnd(app)).toContainText('as you asked');
  expect(server.requests.length).toBeLessThan(10);
});
