import { createClient, type XClient } from 'x11';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBed, type TestBed } from '../test-bed';
import type { CaptureSource } from './capture';
import { Desktop } from './desktop';
import { click } from './mouse';
import type { Frame } from './frame';
import { openLinux } from './platform/linux/linux';
import type { Platform } from './platform/platform';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** What happens between the look at the windows and the picture, at the very moment that hurts most: windows of one colour each, so that a colour in the picture tells whose it is. */
const red = 0xff0000;
const green = 0x00ff00;
const ourPid = 4_190_000;

let bed: TestBed;
let platform: Platform;
let painter: Painter;
let desktop: Desktop;
const nothing = (): Promise<void> => Promise.resolve();
let before = nothing;
let after = nothing;
let grabs = 0;

beforeAll(async () => {
  bed = await startTestBed({ width: 400, height: 300, windowManager: false });
  process.env['DISPLAY'] = bed.display;
  platform = await openLinux([ourPid], () => undefined);
  const { screen } = platform;
  if (!screen) throw new Error('no pictures');
  const source: CaptureSource = {
    name: 'interrupted',
    async grab() {
      grabs += 1;
      await before();
      const frame = await screen.grab();
      await after();
      return frame;
    },
  };
  painter = await openPainter(bed.display);
  desktop = new Desktop(platform, source, new Set([ourPid, process.pid]));
});

afterEach(async () => {
  [before, after, grabs] = [nothing, nothing, 0];
  await painter.clear();
});

afterAll(async () => {
  painter?.close();
  await platform?.dispose();
  await bed?.stop();
});

/** Only the first time. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    done = true;
    await act();
  };
}

function shows({ data }: Frame, colour: number): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if ((data.readUInt32LE(at) & 0xffffff) === colour) count += 1;
  return count;
}

const looking = (): AbortSignal => new AbortController().signal;

describe('a picture shows nothing private that comes while it is taken', () => {
  it('a window that opens', async () => {
    before = once(() => painter.open({ title: 'KeePassXC', colour: red }));
    expect(shows(await desktop.publicFrame(looking()), red)).toBe(0);
  });

  it('a window that opens and closes again', async () => {
    before = once(() => painter.open({ title: 'KeePassXC', colour: red }));
    after = once(() => painter.clear());
    expect(shows(await desktop.publicFrame(looking()), red)).toBe(0);
    expect(grabs).toBe(2);
  });

  it('a window that moves', async () => {
    await painter.open({ title: 'KeePassXC', colour: red });
    before = once(() => painter.move(160, 90));
    const frame = await desktop.publicFrame(looking());
    expect(shows(frame, red)).toBe(0);
  });

  it('a window that moves all the time', async () => {
    await painter.open({ title: 'KeePassXC', colour: red });
    let at = 0;
    before = () => painter.move((at += 30), 20);
    after = before;
    expect(shows(await desktop.publicFrame(looking()), red)).toBe(0);
  });

  it('a window whose title makes it private', async () => {
    await painter.open({ title: 'News', colour: green });
    before = once(() => painter.become('News — Private Browsing', red));
    expect(shows(await desktop.publicFrame(looking()), red)).toBe(0);
  });

  it('for the preview too', async () => {
    before = once(() => painter.open({ title: 'KeePassXC', colour: red }));
    expect(shows(await desktop.publicFrame(), red)).toBe(0);
  });
});

describe('our own windows are in no picture', () => {
  it('when one opens while it is taken', async () => {
    before = once(() => painter.open({ title: 'Ours', colour: red, pid: ourPid }));
    expect(shows(await desktop.publicFrame(looking()), red)).toBe(0);
  });

  it('when one has closed and nothing else was drawn since', async () => {
    await painter.open({ title: 'work', colour: green });
    await painter.open({ title: 'Ours', colour: red, pid: ourPid });
    expect(shows(await desktop.publicFrame(looking()), red)).toBe(0);
    await painter.closeLast();
    const frame = await desktop.publicFrame(looking());
    expect([shows(frame, red), shows(frame, green)]).toEqual([0, 120 * 80]);
  });
});

describe('a picture is never an earlier one', () => {
  it('whatever is drawn in the same place while it is taken, again and again', async () => {
    await painter.open({ title: 'work', colour: green });
    for (let turn = 0; turn < 12; turn += 1) {
      const colour = (turn % 2 === 0 ? 0x0000f0 : 0x00f000) + turn;
      // Not waited for: it is drawn at some moment around the picture.
      const drawing = painter.become('work', colour);
      await desktop.publicFrame(looking());
      await drawing;
      expect(shows(await desktop.publicFrame(looking()), colour)).toBe(120 * 80);
    }
  });

  it('and an unchanged screen is not photographed twice', async () => {
    const first = await desktop.publicFrame(looking());
    const taken = grabs;
    expect(await desktop.publicFrame(looking())).toBe(first);
    expect(grabs).toBe(taken);
  });
});

describe('a press meets none of our windows', () => {
  const point = { x: 60, y: 40 };
  const ours = { title: 'Ours', colour: red, pid: ourPid };
  const never = new AbortController().signal;
  let pressed = 0;
  /** What happens once the window at the point is known, the first time. */
  let known = nothing;

  function surprised(): Desktop {
    pressed = 0;
    const windowAt: Platform['windowAt'] = async (at) => {
      const window = await platform.windowAt(at);
      await known();
      return window;
    };
    const click: Platform['click'] = () => Promise.resolve(void (pressed += 1));
    return new Desktop({ ...platform, windowAt, click }, { name: 'none', grab: () => Promise.reject(new Error('no picture')) }, new Set([ourPid]));
  }

  afterEach(() => {
    known = nothing;
  });

  it('one that comes before the pointer moves', async () => {
    await painter.open({ title: 'work', colour: green });
    known = once(() => painter.open(ours));
    await expect(click(surprised(), 'click', { point, node: null, confirm: nothing }, never)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(pressed).toBe(0);
  });

  it('one that comes while what was judged is looked at', async () => {
    await painter.open({ title: 'work', colour: green });
    const confirm = async (): Promise<void> => {
      await painter.open(ours);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    };
    await expect(click(surprised(), 'click', { point, node: null, confirm }, never)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(pressed).toBe(0);
  });

  it('one that has come since the act began', async () => {
    await painter.open({ title: 'work', colour: green });
    const desktop = surprised();
    const there = { window: desktop.platform.windowAt(point), asked: performance.now() };
    await there.window;
    await painter.open(ours);
    await expect(click(desktop, 'click', { point, node: null, there, confirm: nothing }, never)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(pressed).toBe(0);
  });

  it('and is sent where nothing comes', async () => {
    await painter.open({ title: 'work', colour: green });
    await click(surprised(), 'double_click', { point, node: null, confirm: nothing }, never);
    expect(pressed).toBe(2);
  });
});

interface Painter {
  open(window: { title: string; colour: number; pid?: number }): Promise<void>;
  move(x: number, y: number): Promise<void>;
  /** Another title and another colour for the last one. */
  become(title: string, colour: number): Promise<void>;
  closeLast(): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

/** An X program of its own that opens bare windows of 120 × 80 pixels. */
function openPainter(display: string): Promise<Painter> {
  type Drawing = XClient & {
    MapWindow(window: number): void;
    MoveWindow(window: number, x: number, y: number): void;
    DestroyWindow(window: number): void;
    ClearArea(window: number, x: number, y: number, width: number, height: number, exposures: number): void;
  };
  return new Promise((resolve, reject) => {
    createClient({ display }, (error, opened) => {
      const root = opened?.screen[0]?.root;
      if (error || root === undefined) {
        reject(error ?? new Error('no screen'));
        return;
      }
      const client = opened.client as Drawing;
      const windows: number[] = [];
      const last = (): number => windows.at(-1) ?? 0;
      const name = (window: number, title: string): void => client.ChangeProperty(0, window, 39, 31, 8, Buffer.from(title));
      resolve({
        async open({ title, colour, pid }) {
          const window = client.AllocID();
          windows.push(window);
          client.CreateWindow(window, root, 30, 20, 120, 80, 0, 0, 1, 0, { backgroundPixel: colour, overrideRedirect: 1 });
          name(window, title);
          if (pid !== undefined) {
            const atom = await new Promise<number>((done) => {
              client.InternAtom(false, '_NET_WM_PID', (_, value) => done(value));
            });
            const value = Buffer.alloc(4);
            value.writeUInt32LE(pid);
            client.ChangeProperty(0, window, atom, 6, 32, value);
          }
          client.MapWindow(window);
          await client.sync();
        },
        async move(x, y) {
          client.MoveWindow(last(), x, y);
          await client.sync();
        },
        async become(title, colour) {
          name(last(), title);
          client.ChangeWindowAttributes(last(), { backgroundPixel: colour });
          client.ClearArea(last(), 0, 0, 120, 80, 0);
          await client.sync();
        },
        async closeLast() {
          client.DestroyWindow(windows.pop() ?? 0);
          await client.sync();
        },
        async clear() {
          for (const window of windows.splice(0)) client.DestroyWindow(window);
          await client.sync();
        },
        close: () => client.terminate(),
      });
    });
  });
}
