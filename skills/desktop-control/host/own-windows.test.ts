import sharp from 'sharp';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SeenWindow } from '../protocol';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';
import { connect, type Connection } from './platform/linux/connection';
import { image } from './platform/linux/screen';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** A window of ours stands in front of another; xterms of one colour each, so that a pixel tells whose it is. */
let bed: TestBed;
let host: string;
let desk: TestSkill;
let eyes: Connection;
let ours: ChildProcess;
const place = '50x20+300+200';
/** On both windows, away from their frames. */
const spot = { x: 450, y: 330 };

beforeAll(async () => {
  [bed, host] = await Promise.all([startTestBed(), buildHost('own-windows')]);
  eyes = await connect(bed.display, 10_000);
  // Turns blue when it is told to.
  const turn = join(bed.folder, 'turn');
  bed.run('xterm', '-bg', '#00ff00', '-title', 'work', '-geometry', place, '-e', 'sh', '-c', `while ! test -e ${turn}; do sleep 0.1; done; printf '\\033]11;#0000ff\\007'; touch ${turn}ed; sleep 600`);
  await until(async () => (await onScreen()).join() === '0,255,0', 60_000, 'the window behind');
  ours = bed.run('xterm', '-bg', '#ff0000', '-title', 'Ours', '-geometry', place, '-e', 'sleep', '600');
  await until(async () => (await onScreen()).join() === '255,0,0', 60_000, 'our window in front');
  desk = openTestSkill(bed, host, [ours.pid ?? 0]);
});

afterAll(async () => {
  desk?.skill.dispose();
  eyes?.client.terminate();
  await bed?.stop();
});

/** What the person sees there: red, green, blue. */
async function onScreen(): Promise<number[]> {
  const { data } = await image(eyes, eyes.root, { ...spot, width: 1, height: 1 });
  return [data[2] ?? 0, data[1] ?? 0, data[0] ?? 0];
}

/** What the model is shown there, to the nearest pure colour. */
async function inPicture(at = spot): Promise<number[]> {
  let outcome = await desk.observe({ what: 'screenshot' });
  if (!outcome.images) outcome = await desk.observe({ what: 'screenshot' });
  const { data, info } = await sharp(outcome.images?.[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
  const from = (at.y * info.width + at.x) * info.channels;
  return [...data.subarray(from, from + 3)].map((value) => Math.round(value / 15) * 15);
}

describe('our own windows', () => {
  it('are not in the picture: what stands behind them is, and the person sees no flicker', async () => {
    const seen = new Set<string>();
    let done = false;
    const watching = (async () => {
      while (!done) seen.add((await onScreen()).join());
    })();
    expect(await inPicture()).toEqual([0, 255, 0]);
    done = true;
    await watching;
    expect([...seen]).toEqual(['255,0,0']);
  });

  it('hide nothing that changes behind them', async () => {
    writeFileSync(join(bed.folder, 'turn'), '');
    await until(() => existsSync(join(bed.folder, 'turned')), 60_000, 'the other colour');
    await until(async () => (await inPicture()).join() === '0,0,255', 60_000, 'the other colour in the picture');
    expect(await onScreen()).toEqual([255, 0, 0]);
  });

  it('leave what changes beside them to be seen, by its effect too', async () => {
    const turn = join(bed.folder, 'beside');
    bed.run('xterm', '-bg', '#00ff00', '-title', 'beside', '-geometry', '30x10+900+500', '-e', 'sh', '-c', `stty -echo; read answer; printf '\\033]11;#ff00ff\\007'; touch ${turn}; sleep 600`);
    const beside = { x: 960, y: 560 };
    await until(async () => (await inPicture(beside)).join() === '0,255,0', 60_000, 'the window beside');
    expect((await desk.computer({ action: 'focus_window', text: 'beside' })).error).toBeUndefined();
    const typed = await desk.computer({ action: 'key', keys: 'enter' });
    expect(typed.data['effect']).toMatchObject({ changed: true });
    await until(async () => (await inPicture(beside)).join() === '255,0,255', 60_000, 'its other colour');
  });

  it('are told of, and a click on them is refused', async () => {
    const outcome = await desk.observe({ what: 'screenshot' });
    const again = outcome.images ? outcome : await desk.observe({ what: 'screenshot' });
    expect(again.text).toMatch(/Deskwright's own window lies over \[\d+, \d+, \d+, \d+\]/);
    expect((again.data['windows'] as SeenWindow[]).map(({ title }) => title)).not.toContain('Ours');
    expect((await desk.computer({ action: 'click', ...spot })).error?.code).toBe('FORBIDDEN');
  });

  it('reveal no private window', async () => {
    desk.skill.setPrivateWindows(['work']);
    await until(async () => (await inPicture()).join() === '0,0,0', 60_000, 'the private window');
    desk.skill.setPrivateWindows([]);
  });

  it('are grey where nothing stands behind them', async () => {
    await bed.output('xdotool', ['search', '--name', '^work$', 'windowunmap', '--sync']);
    await until(async () => (await inPicture()).every((value) => Math.abs(value - 128) <= 15), 60_000, 'grey');
    expect(await onScreen()).toEqual([255, 0, 0]);
  });
});
