import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { XTest } from 'x11';
import { startTestBed, until, type TestBed } from '../../../test-bed';
import { ask, connect, extension, type Connection } from './connection';
import { Input } from './input';
import { SessionNames } from './session-names';
import { Windows } from './windows';
import { Keyboard } from './xkb';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let bed: TestBed;
let connection: Connection;
let input: Input;

beforeAll(async () => {
  bed = await startTestBed({ width: 640, height: 480 });
  connection = await connect(bed.display, 60_000);
  const test = await extension<XTest>(connection, 'xtest');
  const keyboard = await Keyboard.open(connection);
  if (!test || !keyboard) throw new Error('the server lacks an extension');
  input = new Input(connection, test, null, keyboard, new SessionNames(undefined));
});

afterAll(async () => {
  connection?.client.terminate();
  await bed?.stop();
});

it('a button is pressed again only once its release has come through, which a window manager keeps back that has not seen the press', async () => {
  const log = join(bed.folder, 'xev.log');
  bed.run('sh', '-c', `exec xev -name field -geometry 200x200+100+100 -event button > ${log}`);
  const windows = new Windows(connection, new Set());
  const field = async () => (await windows.list()).find(({ title }) => title === 'field');
  await until(async () => (await field()) !== undefined, 15_000, 'the window');
  const events = (kind: string): number => readFileSync(log, 'utf8').split(`${kind} event`).length - 1;
  const { box } = (await field()) ?? { box: { x: 0, y: 0 } };
  await input.move({ x: box.x + 50, y: box.y + 50 });

  const thaw = await bed.freeze();
  try {
    await input.button('left', true);
    await input.button('left', false);
    let isDown = false;
    const second = input.button('left', true).then(() => (isDown = true));
    // Long enough for a press that does not wait to be with the server, which answers in order.
    for (let round = 0; round < 20; round += 1) await ask((callback) => connection.client.QueryPointer(connection.root, callback));
    expect(isDown).toBe(false);
    thaw();
    await second;
    await until(() => events('ButtonPress') === 2, 15_000, 'the second press');
    await input.button('left', false);
    await until(() => events('ButtonRelease') === 2, 15_000, 'the second release');
  } finally {
    thaw();
    await input.releaseAll();
  }
});

it('a wait for a release ends with a stop', async () => {
  const thaw = await bed.freeze();
  try {
    await input.button('left', true);
    await input.button('left', false);
    const stop = new AbortController();
    const second = input.button('left', true, stop.signal);
    stop.abort();
    await expect(second).rejects.toThrow();
  } finally {
    thaw();
    await input.releaseAll();
  }
});
