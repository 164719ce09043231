import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { usualPrivateWindows } from '../../../preload/contract/private-windows';
import { isPrivateWindow } from '../private-windows';
import type { SeenWindow } from '../protocol';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';
import type { Outcome } from '../../../main/tools/tool';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

describe('which windows are private', () => {
  it.each([
    ['KeePassXC', 'Passwords.kdbx - KeePassXC', 'keepassxc'],
    ['a private window of Firefox', 'Bank — Mozilla Firefox Private Browsing', 'firefox'],
    ['an incognito window of Chrome', '新标签页 - Google Chrome (无痕模式)', 'chrome'],
    ['Bitwarden by its program alone', '', 'bitwarden'],
  ])('%s', (_, title, app) => {
    expect(isPrivateWindow(usualPrivateWindows, { title, app })).toBe(true);
  });

  it('nothing else is, and blank words mean nothing', () => {
    expect(isPrivateWindow(usualPrivateWindows, { title: 'Untitled 1 - LibreOffice Calc', app: 'soffice' })).toBe(false);
    expect(isPrivateWindow(['', '  '], { title: 'x', app: 'y' })).toBe(false);
  });
});

describe('on a desktop', () => {
  let bed: TestBed;
  let desk: TestSkill;

  beforeAll(async () => {
    const [made, host] = await Promise.all([startTestBed(), buildHost('privacy')]);
    bed = made;
    desk = openTestSkill(bed, host);
    bed.run('xterm', '-bg', '#ff0000', '-title', 'KeePassXC - my bank', '-geometry', '40x12+60+60', '-e', 'sleep', '600');
    bed.run('xterm', '-bg', '#00ff00', '-title', 'recipes', '-geometry', '40x12+700+400', '-e', 'sleep', '600');
    await until(async () => (await windows()).length === 2, 60_000, 'two windows');
    await until(async () => ((await colours('recipes'))[1] ?? 0) > 200, 60_000, 'the green window');
  });

  afterAll(async () => {
    desk?.skill.dispose();
    await bed?.stop();
  });

  const windows = async (): Promise<SeenWindow[]> => (await desk.observe({ what: 'elements' })).data['windows'] as SeenWindow[];

  /** Average colour of the middle of a window in the picture. */
  async function colours(title: string): Promise<number[]> {
    let outcome: Outcome = await desk.observe({ what: 'screenshot' });
    if (!outcome.images) outcome = await desk.observe({ what: 'screenshot' });
    const window = (outcome.data['windows'] as SeenWindow[]).find((candidate) => candidate.title.includes(title));
    if (!window) throw new Error(title);
    const [x, y, width, height] = window.box;
    const { data, info } = await sharp(outcome.images?.[0]?.bytes)
      .extract({ left: x + 40, top: y + 60, width: width - 80, height: height - 90 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [0, 1, 2].map((channel) => {
      let sum = 0;
      for (let at = channel; at < data.length; at += info.channels) sum += data[at] ?? 0;
      return Math.round(sum / (data.length / info.channels));
    });
  }

  it('a private window is black in the picture, and its title and elements are not told', async () => {
    const [red, green, blue] = await colours('private window');
    expect(Math.max(red ?? 255, green ?? 255, blue ?? 255)).toBeLessThan(6);
    const sight = await desk.observe({});
    expect(JSON.stringify(sight.data) + sight.text).not.toContain('my bank');
    expect((await desk.observe({ what: 'elements', window: 'KeePass' })).error?.code).toBe('NOT_FOUND');
    const acted = await desk.computer({ action: 'focus_window', text: 'recipes' });
    expect(JSON.stringify(acted.data) + acted.text).not.toContain('my bank');
    expect((await desk.skill.frame())?.image.length).toBeGreaterThan(1000);
  });

  it('the list is the person\'s', async () => {
    desk.skill.setPrivateWindows(['RECIPES']);
    await until(async () => (await windows()).some((window) => window.title === 'KeePassXC - my bank'), 60_000, 'the other list');
    const [red] = await colours('KeePassXC');
    expect(red).toBeGreaterThan(200);
    const [, green] = await colours('private window');
    expect(green).toBeLessThan(6);
    desk.skill.setPrivateWindows(usualPrivateWindows);
  });

  it('an unchanged picture is given once, again when it is asked for once more, and a changed one at once', async () => {
    await until(async () => (await desk.observe({ what: 'screenshot' })).images !== undefined, 60_000, 'a picture');
    const second = await desk.observe({ what: 'screenshot' });
    expect(second.images).toBeUndefined();
    expect(second.data['unchanged']).toBe(true);
    expect(second.text).toContain('unchanged since capture');
    const { id } = second.data['capture'] as { id: string };
    expect((await desk.computer({ action: 'move', x: 5, y: 5, capture: id })).error).toBeUndefined();
    expect((await desk.observe({ what: 'screenshot' })).images).toHaveLength(1);
    bed.run('xterm', '-bg', '#0000ff', '-title', 'more', '-geometry', '20x5+300+560', '-e', 'sleep', '600');
    await until(async () => (await windows()).some((window) => window.title === 'more'), 60_000, 'one more window');
    expect((await desk.observe({ what: 'screenshot' })).images).toHaveLength(1);
  });
});
