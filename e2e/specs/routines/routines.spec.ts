import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

/** A turn on a machine that may be busy, milliseconds. */
const long = { timeout: 120_000 };
test.describe.configure({ timeout: 240_000 });

test('a finished run is saved from the window, done again with other values and no model, and handed over when something is in the way', async ({ start, model }) => {
  const server = await model([
    { text: 'I write the note.', calls: [{ name: 'Write', arguments: { path: 'ada.md', content: '# Note for Ada\n\nDear Ada Lovelace\n' } }] },
    { text: 'The note is written.' },
    { text: 'There is a file of that name, so I left it alone.' },
  ]);
  const app = await start({ environment: server.environment, settings: { approval_mode: 'hands_off' } });
  const { page } = app;
  await ask(app, 'Write a note for Ada');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed', long);
  expect(server.requests).toHaveLength(2);

  await page.getByTestId('routine-make').click();
  await expect(page.getByTestId('routine-name')).toHaveValue('Write a note for Ada');
  await page.getByTestId('routine-name').fill('Note');
  const texts = page.getByTestId('routine-blank');
  await expect(texts).toHaveCount(2);
  await page.getByText('More texts of this run').click();
  await texts.nth(1).getByRole('checkbox').check();
  await texts.nth(1).getByTestId('routine-blank-name').fill('Words');
  await page.getByTestId('routine-keep').click();

  const item = page.getByTestId('routine-item');
  await expect(item).toHaveCount(1);
  await page.getByTestId('routine-run').click();
  await page.getByTestId('routine-value-file').fill('alan.md');
  await page.getByLabel('Words').fill('# Note for Alan\n');
  await page.getByTestId('routine-start').click();
  await expect(page.getByTestId('message-user').last()).toContainText('Routine Note', long);
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed', long);
  expect(readFileSync(path.join(app.workspace, 'alan.md'), 'utf8')).toBe('# Note for Alan\n');
  expect(readFileSync(path.join(app.workspace, 'ada.md'), 'utf8')).toContain('Lovelace');
  expect(server.requests).toHaveLength(2);

  // The file is there by now: nothing is replaced, and the model is told what was met and what is left.
  writeFileSync(path.join(app.workspace, 'alan.md'), 'the person was here\n');
  await page.getByTestId('routines-open').click();
  await page.getByTestId('routine-run').click();
  await page.getByTestId('routine-value-file').fill('alan.md');
  await page.getByTestId('routine-start').click();
  await expect(page.getByTestId('message-assistant').last()).toContainText('I left it alone', long);
  await expect(runEnd(app)).toBeVisible(long);
  expect(readFileSync(path.join(app.workspace, 'alan.md'), 'utf8')).toBe('the person was here\n');
  expect(server.requests).toHaveLength(3);
  expect(JSON.stringify(server.requests[2]?.messages)).toContain('replayed the routine');
  expect(server.refusals).toEqual([]);
});

test('routines are renamed, deleted and brought back, by keyboard too; one that can’t be read says so', async ({ start }) => {
  const app = await start();
  const folder = path.join(app.data, 'routines');
  mkdirSync(folder, { recursive: true });
  const routine = { format: 'deskwright-routine', version: 1, name: 'Letter', created: '2026-01-01T00:00:00.000Z', from: 's', blanks: {}, steps: [{ kind: 'call', why: '', tool: 'Write', arguments: { path: 'a.md', content: 'x' } }] };
  writeFileSync(path.join(folder, 'Letter.json'), JSON.stringify(routine));
  writeFileSync(path.join(folder, 'broken.json'), '{');
  const { page } = app;
  await page.getByTestId('routines-open').focus();
  await page.keyboard.press('Enter');
  const items = page.getByTestId('routine-item');
  await expect(items).toHaveCount(2);
  await expect(items.filter({ hasText: 'broken' })).toContainText('can’t be read');

  await items.filter({ hasText: 'Letter' }).getByTestId('routine-rename').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('routine-new-name').fill('Brief 信');
  await page.keyboard.press('Enter');
  await expect(items.filter({ hasText: 'Brief 信' })).toHaveCount(1);
  expect(existsSync(path.join(folder, 'Letter.json'))).toBe(false);

  await items.filter({ hasText: 'Brief 信' }).getByTestId('routine-delete').click();
  await expect(items).toHaveCount(1);
  expect(readdirSync(folder)).toEqual(['broken.json']);
  await page.getByTestId('routine-undo').click();
  await expect(items).toHaveCount(2);
  expect(JSON.parse(readFileSync(path.join(folder, 'Brief 信.json'), 'utf8'))).toMatchObject({ name: 'Brief 信' });
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('routines')).toHaveCount(0);
  await expect(page.getByTestId('routines-open')).toBeFocused();
});
