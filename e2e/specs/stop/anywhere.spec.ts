import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openButtonLog } from '../../fixtures/button-log';
import { openKeyLog } from '../../fixtures/key-log';
import type { ChatRequest, Reply } from '../../fixtures/model-server';
import { ask, dialogOf, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';
import { x } from '../../fixtures/x11';

const TEXT = 'The Quick BROWN Fox Jumps Over The LAZY Dog. '.repeat(60);

/** One after the other, so that the stop comes in the middle of one whenever it comes. */
const DRAGS = 40;

/** Let go of in this order, Ctrl and Alt come up after Electron's grab has ended. */
const hotkey = (): Promise<string> => x('xdotool', 'keydown', 'ctrl', 'keydown', 'alt', 'key', 'Escape', 'keyup', 'alt', 'keyup', 'ctrl');

const computer = (args: Record<string, unknown>): Reply => ({ calls: [{ name: 'Computer', arguments: args }] });

interface Seen {
  data: { capture?: { id: string }; windows?: { title: string; box: [number, number, number, number] }[] };
}

/** The newest result of the model's calls. */
function newest(request: ChatRequest): Seen {
  return JSON.parse(String(request.messages.filter(({ role }) => role === 'tool').at(-1)?.content)) as Seen;
}

/** How the runs in a data folder ended, by their traces. */
function endsIn(data: string): string[] {
  const folder = path.join(data, 'traces');
  const files = existsSync(folder) ? readdirSync(folder).map((id) => path.join(folder, id, 'trace.jsonl')).filter((file) => existsSync(file)) : [];
  return files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/"type":"run_end","status":"(\w+)"/g)].map(([, status = '']) => status));
}

test('Stop in the middle of a drag: the button comes up', async ({ start, model }) => {
  const log = await openButtonLog();
  const script = (request: ChatRequest, turn: number): Reply => {
    if (turn === 0) return computer({ action: 'focus_window', text: log.title });
    if (turn === 1) return { calls: [{ name: 'Observe', arguments: { what: 'screenshot', window: log.title } }] };
    if (turn > 2) return { text: 'Dragged.' };
    const { capture, windows } = newest(request).data;
    const [left, top] = windows?.find(({ title }) => title === log.title)?.box ?? [0, 0];
    const drag = (index: number) => ({ name: 'Computer', arguments: { action: 'drag', x: left + 60, y: top + 60 + index * 8, to: { x: left + 460, y: top + 320 }, capture: capture?.id } });
    return { calls: Array.from({ length: DRAGS }, (_, index) => drag(index)) };
  };
  const server = await model(script);
  try {
    const app = await start({ environment: server.environment });
    await ask(app, 'drag it');
    await expect.poll(() => log.events.length, { timeout: 120_000, intervals: [5] }).toBeGreaterThan(0);
    await hotkey();
    await expect(runEnd(app)).toHaveAttribute('data-status', 'stopped', { timeout: 120_000 });
    await app.quit();
    await log.settle();
    expect(log.events.at(-1)).toBe('release');
    expect(log.events.filter((event) => event === 'press')).toHaveLength(log.events.filter((event) => event === 'release').length);
    expect(log.events.length).toBeLessThan(DRAGS * 2);
  } finally {
    await log.close();
  }
});

test('Stop by the global hotkey while the window hangs: no key stays down, nothing more is typed', async ({ start, model }) => {
  const log = await openKeyLog();
  try {
    const server = await model([computer({ action: 'focus_window', text: log.title }), computer({ action: 'type', text: TEXT }), { text: 'Typed.' }]);
    const app = await start({ environment: server.environment });
    await ask(app, 'type it');
    await expect.poll(() => log.events.length, { timeout: 120_000, intervals: [20] }).toBeGreaterThan(20);
    const hung = app.page.evaluate(() => {
      for (;;);
    });
    hung.catch(() => undefined);
    await hotkey();
    // The run is over in the main process, whatever the window shows.
    await expect.poll(() => endsIn(app.data), { timeout: 120_000 }).toEqual(['stopped']);
    // The trace tells the end before the keyboard is let go of: the window hears of it when both are done.
    const stillDown = async (): Promise<string[]> => {
      await log.settle();
      return log.stillDown();
    };
    await expect.poll(stillDown, { timeout: 60_000 }).toEqual([]);
    const typed = log.events.length;
    expect(log.events.filter(({ down }) => down).length).toBeLessThan(TEXT.length / 2);
    expect(server.requests).toHaveLength(2);
    // A window that hangs can't be closed in order.
    const ended = new Promise((resolve) => {
      app.application.process().once('exit', resolve);
    });
    app.application.process().kill('SIGKILL');
    await ended;
    await log.settle();
    expect(log.events).toHaveLength(typed);
  } finally {
    await log.close();
  }
});

test('Stop while a dialog asks: it closes, and what it asked about is not done', async ({ start, model }) => {
  const log = await openKeyLog();
  try {
    const server = await model([computer({ action: 'focus_window', text: log.title }), computer({ action: 'key', keys: 'ctrl+s' }), { text: 'Saved.' }]);
    const app = await start({ environment: server.environment });
    await ask(app, 'save it');
    const dialog = await dialogOf(app, 120_000);
    const closed = dialog.waitForEvent('close');
    await hotkey();
    await closed;
    await expect(runEnd(app)).toHaveAttribute('data-status', 'stopped', { timeout: 120_000 });
    await app.quit();
    await log.settle();
    expect(log.stillDown()).toEqual([]);
    // 39 is the keycode of "s".
    expect(log.events.filter(({ key }) => key === '39')).toEqual([]);
  } finally {
    await log.close();
  }
});
