import { spawn } from 'node:child_process';
import type * as NutModule from '@nut-tree-fork/nut-js';
import type { Button, Key, Window } from '@nut-tree-fork/nut-js';
import { HostError } from '../../error';
import type { Checkpoint, MouseButton, Platform, Point, Rectangle, ScrollDirection, TextReport, WindowInfo } from '../platform';
import { openWindowsDesktop } from '../windows/helper';
import { nutKey } from './keys';

/** nut-js tells no process of a window: ours are known by their title there. */
const ownTitle = /^Deskwright\b/;
/** Wheel units of one notch: Windows counts in WHEEL_DELTA, macOS in lines. */
const notch = { windows: 120, macos: 3 } as const;
/** How long a program may take to fetch a pasted text; nothing tells when it has. */
const pasteMs = 150;

type Nut = typeof NutModule;

/**
 * Windows and macOS through nut-js, without accessibility. On macOS the primary display only. On Windows
 * pictures and pointer are the helper's, for all displays in physical pixels; where it can't be started,
 * libnut's for the primary one, in the units that Windows gives this process: physical ones in the app
 * (Electron is per-monitor aware), logical ones in plain Node, which are the same at a scale of 1.
 */
export async function openNut(name: 'windows' | 'macos'): Promise<Platform> {
  const nut = await import('@nut-tree-fork/nut-js');
  const whole = name === 'windows' ? await openWindowsDesktop().catch(() => null) : null;
  const pointer = async (): Promise<Point> => (whole ? whole.pointer() : nut.mouse.getPosition());
  nut.keyboard.config.autoDelayMs = 0;
  nut.mouse.config.autoDelayMs = 0;
  const heldKeys = new Set<string>();
  const heldButtons = new Set<MouseButton>();
  const known = new Map<number, Window>();
  let put: { x: number; y: number } | null = null;

  const list = async (): Promise<WindowInfo[]> => {
    const [windows, active] = await Promise.all([nut.getWindows(), describeActive(nut)]);
    known.clear();
    const described = await Promise.all(windows.map(async (window, index) => ({ window, info: await describe(window, index + 1, active) })));
    for (const { window, info } of described) if (info) known.set(info.id, window);
    return described.flatMap(({ info }) => (info && info.title !== '' ? [whole ? { ...info, box: whole.placed(info.box) } : info] : []));
  };
  const key = async (wanted: string, down: boolean): Promise<void> => {
    const found = nutKey(wanted);
    if (!found) throw new HostError('INVALID_PARAM', `The keyboard has no key "${wanted}".`, 'Use action "type" for characters.');
    const code: Key = nut.Key[found];
    await (down ? nut.keyboard.pressKey(code) : nut.keyboard.releaseKey(code));
    if (down) heldKeys.add(wanted);
    else heldKeys.delete(wanted);
  };
  const button = async (wanted: MouseButton, down: boolean): Promise<void> => {
    const code: Button = { left: nut.Button.LEFT, middle: nut.Button.MIDDLE, right: nut.Button.RIGHT }[wanted];
    await (down ? nut.mouse.pressButton(code) : nut.mouse.releaseButton(code));
    if (down) heldButtons.add(wanted);
    else heldButtons.delete(wanted);
  };
  const releaseAll = async (): Promise<void> => {
    for (const held of [...heldKeys]) await key(held, false);
    for (const held of [...heldButtons]) await button(held, false);
  };

  return {
    name,
    screen: whole && { name: 'Windows', grab: () => whole.grab() },
    behind: () => Promise.resolve(null),
    displays: async () => (whole ? whole.displays() : [{ id: 0, primary: true, x: 0, y: 0, width: await nut.screen.width(), height: await nut.screen.height(), scale: 1 }]),
    windows: list,
    stack: list,
    windowAt: async (point) => (await list()).find(({ box }) => point.x >= box.x && point.y >= box.y && point.x < box.x + box.width && point.y < box.y + box.height) ?? null,
    activeWindow: async () => (await list()).find((window) => window.active) ?? null,
    focusWindow: async (id) => {
      await known.get(id)?.focus();
    },
    pointer,
    move: async (point) => {
      put = null;
      await (whole ? whole.move(point) : nut.mouse.setPosition(new nut.Point(point.x, point.y)));
      put = point;
      return pointer();
    },
    button,
    click: async (wanted) => {
      await button(wanted, true);
      await button(wanted, false);
    },
    scroll: (direction, notches, checkpoint) => scroll(nut, notch[name], direction, notches, checkpoint),
    key,
    type: (text, _window, _manner, checkpoint) => type(nut, text, name === 'macos' ? 'super' : 'ctrl', key, checkpoint),
    // nut-js tells of no input: only a pointer that is elsewhere than where it was put does.
    onPerson: () => {
      put = null;
      return () => undefined;
    },
    personQuietFor: () => Infinity,
    keysHeld: () => Promise.resolve(false),
    strayed: async () => {
      const expected = put;
      const at = await pointer();
      put ??= at;
      return expected ? Math.max(Math.abs(at.x - expected.x), Math.abs(at.y - expected.y)) : 0;
    },
    releaseAll,
    releaseEverything: async () => {
      for (const modifier of ['ctrl', 'shift', 'alt', 'super']) await key(modifier, false);
      await releaseAll();
    },
    accessibility: null,
    accessibilityReason: `the elements of windows can't be read on ${name === 'macos' ? 'macOS' : 'Windows'} yet`,
    launch: async (program) => launch(name, program),
    program: (program) => Promise.resolve({ name: program, command: [program] }),
    caughtUp: () => Promise.resolve(false),
    activity: () => Promise.resolve(null),
    rearranged: () => null,
    ignoreChanges: () => undefined,
    dispose: async () => {
      await releaseAll();
      whole?.close();
    },
  };
}

async function describeActive(nut: Nut): Promise<{ title: string; box: Rectangle } | null> {
  try {
    const window = await nut.getActiveWindow();
    const [title, region] = await Promise.all([window.title, window.region]);
    return { title, box: { x: region.left, y: region.top, width: region.width, height: region.height } };
  } catch {
    return null;
  }
}

async function describe(window: Window, id: number, active: { title: string; box: Rectangle } | null): Promise<WindowInfo | null> {
  try {
    const [title, region] = await Promise.all([window.title, window.region]);
    const box = { x: region.left, y: region.top, width: region.width, height: region.height };
    const isActive = active !== null && active.title === title && active.box.x === box.x && active.box.y === box.y;
    return { id, title, app: '', pid: 0, active: isActive, dialog: false, terminal: /terminal|powershell|command prompt|cmd\.exe/i.test(title), own: ownTitle.test(title), box };
  } catch {
    return null;
  }
}

async function scroll(nut: Nut, units: number, direction: ScrollDirection, notches: number, checkpoint: Checkpoint): Promise<void> {
  const { mouse } = nut;
  for (let done = 0; done < notches; done += 1) {
    await checkpoint();
    if (direction === 'up') await mouse.scrollUp(units);
    else if (direction === 'down') await mouse.scrollDown(units);
    else if (direction === 'left') await mouse.scrollLeft(units);
    else await mouse.scrollRight(units);
  }
}

/** Whole lines by the clipboard: nut-js's own typing loses characters. Only text is put back afterwards. */
async function type(nut: Nut, text: string, modifier: string, key: (name: string, down: boolean) => Promise<void>, checkpoint: Checkpoint): Promise<TextReport> {
  const before = await nut.clipboard.getContent().catch(() => '');
  const report: TextReport = { typed: 0, methods: ['paste'] };
  try {
    for (const part of text.replace(/\r\n?/g, '\n').split(/([\n\t])/)) {
      if (part === '') continue;
      await checkpoint();
      if (part === '\n' || part === '\t') {
        await key(part === '\n' ? 'enter' : 'tab', true);
        await key(part === '\n' ? 'enter' : 'tab', false);
      } else {
        await nut.clipboard.setContent(part);
        await key(modifier, true);
        await key('v', true);
        await key('v', false);
        await key(modifier, false);
        await nut.sleep(pasteMs);
      }
      report.typed += [...part].length;
    }
  } finally {
    await nut.clipboard.setContent(before);
  }
  return report;
}

function launch(platform: 'windows' | 'macos', program: string): { name: string; command: string[]; pid: number } {
  const command = platform === 'macos' ? ['open', '-a', program] : ['cmd.exe', '/d', '/s', '/c', 'start', '""', program];
  if (platform === 'windows' && /["&|<>^%!]/.test(program)) throw new HostError('INVALID_PARAM', `"${program}" is no name of a program.`, 'Give the plain name, such as notepad.');
  const [file = '', ...args] = command;
  const child = spawn(file, args, { detached: true, stdio: 'ignore', windowsVerbatimArguments: platform === 'windows' });
  child.on('error', () => undefined);
  child.unref();
  return { name: program, command, pid: child.pid ?? 0 };
}
