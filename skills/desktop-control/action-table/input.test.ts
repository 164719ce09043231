import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toScreen, type Capture } from '../coordinates';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';
import { openField, type Field } from './field';
import { keyRows, unknownKeys } from './key-rows';
import { mouseRows, pressesOf, releasesOf } from './mouse-rows';
import { openScene, type Scene } from './scene';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/**
 * Action × situation. What the program under test saw is the evidence, xev's log above all; never
 * what the host says of itself. Two displays: 0 with a picture pixel for a screen pixel, 1 with 1.5
 * screen pixels for one.
 */
let scene: Scene;

beforeAll(async () => {
  scene = await openScene('action-table-input', { width: 3500, height: 640 });
  await scene.bed.output('xrandr', ['--setmonitor', '*first', '1100/300x640/200+0+0', 'screen']);
  await scene.bed.output('xrandr', ['--setmonitor', 'second', '2400/600x640/200+1100+0', 'none']);
  expect(await scene.desk.skill.status()).toEqual({ available: true, reason: '' });
});

afterAll(() => scene?.close());

describe.each([
  { display: 0, place: '200x150+600+380', scale: 1 },
  { display: 1, place: '300x225+2300+200', scale: 1.5 },
])('mouse on display $display, $scale screen pixels a picture pixel', ({ display, place, scale }) => {
  let field: Field;
  let capture: Capture;
  let corner: [number, number];

  beforeAll(async () => {
    field = openField(scene.bed, `mouse-${display}`, place);
    await scene.windowTitled(`mouse-${display}`);
    const { data } = await scene.desk.observe({ what: 'screenshot', window: `mouse-${display}` });
    capture = data['capture'] as Capture;
    expect([capture.display, capture.scale]).toEqual([display, scale]);
    // The program's own window inside its frame, from the X server: xev has no elements.
    const geometry = await scene.bed.output('xwininfo', ['-name', `mouse-${display}`]);
    const number = (pattern: RegExp): number => Number(pattern.exec(geometry)?.[1]);
    const [x, y] = [number(/Absolute upper-left X:\s+(-?\d+)/), number(/Absolute upper-left Y:\s+(-?\d+)/)];
    corner = [Math.ceil((x - capture.origin.x) / scale), Math.ceil((y - capture.origin.y) / scale)];
  });

  it.each(mouseRows.map((row) => [`${row.action} at ${row.at.join(',')}${row.note ? ` (${row.note})` : ''} ${JSON.stringify(row.extra ?? {})}`, row] as const))('%s', async (_, row) => {
    const place = ([x, y]: [number, number]): { x: number; y: number } => ({ x: corner[0] + x, y: corner[1] + y });
    const from = place(row.at);
    const to = row.extra?.to;
    field.begin();
    await scene.does({ action: row.action, ...from, capture: capture.id, ...(to === undefined ? {} : { to: typeof to === 'string' ? to : place(to) }) });
    const releases = row.releases ?? row.presses;
    await until(() => pressesOf(field.seen()).length >= row.presses.length && releasesOf(field.seen()).length >= releases.length, 10_000, 'the events').catch(() => undefined);
    const seen = field.seen();
    expect(pressesOf(seen)).toEqual(row.presses);
    expect(releasesOf(seen)).toEqual(releases);
    const meant = toScreen(capture, from);
    const end = typeof to === 'object' ? toScreen(capture, place(to)) : meant;
    for (const { kind, root } of seen) {
      if (kind === 'ButtonPress') expect(root).toEqual(meant);
      if (kind === 'ButtonRelease') expect(root).toEqual(end);
    }
    if (row.action === 'move') await until(() => field.seen().some(({ kind, root }) => kind === 'MotionNotify' && root.x === meant.x && root.y === meant.y), 10_000, 'the motion');
    if (row.dragged !== undefined) expect(seen.filter(({ kind, state }) => kind === 'MotionNotify' && (state & 0x100) !== 0).length).toBeGreaterThanOrEqual(row.dragged);
  });

  it.each([
    ['a point right of the picture', () => ({ x: capture.width, y: 5, capture: capture.id }), 'OUT_OF_RANGE'],
    ['a negative point', () => ({ x: 5, y: -1, capture: capture.id }), 'OUT_OF_RANGE'],
    ['an unknown capture', () => ({ x: 5, y: 5, capture: 'zz-9' }), 'STALE_CAPTURE'],
    ['half a point', () => ({ x: 5 }), 'INVALID_PARAM'],
    ['an unknown ref', () => ({ ref: 'e99999' }), 'NOT_FOUND'],
  ] as const)('click at %s sends nothing', async (_, where, code) => {
    field.begin();
    expect((await scene.desk.computer({ action: 'click', ...where() })).error?.code).toBe(code);
    expect(field.seen()).toEqual([]);
  });
});

describe('keys', () => {
  let field: Field;

  beforeAll(async () => {
    field = openField(scene.bed, 'key-field', '200x150+850+380');
    await scene.windowTitled('key-field');
    await scene.does({ action: 'focus_window', text: 'key-field' });
  });

  const pressed = (): string[] => field.seen().flatMap(({ kind, keysym }) => (kind === 'KeyPress' ? [keysym] : []));
  const released = (): number => field.seen().filter(({ kind }) => kind === 'KeyRelease').length;

  it.each(keyRows)('%s', async (keys, symbols) => {
    field.begin();
    await scene.does({ action: 'key', keys });
    await until(() => pressed().length >= symbols.length && released() >= symbols.length, 10_000, 'the keys').catch(() => undefined);
    expect(pressed()).toHaveLength(symbols.length);
    for (const [index, symbol] of symbols.entries()) expect(symbol.split('|')).toContain(pressed()[index]);
    expect(released()).toBe(symbols.length);
  });

  it.each(unknownKeys)('%s is refused whole', async (keys) => {
    field.begin();
    expect((await scene.desk.computer({ action: 'key', keys })).error?.code).toBe('INVALID_PARAM');
    expect(field.seen()).toEqual([]);
  });

  it('hold_key keeps it down as long as asked', async () => {
    field.begin();
    const started = Date.now();
    await scene.does({ action: 'hold_key', keys: 'F8', text: '0.4' });
    await until(() => released() > 0, 10_000, 'the release');
    expect(pressed()[0]).toBe('F8');
    expect(Date.now() - started).toBeGreaterThanOrEqual(400);
  });
});

describe('the corner of the screen, where no window manager is', () => {
  let bed: TestBed;
  let desk: TestSkill;
  let field: Field;

  beforeAll(async () => {
    const [made, host] = await Promise.all([startTestBed({ width: 800, height: 600, windowManager: false }), buildHost('action-table-corner')]);
    bed = made;
    desk = openTestSkill(bed, host);
    field = openField(bed, 'corner', '500x400+0+0');
    await until(async () => /corner/.test(await bed.output('xwininfo', ['-root', '-tree'])), 30_000, 'the window');
    await desk.observe({ what: 'screenshot' });
  });

  afterAll(async () => {
    desk?.skill.dispose();
    await bed?.stop();
  });

  it.each([
    ['click', { action: 'click', x: 0, y: 0 }, [0, 0], [0, 0]],
    ['drag from it', { action: 'drag', x: 0, y: 0, to: { x: 200, y: 150 } }, [0, 0], [200, 150]],
    ['drag from it, the end as words', { action: 'drag', x: 0, y: 0, to: '120, 0' }, [0, 0], [120, 0]],
    ['drag to it', { action: 'drag', x: 200, y: 150, to: { x: 0, y: 0 } }, [200, 150], [0, 0]],
  ] as const)('%s', async (_, act, from, to) => {
    field.begin();
    expect((await desk.computer(act)).error).toBeUndefined();
    await until(() => releasesOf(field.seen()).length > 0, 10_000, 'the release');
    const at = (kind: string): (number | undefined)[][] => field.seen().filter((event) => event.kind === kind).map(({ root }) => [root.x, root.y]);
    expect(at('ButtonPress')).toEqual([from]);
    expect(at('ButtonRelease')).toEqual([to]);
  });
});

describe('windows and waiting', () => {
  beforeAll(async () => {
    scene.bed.run('xterm', '-title', 'typewriter', '-geometry', '40x6+20+20');
    scene.bed.run('mousepad', '--disable-server');
    await scene.windowTitled('typewriter');
    await scene.windowTitled('Mousepad');
  });

  it.each([
    ['its title', 'typewriter'],
    ['a part of its title', 'writer'],
    ['its program', 'mousepad'],
  ])('focus_window by %s', async (_, text) => {
    await scene.does({ action: 'focus_window', text });
    const active = await scene.bed.output('xdotool', ['getactivewindow', 'getwindowname']);
    expect(active.toLowerCase()).toContain(text);
  });

  it('focus_window by an unknown title', async () => {
    expect((await scene.desk.computer({ action: 'focus_window', text: 'no such window' })).error?.code).toBe('NOT_FOUND');
  });

  it('open_app opens a window that the window manager knows', async () => {
    await scene.does({ action: 'open_app', text: '终端' });
    expect(await scene.bed.output('sh', ['-c', 'xprop -id $(xdotool getactivewindow) WM_CLASS'])).toMatch(/xterm/i);
  });

  it('wait for words ends when a window with them is there', async () => {
    const waiting = scene.does({ action: 'wait', text: 'late-comer' });
    scene.bed.run('xterm', '-title', 'late-comer', '-geometry', '20x4+1500+400');
    expect((await waiting).data['done']).toMatchObject({ waited_for: 'window "late-comer"' });
  });
});
