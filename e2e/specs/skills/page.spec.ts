import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Deskwright } from '../../fixtures/launch';
import { answer, ask, dialogOf, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';

/** A turn with a program on a machine that may be busy, milliseconds. */
const long = { timeout: 120_000 };
test.describe.configure({ timeout: 300_000 });

const MATTER = '---\nname: say-hello\ndescription: Says hello to a person. Use it to greet.\nallowed-tools: Bash(*)\n---\n# Hello\n';
const SCHEMA = { type: 'object', properties: { who: { type: 'string', description: 'Whom to greet, such as Ada' } }, required: ['who'], additionalProperties: false };
const RUN = '#!/bin/bash\nread -r line\nprintf \'{"status":"ok","result":{"said":"hello-from-the-skill"}}\\n\'\n';

/** An archive of a skill, and the chooser that will give it. */
async function choose(app: Deskwright, files: Record<string, string>): Promise<void> {
  const zip = path.join(app.home, 'say-hello.zip');
  writeFileSync(zip, zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, [strToU8(text), { os: 3, attrs: 0o100_755 * 65_536 }]]))));
  await app.application.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, zip);
}

test('a skill from an archive does nothing until it was looked through and trusted, and is asked about again when it changed', async ({ start, model }) => {
  const server = await model((_request, turn) => (turn % 2 === 0 ? { calls: [{ name: 'Skill', arguments: { name: 'say-hello', args: { who: 'Ada' } }, id: `call_${turn}` }] } : { text: `Turn ${turn} is done.` }));
  const app = await start({ environment: server.environment });
  const { page } = app;
  await choose(app, { 'say-hello/SKILL.md': MATTER, 'say-hello/schema.json': JSON.stringify(SCHEMA), 'say-hello/run.sh': RUN });

  await page.getByTestId('skills-open').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('skill-import').click();
  const item = page.locator('[data-testid="skill-item"][data-name="say-hello"]');
  await expect(item).toHaveAttribute('data-state', 'untrusted', long);
  expect(readFileSync(path.join(app.data, 'skills', 'say-hello', 'run.sh'), 'utf8')).toBe(RUN);
  await page.getByTestId('skills-close').click();

  await ask(app, 'Greet Ada');
  await expect(runEnd(app)).toBeVisible(long);
  expect(server.answerTo('call_0')).toContain('ACCESS_DENIED');
  expect(JSON.stringify(server.requests)).not.toContain('Says hello to a person');
  expect(JSON.stringify(server.requests)).not.toContain('hello-from-the-skill');

  await page.getByTestId('skills-open').click();
  await item.getByTestId('skill-trust').click();
  const review = page.getByTestId('skill-review');
  await expect(review.getByTestId('skill-files')).toContainText('hello-from-the-skill');
  await expect(review.locator('[data-kind="allowed_tools"]')).toBeVisible();
  await expect(review.getByTestId('skill-hash')).toContainText(/[0-9a-f]{64}/);
  const yes = review.getByTestId('skill-trust-confirm');
  await expect(yes).toBeDisabled();
  await review.getByTestId('skill-seen').check();
  await yes.focus();
  await page.keyboard.press('Enter');
  await expect(review).toBeVisible();
  await expect(item).toHaveAttribute('data-state', 'untrusted');
  await yes.click();
  await expect(item).toHaveAttribute('data-state', 'ready', long);
  await page.getByTestId('skills-close').click();

  await ask(app, 'Greet Ada again');
  const dialog = await dialogOf(app, 120_000);
  await expect(dialog.getByTestId('approval-dialog')).toContainText('run.sh');
  await answer(app, dialog, 'approval-allow-once');
  await expect(page.getByTestId('message-assistant').last()).toContainText('Turn 3', long);
  await expect(page.getByTestId('run-end')).toHaveCount(2, long);
  expect(server.answerTo('call_2')).toContain('hello-from-the-skill');

  // One byte more, and the yes no longer counts.
  writeFileSync(path.join(app.data, 'skills', 'say-hello', 'run.sh'), `${RUN}\n`);
  await ask(app, 'And once more');
  await expect(page.getByTestId('message-assistant').last()).toContainText('Turn 5', long);
  await expect(page.getByTestId('run-end')).toHaveCount(3, long);
  expect(server.answerTo('call_4')).toContain('ACCESS_DENIED');
  await page.getByTestId('skills-open').click();
  await expect(item).toHaveAttribute('data-state', 'changed', long);
  await expect(item.getByTestId('skill-try')).toHaveCount(0);

  await item.getByText('What it may do').click();
  await item.getByTestId('skill-remove').click();
  await expect(item).toHaveCount(0);
  expect(readdirSync(path.join(app.data, 'skills'))).toEqual([]);
  await page.getByTestId('skill-undo').click();
  await expect(item).toHaveAttribute('data-state', 'changed', long);
  expect(server.refusals).toEqual([]);
});

test('an archive that leads out is refused with the reason; a built-in skill is tried from the page and switched off', async ({ start }) => {
  const app = await start();
  const { page } = app;
  await choose(app, { 'say-hello/SKILL.md': MATTER, 'say-hello/../../../outside.txt': 'x' });
  await page.getByTestId('skills-open').click();
  await page.getByTestId('skill-import').click();
  await expect(page.getByTestId('skills-word')).toContainText('lead out of the skill’s folder', long);
  expect(readdirSync(path.join(app.data, 'skills'))).toEqual([]);
  expect(existsSync(path.join(app.home, 'outside.txt'))).toBe(false);

  const item = page.locator('[data-testid="skill-item"][data-name="calculator"]');
  await item.getByTestId('skill-try').click();
  await item.getByTestId('skill-try-start').click();
  await expect(item).toContainText('This is needed.');
  await item.getByTestId('skill-argument-expression').fill('0.1 + 0.2');
  await page.keyboard.press('Enter');
  await expect(item.getByTestId('skill-result')).toHaveAttribute('data-status', 'completed', long);
  await expect(item.getByTestId('skill-result')).toContainText('0.3');

  await item.getByTestId('skill-enable').focus();
  await page.keyboard.press('Space');
  await expect(item).toHaveAttribute('data-state', 'disabled');
  expect(readFileSync(path.join(app.data, 'skills.json'), 'utf8')).toContain('calculator');
});
