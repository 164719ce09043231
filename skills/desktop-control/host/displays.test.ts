import { createClient, type XClient } from 'x11';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toScreen, type Capture, type Point } from '../coordinates';
import { startTestBed, until, type TestBed } from '../test-bed';
import { nutSource, openCapture } from './capture';
import { Desktop } from './desktop';
import type { Frame } from './frame';
import { moveTo } from './mouse';
import { observe } from './observe';
import type { Display, Platform } from './platform/platform';
import { openLinux } from './platform/linux/linux';
import { monitorNames, parseMonitors } from './platform/linux/displays';
import { selfTest } from './self-test';
import { resolveTarget } from './target';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** White squares on black, drawn by a program of its own at known places, are looked for in the picture and pointed at. */
const mark = 9;
const columns = 20;
const rows = 10;

let bed: TestBed;
let platform: Platform;
let desktop: Desktop;
let painter: Painter;

beforeAll(async () => {
  bed = await startTestBed({ width: 6400, height: 640, windowManager: false });
  process.env['DISPLAY'] = bed.display;
  platform = await openLinux([], () => undefined);
  desktop = new Desktop(platform, await openCapture(platform.screen), new Set());
  painter = await openPainter(bed.display);
});

afterAll(async () => {
  painter?.close();
  await platform?.dispose();
  await bed?.stop();
});

/** Two displays side by side, each of its own size, through RandR. */
async function arrange(left: number, right: number, primary: 'left' | 'right'): Promise<Display[]> {
  for (const name of ['left', 'right']) await bed.output('xrandr', ['--delmonitor', name]).catch(() => '');
  const place = (width: number, x: number): string => `${width}/400x640/170+${x}+0`;
  const star = (name: string): string => (name === primary ? `*${name}` : name);
  await bed.output('xrandr', ['--setmonitor', star('left'), place(left, 0), 'screen']);
  await bed.output('xrandr', ['--setmonitor', star('right'), place(right, left), 'none']);
  let displays: Display[] = [];
  // RandR lists the primary one first.
  const byPlace = async (): Promise<Display[]> => (displays = (await platform.displays()).sort((a, b) => a.x - b.x));
  await until(async () => (await byPlace()).length === 2 && displays[0]?.width === left && displays[1]?.width === right, 60_000, 'two displays');
  return displays;
}

describe('two displays', () => {
  it.each([
    { scale: 1, width: 1600, primary: 'left' },
    { scale: 1.25, width: 2000, primary: 'left' },
    { scale: 1.5, width: 2400, primary: 'right' },
    { scale: 2, width: 3200, primary: 'right' },
  ] as const)('200 points of each, at $scale screen pixels a picture pixel, primary $primary: what is seen there is what is pointed at', async ({ scale, width, primary }) => {
    const displays = await arrange(width, width, primary);
    expect(displays.map((display) => display.primary)).toEqual([primary === 'left', primary === 'right']);
    for (const display of displays) {
      const { capture, image } = await observe(desktop, { what: 'screenshot', window: `display ${display.id}` }, new AbortController().signal);
      expect(image?.length).toBeGreaterThan(1000);
      expect([capture.display, capture.origin.x, capture.scale]).toEqual([display.id, display.x, scale]);
      const centres = grid(capture);
      await painter.paint(display, centres);
      const drawn = await observe(desktop, { what: 'screenshot', window: `display ${display.id}` }, new AbortController().signal);
      const seen = await findMarks(drawn.image ?? new Uint8Array(), drawn.capture, centres);
      const errors: number[] = [];
      for (const [index, point] of seen.entries()) {
        const target = await resolveTarget(desktop, { ...point, capture: drawn.capture.id });
        await moveTo(desktop, target, new AbortController().signal);
        const at = await painter.pointer();
        const meant = centres[index] ?? { x: -1, y: -1 };
        errors.push(Math.max(Math.abs(at.x - meant.x), Math.abs(at.y - meant.y)));
      }
      errors.sort((a, b) => a - b);
      expect({ count: errors.length, median: errors[errors.length / 2], most: errors.at(-1) }).toEqual({ count: columns * rows, median: 0, most: expect.toSatisfy((most: number) => most <= 1) as number });
    }
  });

  it('an earlier picture is stale once the displays have changed', async () => {
    await arrange(1600, 1600, 'left');
    const { capture } = await observe(desktop, { what: 'screenshot' }, new AbortController().signal);
    await resolveTarget(desktop, { x: 5, y: 5, capture: capture.id });
    await arrange(2000, 2000, 'left');
    await expect(resolveTarget(desktop, { x: 5, y: 5, capture: capture.id })).rejects.toMatchObject({ code: 'STALE_CAPTURE' });
    await expect(observe(desktop, { what: 'screenshot', window: 'display 7' }, new AbortController().signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('displays that change while they are looked at: the answer is of those that are there now', async () => {
    await arrange(1600, 1600, 'left');
    const source = await nutSource();
    let changing: Promise<unknown> | undefined;
    const grab = async (): Promise<Frame> => {
      const frame = await source.grab();
      await (changing ??= arrange(2000, 2400, 'left'));
      return frame;
    };
    const surprised = new Desktop(platform, { ...source, grab }, new Set());
    const { capture, displays } = await observe(surprised, { what: 'screenshot', window: 'display 1' }, new AbortController().signal);
    expect(displays.map(({ width }) => width)).toEqual([2000, 2400]);
    expect([capture.origin.x, capture.covers.width]).toEqual([2000, 2400]);
    expect((await resolveTarget(surprised, { x: 0, y: 0, capture: capture.id })).point?.x).toBe(2000);
  });

  it('the corners of each display belong to it', async () => {
    for (const display of await arrange(1600, 2400, 'right')) {
      const { capture } = await observe(desktop, { what: 'screenshot', window: `屏幕 ${display.id}` }, new AbortController().signal);
      for (const [x, y] of [[0, 0], [capture.width - 1, 0], [0, capture.height - 1], [capture.width - 1, capture.height - 1]] as const) {
        await moveTo(desktop, await resolveTarget(desktop, { x, y, capture: capture.id }), new AbortController().signal);
        const at = await painter.pointer();
        expect(Math.abs(at.x - (display.x + (x === 0 ? 0 : display.width - 1)))).toBeLessThanOrEqual(1);
        expect(Math.abs(at.y - (display.y + (y === 0 ? 0 : display.height - 1)))).toBeLessThanOrEqual(1);
      }
      await expect(resolveTarget(desktop, { x: capture.width, y: 0, capture: capture.id })).rejects.toMatchObject({ code: 'OUT_OF_RANGE' });
    }
  });
});

describe('self-test', () => {
  it('passes where the pointer goes where it is sent', async () => {
    await selfTest(platform, await nutSource());
  });

  it('says it when the pointer goes elsewhere or the picture is too small', async () => {
    const off: Platform = { ...platform, move: ({ x, y }: Point) => platform.move({ x: x + 3, y }) };
    await expect(selfTest(off, await nutSource())).rejects.toThrow(/pointer does not go where it is sent/);
    const half: Platform = { ...platform, displays: async () => (await platform.displays()).map((display) => ({ ...display, width: display.width * 4 })) };
    await expect(selfTest(half, await nutSource())).rejects.toThrow(/do not fit its displays/);
  });
});

describe('RandR monitors', () => {
  it('reads negative origins and skips the outputs of each', () => {
    const reply = Buffer.alloc(24 + 28 + 32);
    reply.writeUInt32LE(2, 4);
    reply[28] = 1;
    reply.writeUInt16LE(1, 30);
    reply.writeInt16LE(-1280, 32);
    reply.writeInt16LE(-20, 34);
    reply.writeUInt16LE(1280, 36);
    reply.writeUInt16LE(800, 38);
    reply.writeUInt16LE(2, 52 + 6);
    reply.writeUInt16LE(1920, 52 + 12);
    reply.writeUInt16LE(1080, 52 + 14);
    expect(parseMonitors(reply)).toEqual([
      { primary: true, x: -1280, y: -20, width: 1280, height: 800 },
      { primary: false, x: 0, y: 0, width: 1920, height: 1080 },
    ]);
    reply.writeUInt32LE(301, 24);
    reply.writeUInt32LE(302, 52);
    expect(monitorNames(reply)).toEqual([301, 302]);
  });
});

/** Screen points of an even grid over the picture, corners included as far as a mark fits. */
function grid(capture: Capture): Point[] {
  const edge = Math.ceil(mark / capture.scale) + 1;
  const spread = (index: number, count: number, length: number): number => Math.round(edge + (index * (length - 1 - 2 * edge)) / (count - 1));
  return Array.from({ length: columns * rows }, (_, index) =>
    toScreen(capture, { x: spread(index % columns, columns, capture.width), y: spread(Math.floor(index / columns), rows, capture.height) }),
  );
}

/** Centre of the bright pixels around each place, as a pixel of the picture. */
async function findMarks(image: Uint8Array, capture: Capture, centres: Point[]): Promise<Point[]> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  const reach = Math.ceil(mark / capture.scale) + 2;
  return centres.map((centre) => {
    const near = { x: Math.round((centre.x - capture.origin.x) / capture.scale), y: Math.round((centre.y - capture.origin.y) / capture.scale) };
    let sum = 0;
    let x = 0;
    let y = 0;
    for (let row = Math.max(0, near.y - reach); row <= Math.min(info.height - 1, near.y + reach); row += 1) {
      for (let column = Math.max(0, near.x - reach); column <= Math.min(info.width - 1, near.x + reach); column += 1) {
        const light = data[row * info.width + column] ?? 0;
        if (light < 40) continue;
        sum += light;
        x += light * column;
        y += light * row;
      }
    }
    return sum === 0 ? { x: -1, y: -1 } : { x: Math.round(x / sum), y: Math.round(y / sum) };
  });
}

interface Painter {
  paint(display: Display, centres: Point[]): Promise<void>;
  pointer(): Promise<Point>;
  close(): void;
}

/** An X program of its own. */
function openPainter(display: string): Promise<Painter> {
  type Drawing = XClient & {
    MapWindow(window: number): void;
    CreateGC(id: number, drawable: number, values: Record<string, number>): void;
    PolyFillRectangle(drawable: number, gc: number, rectangles: number[]): void;
  };
  return new Promise((resolve, reject) => {
    createClient({ display }, (error, opened) => {
      const screen = opened?.screen[0] as { root: number; black_pixel: number; white_pixel: number } | undefined;
      if (error || !screen) {
        reject(error ?? new Error('no screen'));
        return;
      }
      const client = opened.client as Drawing;

      resolve({
        async paint(place, centres) {
          const window = client.AllocID();
          client.CreateWindow(window, screen.root, place.x, place.y, place.width, place.height, 0, 0, 1, 0, { backgroundPixel: screen.black_pixel, overrideRedirect: 1 });
          client.MapWindow(window);
          const pen = client.AllocID();
          client.CreateGC(pen, window, { foreground: screen.white_pixel });
          const half = (mark - 1) / 2;
          client.PolyFillRectangle(window, pen, centres.flatMap(({ x, y }) => [x - place.x - half, y - place.y - half, mark, mark]));
          await client.sync();
        },
        pointer: () =>
          new Promise((done) => {
            client.QueryPointer(screen.root, (_, at) => done({ x: at.rootX, y: at.rootY }));
          }),
        close: () => client.terminate(),
      });
    });
  });
}
