import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { freezeWindowManager } from '../../fixtures/freeze';
import { answer, ask, click, dialogOf, runEnd } from '../../fixtures/person';
import { connected, sharedApp } from '../../fixtures/shared-app';
import { expect, test } from '../../fixtures/test';
import { x } from '../../fixtures/x11';

const begin = sharedApp();
const touch = (name: string, id: string) => ({ calls: [{ name: 'Bash', arguments: { command: `touch ${name}` }, id }] });

test('"Deny" with a message: nothing is done, and the model is told why', async ({ model }) => {
  const server = await model([touch('denied.txt', 'call_touch'), { text: 'I left it.' }]);
  const app = await begin(connected(server));
  await ask(app, 'make the file');
  const dialog = await dialogOf(app);
  await expect(dialog.getByTestId('approval-dialog')).toContainText('touch denied.txt');
  await dialog.getByTestId('approval-reason').fill('Not in this folder, please.');
  await answer(app, dialog, 'approval-deny');
  await expect(runEnd(app)).toBeVisible();
  expect(existsSync(path.join(app.workspace, 'denied.txt'))).toBe(false);
  const told = JSON.parse(server.answerTo('call_touch') ?? '{}') as { error?: { code: string; message: string } };
  expect(told.error?.code).toBe('DENIED');
  expect(told.error?.message).toContain('Not in this folder, please.');
});

test('"Allow once" runs this call and asks again for the next', async ({ model }) => {
  const server = await model([touch('one.txt', 'call_one'), touch('two.txt', 'call_two'), { text: 'Done.' }]);
  const app = await begin(connected(server));
  await ask(app, 'make the files');
  await answer(app, await dialogOf(app), 'approval-allow-once');
  const second = await dialogOf(app);
  expect(existsSync(path.join(app.workspace, 'one.txt'))).toBe(true);
  expect(existsSync(path.join(app.workspace, 'two.txt'))).toBe(false);
  await answer(app, second, 'approval-deny');
  await expect(runEnd(app)).toBeVisible();
  expect(existsSync(path.join(app.workspace, 'two.txt'))).toBe(false);
});

test('closing the dialog is a no', async ({ model }) => {
  const server = await model([touch('closed.txt', 'call_touch'), { text: 'Fine.' }]);
  const app = await begin(connected(server));
  await ask(app, 'make the file');
  const dialog = await dialogOf(app);
  await expect(dialog.getByTestId('approval-dialog')).toBeVisible();
  const window = await app.application.browserWindow(dialog);
  await window.evaluate((it) => it.close());
  await expect(runEnd(app)).toBeVisible();
  expect(existsSync(path.join(app.workspace, 'closed.txt'))).toBe(false);
  expect(server.answerTo('call_touch')).toContain('DENIED');
});

test('Stop takes the dialog away and runs nothing', async ({ model }) => {
  const server = await model([touch('stopped.txt', 'call_touch')]);
  const app = await begin(connected(server));
  await ask(app, 'make the file');
  const dialog = await dialogOf(app);
  await expect(dialog.getByTestId('approval-dialog')).toBeVisible();
  const closed = dialog.waitForEvent('close');
  await app.page.evaluate(() => window.deskwright.stopRun());
  await closed;
  await expect(runEnd(app)).toHaveAttribute('data-status', 'stopped');
  expect(existsSync(path.join(app.workspace, 'stopped.txt'))).toBe(false);
});

test("what a person was typing elsewhere neither answers the dialog nor lands in it", async ({ model }) => {
  const server = await model(async (_request, turn) => (turn === 0 ? touch('typed.txt', 'call_touch') : { text: 'ok' }));
  const app = await begin(connected(server));
  await ask(app, 'make the file');
  const dialog = await dialogOf(app);
  await expect(dialog.getByTestId('approval-dialog')).toHaveAttribute('data-armed', 'true');
  await x('xdotool', 'key', 'Return', 'space', 'Tab', 'Return', 'Tab', 'space');
  await x('xdotool', 'type', 'yes');
  await expect(dialog.getByTestId('approval-dialog')).toBeVisible();
  expect(existsSync(path.join(app.workspace, 'typed.txt'))).toBe(false);
  await answer(app, dialog, 'approval-deny');
  await expect(runEnd(app)).toBeVisible();
});

test('with the dialog in focus Enter and Space approve nothing; by keyboard the two digits do', async ({ model }) => {
  const server = await model([touch('by-keyboard.txt', 'call_touch'), { text: 'ok' }]);
  const app = await begin(connected(server));
  await ask(app, 'make the file');
  const dialog = await dialogOf(app);
  await expect(dialog.getByTestId('approval-dialog')).toHaveAttribute('data-armed', 'true');
  await click(app, dialog, dialog.getByRole('heading', { level: 1 }));
  await expect.poll(() => dialog.evaluate(() => document.hasFocus())).toBe(true);
  await x('xdotool', 'key', 'Return', 'space', 'Return');
  await expect(dialog.getByTestId('approval-dialog')).toHaveAttribute('data-armed-keys', 'true');
  for (let tabs = 0; tabs < 12 && (await focused(dialog)) !== 'approval-allow-once'; tabs += 1) {
    const before = await focused(dialog);
    await x('xdotool', 'key', 'Tab');
    await expect.poll(() => focused(dialog)).not.toBe(before);
  }
  await x('xdotool', 'key', 'Return');
  await expect(dialog.getByTestId('approval-code-field')).toBeFocused();
  expect(existsSync(path.join(app.workspace, 'by-keyboard.txt'))).toBe(false);
  const closed = dialog.waitForEvent('close');
  await x('xdotool', 'type', await dialog.getByTestId('approval-code').innerText());
  await closed;
  await expect(runEnd(app)).toBeVisible();
  expect(existsSync(path.join(app.workspace, 'by-keyboard.txt'))).toBe(true);
});

/** What has the keyboard in a page: its test id, or else where it stands. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? `${document.activeElement?.tagName} ${[...document.querySelectorAll('*')].indexOf(document.activeElement ?? document.body)}`);
}

test('the dialog lies above every window and does not take the focus', async ({ model }) => {
  const server = await model([touch('above.txt', 'call_touch'), { text: 'ok' }]);
  const app = await begin(connected(server));
  await ask(app, 'make the file');
  const dialog = await dialogOf(app);
  await expect(dialog.getByTestId('approval-dialog')).toBeVisible();
  const window = await app.application.browserWindow(dialog);
  const state = () => window.evaluate((it) => ({ top: it.isAlwaysOnTop(), shown: it.isVisible(), focused: it.isFocused(), focusable: it.isFocusable() }));
  await expect.poll(state).toEqual({ top: true, shown: true, focused: false, focusable: true });
  const id = await window.evaluate((it) => it.getNativeWindowHandle().readUInt32LE(0));
  await expect.poll(() => x('xprop', '-id', String(id), '_NET_WM_STATE')).toContain('_NET_WM_STATE_ABOVE');
  await answer(app, dialog, 'approval-deny');
});

test('a dialog that a hung window manager puts on the screen late takes no answer until it has been seen', async ({ model }) => {
  const server = await model([touch('late.txt', 'call_touch'), { text: 'ok' }]);
  const app = await begin(connected(server));
  const thaw = freezeWindowManager();
  try {
    await ask(app, 'make the file');
    const dialog = await dialogOf(app);
    await expect(dialog.getByTestId('approval-dialog')).toHaveAttribute('data-hidden', 'true');
    await expect(dialog.getByTestId('approval-dialog')).toHaveAttribute('data-armed', 'false');
    await dialog.getByTestId('approval-dialog').evaluate((it) => {
      const seen = { shown: Infinity, armed: [] as number[] };
      Object.assign(window, { seen });
      const look = (): void => {
        if (it.dataset['hidden'] === 'false') seen.shown = Math.min(seen.shown, performance.now());
        if (it.dataset['armed'] === 'true') seen.armed.push(performance.now());
      };
      look();
      new MutationObserver(look).observe(it, { attributeFilter: ['data-hidden', 'data-armed'] });
    });
    thaw();
    await expect(dialog.getByTestId('approval-dialog')).toHaveAttribute('data-armed', 'true');
    const seen = await dialog.evaluate(() => (window as unknown as { seen: { shown: number; armed: number[] } }).seen);
    expect(seen.armed[0]! - seen.shown).toBeGreaterThanOrEqual(700);
    expect(existsSync(path.join(app.workspace, 'late.txt'))).toBe(false);
    await answer(app, dialog, 'approval-allow-once');
    await expect(runEnd(app)).toBeVisible();
    expect(existsSync(path.join(app.workspace, 'late.txt'))).toBe(true);
  } finally {
    thaw();
  }
});
