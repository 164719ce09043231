import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ask, runEnd } from '../../fixtures/person';
import { connected, sharedApp } from '../../fixtures/shared-app';
import { expect, test } from '../../fixtures/test';

const begin = sharedApp();
const windows = Buffer.from('one\r\ntwo\r\n');
const chinese = Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0a]);
/** Seven turns and a command, on a machine that may be busy, milliseconds. */
const long = { timeout: 120_000 };
test.describe.configure({ timeout: 300_000 });

const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, arguments: args }] });

/** Edits, creates, moves and empties files, then claims a thing that it did not do. */
const script = [
  call('Read', { path: 'windows.txt' }),
  call('Edit', { path: 'windows.txt', old_string: 'two', new_string: 'zwei' }),
  call('Read', { path: 'mine.txt' }),
  call('Edit', { path: 'mine.txt', old_string: 'old', new_string: 'new' }),
  call('Write', { path: 'out/new.txt', content: 'new\n' }),
  call('Bash', { command: 'mv chinese.txt moved.txt && echo x > run.sh' }),
  { text: 'I changed the files. The mail has been sent.' },
];

test('undoes one change and all, to the byte, and leaves alone what the person changed', async ({ model }) => {
  const server = await model(script);
  const app = await begin({ ...connected(server), approval_mode: 'hands_off' });
  const at = (name: string): string => path.join(app.workspace, name);
  writeFileSync(at('windows.txt'), windows);
  writeFileSync(at('chinese.txt'), chinese);
  writeFileSync(at('mine.txt'), 'old\n');
  writeFileSync(at('run.sh'), 'echo hello\n', { mode: 0o755 });
  await ask(app, 'change the files');
  await expect(runEnd(app)).toHaveAttribute('data-status', 'completed', long);

  const items = app.page.getByTestId('change-item');
  await expect(items).toHaveCount(5);
  const item = (name: string) => items.filter({ hasText: name });
  await item('windows.txt').getByRole('button', { expanded: false }).click();
  await expect(item('windows.txt')).toContainText('+zwei');

  await expect(item('windows.txt').getByTestId('undo-one')).toBeEnabled();
  await item('windows.txt').getByTestId('undo-one').focus();
  await app.page.keyboard.press('Enter');
  await expect(item('windows.txt')).toHaveAttribute('data-state', 'undone');
  expect(readFileSync(at('windows.txt'))).toEqual(windows);
  expect(existsSync(at('out/new.txt'))).toBe(true);

  writeFileSync(at('mine.txt'), 'the person was here\n');
  await app.page.getByTestId('undo-all').click();
  await expect(item('mine.txt').getByTestId('change-left')).toHaveAttribute('data-code', 'changed_since');
  await expect(item('mine.txt')).toHaveAttribute('data-state', 'made');
  await expect(item('moved.txt')).toHaveAttribute('data-state', 'undone');
  expect(readFileSync(at('mine.txt'), 'utf8')).toBe('the person was here\n');
  expect(readFileSync(at('chinese.txt'))).toEqual(chinese);
  expect(existsSync(at('moved.txt'))).toBe(false);
  expect(existsSync(at('out'))).toBe(false);
  expect(readFileSync(at('run.sh'), 'utf8')).toBe('echo hello\n');
  expect(statSync(at('run.sh')).mode & 0o777).toBe(0o755);

  await item('windows.txt').getByTestId('redo-one').click();
  await expect(item('windows.txt')).toHaveAttribute('data-state', 'made');
  expect(readFileSync(at('windows.txt'), 'utf8')).toBe('one\r\nzwei\r\n');
});

test('nothing is undone while a run could be writing the same files', async ({ model }) => {
  const server = await model([...script.slice(0, 2), { stall: true }]);
  const app = await begin(connected(server));
  writeFileSync(path.join(app.workspace, 'windows.txt'), windows);
  await ask(app, 'change the file');
  await expect(app.page.getByTestId('change-item')).toHaveCount(1, long);
  await expect(app.page.getByTestId('undo-all')).toBeDisabled();
  const session = await app.page.evaluate(async () => (await window.deskwright.getState()).run.session ?? '');
  const refused = await app.page.evaluate((id) => window.deskwright.undoChanges({ session: id, direction: 'undo' }).then(() => '', (error: Error) => error.message), session);
  expect(refused).toContain('A run is active');
  expect(readFileSync(path.join(app.workspace, 'windows.txt'), 'utf8')).toBe('one\r\nzwei\r\n');
  await app.page.getByTestId('stop').click();
  await expect(runEnd(app)).toBeVisible();
  await app.page.getByTestId('undo-all').click();
  await expect(app.page.getByTestId('change-item')).toHaveAttribute('data-state', 'undone');
  expect(readFileSync(path.join(app.workspace, 'windows.txt'))).toEqual(windows);
});

test('a run ends with a report of what was done, checked, and only claimed', async ({ model }) => {
  const server = await model(script);
  const app = await begin({ ...connected(server), approval_mode: 'hands_off', language: 'zh' });
  writeFileSync(path.join(app.workspace, 'windows.txt'), windows);
  await ask(app, '修改文件');
  await expect(runEnd(app)).toBeVisible(long);
  const report = app.page.getByTestId('report');
  await expect(report).toContainText('完成情况');
  await expect(report).toContainText('windows.txt');
  await expect(report).toContainText('NOT_FOUND');
  await expect(report.getByTestId('report-unverified')).toContainText('The mail has been sent.');
  await expect(app.page.getByTestId('changes')).toContainText('更改');
});
