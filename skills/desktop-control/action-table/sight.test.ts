import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../main/tools/tool';
import type { Capture } from '../coordinates';
import type { SeenElement, SeenWindow } from '../protocol';
import { until } from '../test-bed';
import { openScene, type Scene } from './scene';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/**
 * What Observe shows × situation. The evidence is another program's: ImageMagick's photograph of the
 * screen, the window manager's list, the program that gets the click. Display 0 has a picture pixel for
 * a screen pixel, display 1 has 1.5 screen pixels for one.
 */
let scene: Scene;
let editor: number;

const blocks = [
  { title: 'orange', colour: '#ff8000', place: '24x8+60+40' },
  { title: 'violet', colour: '#8000ff', place: '24x8+700+300' },
  { title: 'green', colour: '#00c040', place: '24x8+1300+60' },
  { title: 'sky', colour: '#40c0ff', place: '30x10+2500+350' },
];

beforeAll(async () => {
  scene = await openScene('action-table-sight', { width: 3500, height: 640 });
  await scene.bed.output('xrandr', ['--setmonitor', '*first', '1100/300x640/200+0+0', 'screen']);
  await scene.bed.output('xrandr', ['--setmonitor', 'second', '2400/600x640/200+1100+0', 'none']);
  for (const { title, colour, place } of blocks) {
    scene.bed.run('xterm', '-bg', colour, '-fg', colour, '-cr', colour, '-title', title, '-geometry', place, '-e', 'sleep', '900');
    await scene.windowTitled(title);
  }
  editor = scene.bed.run('mousepad', '--disable-server').pid ?? 0;
  await scene.windowTitled('Mousepad');
  await scene.does({ action: 'focus_window', text: 'Mousepad' });
});

afterAll(() => scene?.close());

interface Pixels {
  width: number;
  height: number;
  at(x: number, y: number): number[];
}

async function pixels(image: Uint8Array | string): Promise<Pixels> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, at: (x, y) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] };
}

let reference: Pixels | undefined;

/** ImageMagick's photograph of the whole desktop, which stands still: taken once, and again where a picture does not fit it. */
async function photograph(): Promise<Pixels> {
  const file = `${scene.bed.folder}/reference.png`;
  await scene.bed.output('import', ['-window', 'root', file]);
  return pixels(file);
}

async function look(parameters: Record<string, unknown>): Promise<{ outcome: Outcome; capture: Capture; picture: Pixels }> {
  let outcome = await scene.desk.observe({ what: 'screenshot', ...parameters });
  if (!outcome.images && !outcome.error) outcome = await scene.desk.observe({ what: 'screenshot', ...parameters });
  expect(outcome.error).toBeUndefined();
  return { outcome, capture: outcome.data['capture'] as Capture, picture: await pixels(outcome.images?.[0]?.bytes ?? new Uint8Array()) };
}

/** Largest difference of a channel at the middles of the coloured blocks that the picture covers, and how many those are. */
function compare(capture: Capture, picture: Pixels, whole: Pixels): { seen: number; most: number } {
  let seen = 0;
  let most = 0;
  for (let y = 30; y < 640; y += 29) {
    for (let x = 30; x < 3500; x += 31) {
      const inside = { x: (x - capture.origin.x) / capture.scale, y: (y - capture.origin.y) / capture.scale };
      if (inside.x < 2 || inside.y < 2 || inside.x >= picture.width - 2 || inside.y >= picture.height - 2) continue;
      const around = [whole.at(x, y), whole.at(x - 3, y - 3), whole.at(x + 3, y + 3), whole.at(x - 3, y + 3), whole.at(x + 3, y - 3)];
      // Edges are blurred by scaling and JPEG: only places of one colour are compared.
      if (around.some((colour) => colour.join() !== around[0]?.join())) continue;
      seen += 1;
      const shown = picture.at(Math.round(inside.x), Math.round(inside.y));
      most = Math.max(most, ...shown.map((value, channel) => Math.abs(value - (around[0]?.[channel] ?? 0))));
    }
  }
  return { seen, most };
}

describe('the picture is what another program photographs', () => {
  it.each([
    ['the whole of display 0', 0, undefined, [1100, 640]],
    ['the whole of display 1, smaller than the screen', 1, undefined, [1600, 427]],
    ['a corner of display 0', 0, [0, 0, 300, 200], [300, 200]],
    ['the far corner of display 0', 0, [800, 440, 300, 200], [300, 200]],
    ['the middle of display 0', 0, [400, 200, 500, 300], [500, 300]],
    ['a corner of display 1 at the screen\'s own resolution', 1, [0, 0, 400, 200], [600, 300]],
    ['the far corner of display 1 at the screen\'s own resolution', 1, [1200, 227, 400, 200], [600, 300]],
    ['a block on display 1 at the screen\'s own resolution', 1, [920, 220, 200, 120], [300, 180]],
  ] as const)('%s', async (_, display, region, size) => {
    const shoot = async (): ReturnType<typeof look> => {
      if (region) await look({ window: `display ${display}` });
      return look(region ? { region } : { window: `display ${display}` });
    };
    const { capture, picture } = await shoot();
    expect([capture.display, picture.width, picture.height]).toEqual([display, capture.width, capture.height]);
    for (const [index, length] of size.entries()) expect(Math.abs(([capture.width, capture.height][index] ?? 0) - length)).toBeLessThanOrEqual(1);
    let result = compare(capture, picture, (reference ??= await photograph()));
    if (result.most >= 24) {
      const again = await shoot();
      result = compare(again.capture, again.picture, (reference = await photograph()));
    }
    expect(result.seen).toBeGreaterThan(10);
    expect(result.most).toBeLessThan(24);
  });

  it.each([
    ['outside the picture', [1000, 600, 300, 200], 'OUT_OF_RANGE'],
    ['of no size', [10, 10, 0, 0], 'INVALID_PARAM'],
    ['with a negative corner', [-5, 10, 50, 50], 'OUT_OF_RANGE'],
  ])('a region %s is refused', async (_, region, code) => {
    await look({ window: 'display 0' });
    expect((await scene.desk.observe({ what: 'screenshot', region })).error?.code).toBe(code);
  });
});

describe('windows are those of the window manager', () => {
  it.each([...blocks.map(({ title }) => title), 'Mousepad'])('%s: id, display and box', async (title) => {
    const outcome = await scene.desk.observe({ what: 'elements' });
    const window = (outcome.data['windows'] as SeenWindow[]).find((candidate) => candidate.title.includes(title));
    const [line = ''] = (await scene.bed.output('wmctrl', ['-lpG'])).split('\n').filter((row) => row.includes(title));
    const [id = '', , pid, x = '', , width = ''] = line.split(/\s+/);
    expect(window?.id).toBe(parseInt(id, 16));
    expect(window?.pid).toBe(Number(pid));
    expect(window?.display).toBe(Number(x) + Number(width) / 2 < 1100 ? 0 : 1);
    const [, left = ''] = /Absolute upper-left X:\s+(-?\d+)/.exec(await scene.bed.output('xwininfo', ['-id', id])) ?? [];
    const capture = outcome.data['capture'] as Capture;
    // The box is the frame's, a few pixels around the program's own window.
    const distance = Number(left) - (capture.origin.x + (window?.box[0] ?? 0) * capture.scale);
    expect(distance).toBeGreaterThanOrEqual(-capture.scale);
    expect(distance).toBeLessThan(12 + capture.scale);
  });

  it('the active one is marked, and only it', async () => {
    const outcome = await scene.desk.observe({ what: 'elements' });
    const active = (outcome.data['windows'] as SeenWindow[]).filter((window) => window.active);
    expect(active.map(({ id }) => String(id))).toEqual([(await scene.bed.output('xdotool', ['getactivewindow'])).trim()]);
  });
});

describe('find in a GTK program', () => {
  it.each([
    ['file', 'File'],
    ['FILE', 'File'],
    ['file menu', 'File'],
    ['文件', 'File'],
    ['编辑', 'Edit'],
    ['edit 菜单', 'Edit'],
    ['搜索', 'Search'],
    ['查看', 'View'],
    ['视图', 'View'],
    ['帮助', 'Help'],
    ['菜单 帮助', 'Help'],
    ['help menu', 'Help'],
  ])('%s finds %s', async (find, name) => {
    let outcome = await scene.desk.observe({ what: 'elements', window: 'Mousepad', find });
    // As a model does, to whom a busy machine's answer says that it is partial.
    if (outcome.status === 'partial') outcome = await scene.desk.observe({ what: 'elements', window: 'Mousepad', find });
    expect((outcome.data['elements'] as SeenElement[]).map((element) => element.name)).toContain(name);
    expect(outcome.text).toContain(name);
  });

  it('what is not there is success with nothing found', async () => {
    const outcome = await scene.desk.observe({ what: 'elements', window: 'Mousepad', find: 'no such words' });
    expect([outcome.status, outcome.data['elements']]).toEqual(['success', []]);
    expect(outcome.text).toContain('no element matches');
  });

  it('a ref found before outlives a redraw of the window', async () => {
    const find = async (): Promise<SeenElement | undefined> => ((await scene.desk.observe({ what: 'elements', window: 'Mousepad', find: 'text' })).data['elements'] as SeenElement[]).find(({ role }) => role === 'text');
    const before = await find();
    await scene.bed.output('wmctrl', ['-r', 'Mousepad', '-e', '0,260,60,520,360']);
    await until(async () => (await find())?.box?.join() !== before?.box?.join(), 60_000, 'the window elsewhere');
    expect((await find())?.ref).toBe(before?.ref);
    await scene.does({ action: 'type', ref: before?.ref ?? '', text: 'still here' });
    await scene.does({ action: 'key', keys: 'ctrl+a ctrl+c' });
    await until(async () => (await scene.bed.output('xclip', ['-selection', 'clipboard', '-o'])) === 'still here', 60_000, 'the text in the clipboard');
    expect((await find())?.value).toBe('still here');
  });
});

describe('a program that is busy', () => {
  const look = async (): Promise<Outcome> => scene.desk.observe({ what: 'elements', window: 'Mousepad' });
  const names = ({ data }: Outcome): string[] => (data['elements'] as SeenElement[]).map(({ role, name }) => `${role} ${name}`);

  it('is waited for: all its elements are told, a ref still leads to its element', async () => {
    const before = await look();
    const file = (before.data['elements'] as SeenElement[]).find(({ name }) => name === 'File')?.ref ?? '';
    process.kill(editor, 'SIGSTOP');
    // Longer than a question waits for its answer.
    setTimeout(() => process.kill(editor, 'SIGCONT'), 2500);
    const [during, pressed] = await Promise.all([look(), scene.desk.computer({ action: 'click', ref: file })]);
    expect(pressed.error).toBeUndefined();
    expect(during.status).toBe('success');
    expect(names(during)).toEqual(expect.arrayContaining(names(before)));
    await scene.does({ action: 'key', keys: 'escape' });
  });

  it('and does not answer at all: that is said, of the elements and of a ref', async () => {
    const file = ((await look()).data['elements'] as SeenElement[]).find(({ name }) => name === 'File')?.ref ?? '';
    process.kill(editor, 'SIGSTOP');
    try {
      const [during, pressed] = await Promise.all([look(), scene.desk.computer({ action: 'press', ref: file })]);
      expect(during.status).toBe('partial');
      expect(during.text).toContain('"mousepad" is busy and does not answer');
      expect(pressed.error?.code).toBe('TIMEOUT');
    } finally {
      process.kill(editor, 'SIGCONT');
    }
    await until(async () => names(await look()).includes('menu File'), 60_000, 'the elements again');
  });
});
