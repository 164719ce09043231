import fc from 'fast-check';
import { createClient, type XClient } from 'x11';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBed, type TestBed } from '../../../test-bed';
import { connect, type Connection } from './connection';
import { Windows } from './windows';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

type Program = XClient & {
  MapWindow(window: number): void;
  UnmapWindow(window: number): void;
  MoveWindow(window: number, x: number, y: number): void;
  ResizeWindow(window: number, width: number, height: number): void;
  LowerWindow(window: number): void;
  ReparentWindow(window: number, parent: number, x: number, y: number): void;
  DestroyWindow(window: number): void;
};

const string = 31;
const windowCount = 4;

let bed: TestBed;
let connection: Connection;
let program: Program;
let root: number;
let wmState: number;
/** Asked again and again: what it knows from before must never show. */
let windows: Windows;

beforeAll(async () => {
  bed = await startTestBed({ width: 640, height: 480, windowManager: false });
  connection = await connect(bed.display, 60_000);
  windows = new Windows(connection, new Set());
  // Each that is made to compare with listens too.
  connection.client.setMaxListeners(0);
  program = await open(bed.display);
  wmState = await new Promise<number>((resolve) => {
    program.InternAtom(false, 'WM_STATE', (_, atom) => resolve(atom));
  });
});

afterAll(async () => {
  program?.terminate();
  connection?.client.terminate();
  await bed?.stop();
});

function open(display: string): Promise<Program> {
  return new Promise((resolve, reject) => {
    createClient({ display }, (error, opened) => {
      if (error) return reject(error);
      root = opened.screen[0]?.root ?? 0;
      // A focus on a window that is not shown is refused.
      opened.client.on('error', () => undefined);
      return resolve(opened.client as Program);
    });
  });
}

function create(name: string, x: number, y: number, parent = root): number {
  const window = program.AllocID();
  program.CreateWindow(window, parent, x, y, 100, 80, 1, 0, 1, 0, { overrideRedirect: 1 });
  program.ChangeProperty(0, window, 39, string, 8, Buffer.from(name));
  return window;
}

const manage = (window: number): void => program.ChangeProperty(0, window, wmState, wmState, 32, [1, 0]);
const unmanage = (window: number): void => program.DeleteProperty(window, wmState);

type Step = { act: 'map' | 'unmap' | 'move' | 'size' | 'raise' | 'lower' | 'rename' | 'frame' | 'manage' | 'unmanage' | 'renew' | 'focus' | 'focus inside'; window: number; by: number };

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Step['act']>('map', 'map', 'unmap', 'move', 'size', 'raise', 'lower', 'rename', 'frame', 'manage', 'unmanage', 'renew', 'focus', 'focus inside'),
  window: fc.nat(windowCount - 1),
  by: fc.nat(200),
});

interface Made {
  outer: number;
  inner: number;
  /** A window manager's frame, once it has one. */
  frame: number | null;
}

function make(index: number): Made {
  const outer = create(`window ${index}`, 20 + index * 30, 20 + index * 20);
  const inner = create('', 5, 5, outer);
  program.MapWindow(inner);
  return { outer, inner, frame: null };
}

function perform(made: Made[], { act, window, by }: Step): void {
  const { outer, inner, frame } = made[window] ?? make(window);
  const top = frame ?? outer;
  switch (act) {
    case 'map': return program.MapWindow(top);
    case 'unmap': return program.UnmapWindow(top);
    case 'move': return program.MoveWindow(top, by, 200 - by);
    case 'size': return program.ResizeWindow(top, 20 + by, 220 - by);
    case 'raise': return program.RaiseWindow(top);
    case 'lower': return program.LowerWindow(top);
    case 'rename': return program.ChangeProperty(0, outer, 39, string, 8, Buffer.from(`renamed ${by}`));
    case 'manage': return manage(outer);
    case 'unmanage': return unmanage(outer);
    case 'focus': return program.SetInputFocus(outer, 1);
    case 'focus inside': return program.SetInputFocus(inner, 1);
    case 'frame': {
      if (frame !== null) return undefined;
      const around = create('frame', by, by);
      program.ReparentWindow(outer, around, 2, 12);
      program.MapWindow(outer);
      program.MapWindow(around);
      made[window] = { outer, inner, frame: around };
      // A window manager marks it only now.
      return manage(outer);
    }
    case 'renew':
      program.DestroyWindow(top);
      made[window] = make(window);
      return undefined;
  }
}

describe('windows that come, go and move', () => {
  it('are told as somebody would who asks for the first time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 }), async (turns) => {
        const made = Array.from({ length: windowCount }, (_, index) => make(index));
        try {
          for (const turn of turns) {
            for (const each of turn) perform(made, each);
            await program.sync();
            const afresh = new Windows(connection, new Set());
            const point = { x: 90, y: 90 };
            const told = await Promise.all([windows.stack(), windows.list(), windows.active(), windows.at(point), windows.layers()]);
            expect(told).toEqual(await Promise.all([afresh.stack(), afresh.list(), afresh.active(), afresh.at(point), afresh.layers()]));
          }
        } finally {
          for (const { outer, frame } of made) program.DestroyWindow(frame ?? outer);
          await program.sync();
        }
      }),
      { numRuns: 12 },
    );
  });

  it('are known at once when they come in front of the place that was asked for before', async () => {
    const point = { x: 70, y: 60 };
    const below = create('below', 40, 40);
    program.MapWindow(below);
    await program.sync();
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await windows.at(point))?.title).toBe('below');
      const above = create('above', 50, 50);
      program.MapWindow(above);
      await program.sync();
      expect((await windows.at(point))?.title).toBe('above');
      program.DestroyWindow(above);
      await program.sync();
    }
    program.DestroyWindow(below);
    await program.sync();
  });

  it('are asked about in one round trip while they stay as they are', async () => {
    const window = create('steady', 40, 40);
    program.MapWindow(window);
    await program.sync();
    await windows.stack();
    const { stats } = connection.client.pack_stream;
    const before = stats.writes;
    await Promise.all([windows.stack(), windows.list(), windows.active(), windows.at({ x: 60, y: 60 })]);
    expect(stats.writes - before).toBe(1);
    program.DestroyWindow(window);
    await program.sync();
  });
});
