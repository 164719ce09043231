import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SeenWindow } from '../protocol';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** xdotool stands in for the person: its input comes from another program than the host. */
let bed: TestBed;
let desk: TestSkill;
let log: string;
let file: string;
let field: SeenWindow;

beforeAll(async () => {
  const [made, host] = await Promise.all([startTestBed(), buildHost('take-over')]);
  bed = made;
  desk = openTestSkill(bed, host);
  log = join(bed.folder, 'xev.log');
  file = join(bed.folder, 'typed.txt');
  bed.run('sh', '-c', `exec xev -name field -geometry 500x300+600+100 -event mouse -event button > ${log}`);
  bed.run('xterm', '-title', 'writer', '-geometry', '60x20+20+420', '-e', 'sh', '-c', `stty -echo; cat > ${file}`);
  await until(async () => existsSync(file) && (await windowTitled('field')) !== undefined && (await windowTitled('writer')) !== undefined, 20_000, 'the windows');
  field = (await windowTitled('field')) as SeenWindow;
});

afterAll(async () => {
  desk?.skill.dispose();
  await bed?.stop();
});

beforeEach(() => {
  desk.takenOver.length = 0;
});

async function windowTitled(title: string): Promise<SeenWindow | undefined> {
  return ((await desk.observe({ what: 'elements' })).data['windows'] as SeenWindow[]).find((window) => window.title === title);
}

const person = (...words: string[]): Promise<string> => bed.output('xdotool', words);
const point = (dx: number, dy: number): { x: number; y: number } => ({ x: field.box[0] + dx, y: field.box[1] + dy });
const written = (): string => readFileSync(file, 'utf8');

describe('the person takes over', () => {
  it.each([
    ['moves the mouse to another place', ['mousemove', '20', '20']],
    ['pushes the mouse', ['mousemove_relative', '--', '-60', '-40']],
  ])('in the middle of a held key when the person %s', async (_, words) => {
    await desk.computer({ action: 'focus_window', text: 'writer' });
    // The second move goes nowhere, and the server tells of none.
    for (let move = 0; move < 2; move++) await desk.computer({ action: 'move', ...point(200, 200) });
    const running = desk.computer({ action: 'hold_key', keys: 'shift', text: '15' });
    await until(async () => (await keysDown()) > 0, 10_000, 'the key');
    await person(...words);
    const outcome = await running;
    expect(outcome.error?.code).toBe('CANCELLED');
    expect(outcome.text).toContain('took over with the mouse');
    expect(desk.takenOver).toEqual(['mouse']);
    expect(await keysDown()).toBe(0);
  });

  it('in the middle of a long text, by the keyboard', async () => {
    await desk.computer({ action: 'focus_window', text: 'writer' });
    const before = written().length;
    const text = 'abcdefgh'.repeat(400);
    const running = desk.computer({ action: 'type', text: `${text}\n` });
    await until(() => desk.skill.frame().then((frame) => frame !== null), 10_000, 'a frame');
    await person('key', 'F9');
    const outcome = await running;
    expect(outcome.error?.code).toBe('CANCELLED');
    expect(desk.takenOver).toEqual(['keyboard']);
    await person('key', 'Return');
    await until(() => written().endsWith('\n') && written().length > before, 10_000, 'the line');
    expect(written().length - before).toBeLessThan(text.length);
  });

  it('in the middle of a drag: the button goes up where the person is', async () => {
    // A drag is short: try until the push falls into one.
    let outcome = await desk.computer({ action: 'move', ...point(20, 20) });
    for (let attempt = 0; attempt < 20 && outcome.error === undefined; attempt += 1) {
      const running = desk.computer({ action: 'drag', ...point(30, 40), to: point(430, 240) });
      await until(async () => buttonDown(await pointer()), 5000, 'the button').catch(() => undefined);
      await person('mousemove', '30', '30', 'mousemove', '40', '50', 'mousemove', '20', '20');
      outcome = await running;
    }
    expect(outcome.error?.code).toBe('CANCELLED');
    expect(desk.takenOver).toEqual(['mouse']);
    expect(buttonDown(await pointer())).toBe(false);
  });

  it('on a pointer that a slow window manager has frozen', async () => {
    await desk.computer({ action: 'focus_window', text: 'writer' });
    const thaw = await bed.freeze();
    const running = desk.computer({ action: 'drag', ...point(30, 40), to: point(430, 240) });
    await until(async () => buttonDown(await pointer()), 15_000, 'the button').finally(() => void person('mousemove_relative', '--', '-60', '40').then(thaw, thaw));
    expect((await running).error?.code).toBe('CANCELLED');
    expect(desk.takenOver).toEqual(['mouse']);
    await until(async () => !buttonDown(await pointer()), 15_000, 'the release');
  });

  it('and what has changed meanwhile is said once, with the next look', async () => {
    await desk.computer({ action: 'focus_window', text: 'writer' });
    const running = desk.computer({ action: 'hold_key', keys: 'shift', text: '15' });
    await until(async () => (await keysDown()) > 0, 10_000, 'the key');
    await person('mousemove', '10', '700');
    expect((await running).error?.code).toBe('CANCELLED');
    bed.run('xterm', '-title', 'opened-by-the-person', '-geometry', '30x5+40+40');
    // Named in the window manager's list: the window alone is there a moment earlier.
    await until(async () => (await bed.output('wmctrl', ['-l'])).includes('opened-by-the-person'), 15_000, 'the window');
    const sight = await desk.observe({ what: 'elements' });
    expect(sight.text).toMatch(/person used the mouse.*opened-by-the-person/);
    expect((await desk.observe({ what: 'elements' })).text).not.toContain('person used');
  });

  it('and does not, when only we give input', async () => {
    await desk.computer({ action: 'focus_window', text: 'writer' });
    await desk.computer({ action: 'drag', ...point(60, 60), to: point(300, 200) });
    await desk.computer({ action: 'double_click', ...point(100, 100) });
    await desk.computer({ action: 'scroll', ...point(100, 100), to: 'down 4' });
    await desk.computer({ action: 'focus_window', text: 'writer' });
    const before = written().length;
    const text = `${'Ab1 é合 '.repeat(30)}\n`;
    expect((await desk.computer({ action: 'type', text })).error).toBeUndefined();
    expect((await desk.computer({ action: 'key', keys: 'shift+a backspace ctrl+shift+f5' })).error).toBeUndefined();
    await until(() => written().slice(before) === text, 10_000, 'the text');
    expect(desk.takenOver).toEqual([]);
  });
});

async function keysDown(): Promise<number> {
  const { connect, ask } = await import('./platform/linux/connection');
  const connection = await connect(bed.display, 5000);
  const keys = await ask<Buffer>((callback) => connection.client.QueryKeymap(callback));
  connection.client.terminate();
  return keys?.reduce((sum, byte) => sum + byte, 0) ?? -1;
}

async function pointer(): Promise<number> {
  const { connect, ask } = await import('./platform/linux/connection');
  const connection = await connect(bed.display, 5000);
  const found = await ask<{ keyMask: number }>((callback) => connection.client.QueryPointer(connection.root, callback));
  connection.client.terminate();
  return found?.keyMask ?? 0;
}

const buttonDown = (mask: number): boolean => (mask & 0x100) !== 0;
