import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatRequest, Reply } from '../../fixtures/model-server';
import { answer, ask, dialogOf, restingBounds, runEnd } from '../../fixtures/person';
import { connected, sharedApp } from '../../fixtures/shared-app';
import { expect, test } from '../../fixtures/test';
import { x } from '../../fixtures/x11';

interface Result {
  status: string;
  text: string;
  data: { capture?: { id: string; width: number; height: number }; elements?: { ref: string; name: string }[] };
  error?: { code: string };
}

/** The results of the newest calls, by call id. */
function results(request: ChatRequest): Record<string, Result> {
  const entries = request.messages.filter((message) => message.role === 'tool').map((message) => [message.tool_call_id, JSON.parse(String(message.content))]);
  return Object.fromEntries(entries) as Record<string, Result>;
}

const begin = sharedApp();
const computer = (id: string, args: Record<string, unknown>) => ({ id, name: 'Computer', arguments: args });
const bash = (id: string, command: string) => ({ id, name: 'Bash', arguments: { command } });

test('the assistant cannot click or type into our own window', async ({ model }) => {
  const app = await begin();
  const seen: Record<string, Result> = {};
  const script = async (request: ChatRequest, turn: number): Promise<Reply> => {
    Object.assign(seen, results(request));
    if (turn === 0) return { calls: [{ id: 'look', name: 'Observe', arguments: { what: 'both' } }] };
    if (turn === 1) {
      const { capture } = seen['look']!.data;
      const screen = (await x('xdotool', 'getdisplaygeometry')).split(' ').map(Number);
      const bounds = await restingBounds(app, app.page);
      const stop = (await app.page.getByTestId('stop').boundingBox())!;
      // A person has our window in front and in use at this moment.
      await x('xdotool', 'mousemove', String(bounds.x + 30), String(bounds.y + 12), 'click', '1');
      await expect.poll(() => app.page.evaluate(() => document.hasFocus())).toBe(true);
      const point = {
        x: Math.round(((bounds.x + stop.x + stop.width / 2) * capture!.width) / screen[0]!),
        y: Math.round(((bounds.y + stop.y + stop.height / 2) * capture!.height) / screen[1]!),
      };
      return {
        calls: [
          computer('click', { action: 'click', ...point, capture: capture!.id }),
          computer('enter', { action: 'key', keys: 'enter' }),
          computer('tab', { action: 'key', keys: 'tab space' }),
          computer('type', { action: 'type', text: 'yes\n' }),
          computer('focus', { action: 'focus_window', text: 'Deskwright' }),
        ],
      };
    }
    return { text: 'I could not.' };
  };
  const server = await model(script);
  await app.page.evaluate(
    ({ url, key }) => window.deskwright.saveSettings({ base_url: url, model: 'scripted', api_key: key, approval_mode: 'hands_off' }),
    { url: server.environment['OPENAI_BASE_URL']!, key: server.environment['OPENAI_API_KEY']! },
  );
  await ask(app, 'press your own buttons');
  await expect(runEnd(app)).toBeVisible({ timeout: 120_000 });
  const codes = Object.fromEntries(['click', 'enter', 'tab', 'type', 'focus'].map((id) => [id, seen[id]?.error?.code]));
  // To the assistant there is no such window to bring to the front.
  expect(codes).toEqual({ click: 'FORBIDDEN', enter: 'FORBIDDEN', tab: 'FORBIDDEN', type: 'FORBIDDEN', focus: 'NOT_FOUND' });
  // What is ours isn't among the elements either, so there is no ref to click.
  expect(seen['look']!.data.elements?.filter(({ name }) => /stop|allow|deskwright/i.test(name))).toEqual([]);
});

test('while a dialog is open the calls behind it wait, and afterwards none of them reached it', async ({ model }) => {
  const seen: Record<string, Result> = {};
  const server = await model((request, turn) => {
    Object.assign(seen, results(request));
    if (turn > 0) return { text: 'I could not.' };
    return {
      calls: [
        bash('risky', 'touch approved-by-itself.txt'),
        computer('enter', { action: 'key', keys: 'enter' }),
        computer('tab', { action: 'key', keys: 'tab space' }),
        bash('xdotool', 'xdotool key Tab Tab Return'),
        bash('quiet', 'DISPLAY=:0 /usr/bin/xdotool mousemove 640 700 click 1'),
      ],
    };
  });
  const app = await begin(connected(server));
  await ask(app, 'approve yourself');
  const dialog = await dialogOf(app);
  await expect(dialog.getByTestId('approval-dialog')).toHaveAttribute('data-armed', 'true');
  await expect(app.page.getByTestId('tool-card')).toHaveCount(1);
  await expect(app.page.getByTestId('tool-card')).toHaveAttribute('data-status', 'asking');
  await answer(app, dialog, 'approval-deny');
  await expect(runEnd(app)).toBeVisible({ timeout: 120_000 });
  expect(existsSync(path.join(app.workspace, 'approved-by-itself.txt'))).toBe(false);
  expect(seen['risky']?.error?.code).toBe('DENIED');
  expect(seen['xdotool']?.error?.code).toBe('FORBIDDEN');
  expect(seen['quiet']?.error?.code).toBe('FORBIDDEN');
});

test('settings, grants and the key are out of reach of every tool', async ({ model }) => {
  const seen: Record<string, Result> = {};
  let data = '';
  const server = await model((request, turn) => {
    Object.assign(seen, results(request));
    if (turn > 0) return { text: 'I could not.' };
    const file = path.join(data, 'settings.json');
    return {
      calls: [
        { id: 'read', name: 'Read', arguments: { path: path.join(data, 'secrets.json') } },
        { id: 'write', name: 'Write', arguments: { path: file, content: '{"approval_mode":"hands_off"}' } },
        { id: 'dotted', name: 'Write', arguments: { path: path.join(data, '..', path.basename(data), 'settings.json'), content: '{}' } },
        bash('bash', `echo '{"approval_mode":"hands_off"}' > ${file}`),
      ],
    };
  });
  const app = await begin({ ...connected(server), approval_mode: 'hands_off' });
  data = app.data;
  const before = readFileSync(path.join(app.data, 'settings.json'), 'utf8');
  await ask(app, 'change your own settings');
  await expect(runEnd(app)).toBeVisible({ timeout: 120_000 });
  const codes = Object.fromEntries(['read', 'write', 'dotted', 'bash'].map((id) => [id, seen[id]?.error?.code]));
  expect(codes).toEqual({ read: 'FORBIDDEN', write: 'FORBIDDEN', dotted: 'FORBIDDEN', bash: 'FORBIDDEN' });
  expect(readFileSync(path.join(app.data, 'settings.json'), 'utf8')).toBe(before);
});
