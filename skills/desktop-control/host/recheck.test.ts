import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SeenElement, SeenWindow } from '../protocol';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let bed: TestBed;
let desk: TestSkill;

beforeAll(async () => {
  const [made, host] = await Promise.all([startTestBed(), buildHost('recheck')]);
  bed = made;
  desk = openTestSkill(bed, host);
});

afterAll(async () => {
  desk?.skill.dispose();
  await bed?.stop();
});

async function shown(title: string): Promise<SeenWindow> {
  let found: SeenWindow | undefined;
  const look = async (): Promise<boolean> => {
    found = ((await desk.observe({ what: 'elements' })).data['windows'] as SeenWindow[]).find((window) => window.title.includes(title));
    return found !== undefined;
  };
  await until(look, 20_000, `window "${title}"`);
  if (!found) throw new Error(title);
  return found;
}

async function field(name: string, place: string): Promise<{ presses(): number; window: SeenWindow }> {
  const log = join(bed.folder, `${name}.log`);
  bed.run('sh', '-c', `exec xev -name ${name} -geometry ${place} -event button -event mouse > ${log}`);
  const window = await shown(name);
  return { presses: () => readFileSync(log, 'utf8').match(/ButtonPress event/g)?.length ?? 0, window };
}

async function terminal(name: string, place: string): Promise<{ written(): string }> {
  const file = join(bed.folder, `${name}.txt`);
  bed.run('xterm', '-title', name, '-geometry', place, '-e', 'sh', '-c', `stty -echo; cat > ${file}`);
  await shown(name);
  await until(() => existsSync(file), 20_000, file);
  return { written: () => readFileSync(file, 'utf8') };
}

const middle = ({ box: [x, y, width, height] }: SeenWindow): { x: number; y: number } => ({ x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) });

describe('what was judged is what is met', () => {
  it('clicks when nothing has changed', async () => {
    const judged = await field('steady', '300x200+40+40');
    expect((await desk.judged({ action: 'click', ...middle(judged.window) }, async () => undefined)).error).toBeUndefined();
    await until(() => judged.presses() === 1, 10_000, 'the press');
  });

  it('sends nothing to a window that has come in front of the judged one', async () => {
    const judged = await field('judged', '300x200+400+40');
    let thief = { presses: (): number => -1 };
    const outcome = await desk.judged({ action: 'click', ...middle(judged.window) }, async () => {
      thief = await field('thief', '300x200+400+40');
    });
    expect(outcome.error?.code).toBe('CONFLICT');
    expect(outcome.text).toContain('thief');
    expect([judged.presses(), thief.presses()]).toEqual([0, 0]);
  });

  it('sends nothing to a menu that has opened at the point', async () => {
    bed.run('mousepad', '--disable-server');
    await shown('Mousepad');
    await desk.computer({ action: 'focus_window', text: 'Mousepad' });
    const menus = (await desk.observe({ what: 'elements', window: 'Mousepad', find: 'File' })).data['elements'] as SeenElement[];
    const file = menus.find((element) => element.role === 'menu');
    if (!file?.box) throw new Error('no File menu');
    const below = { x: file.box[0] + 30, y: file.box[1] + file.box[3] + 90 };
    const outcome = await desk.judged({ action: 'click', ...below }, async () => {
      const opened = await desk.computer({ action: 'click', ref: file.ref });
      expect(opened.error).toBeUndefined();
    });
    expect(outcome.error?.code).toBe('CONFLICT');
    await desk.computer({ action: 'key', keys: 'escape' });
  });

  it('sends no Enter to a dialog that has opened since', async () => {
    await desk.computer({ action: 'focus_window', text: 'Mousepad' });
    await desk.computer({ action: 'type', text: 'unsaved' });
    const outcome = await desk.judged({ action: 'key', keys: 'enter' }, async () => {
      await desk.computer({ action: 'key', keys: 'ctrl+w' });
      await until(async () => ((await desk.observe({ what: 'elements' })).data['windows'] as SeenWindow[]).some((window) => window.active && !window.title.includes('Mousepad')), 15_000, 'the question');
    });
    expect(outcome.error?.code).toBe('CONFLICT');
    await desk.computer({ action: 'key', keys: 'escape' });
  });

  it('gives the focus back to the window that keys were judged for', async () => {
    const judged = await terminal('judged-keys', '50x8+40+420');
    await desk.computer({ action: 'focus_window', text: 'judged-keys' });
    let other = { written: (): string => '' };
    const outcome = await desk.judged({ action: 'type', text: 'to the judged one\n' }, async () => {
      other = await terminal('other-keys', '50x8+600+420');
      await desk.computer({ action: 'focus_window', text: 'other-keys' });
    });
    expect(outcome.error).toBeUndefined();
    await until(() => judged.written() === 'to the judged one\n', 10_000, 'the line');
    expect(other.written()).toBe('');
  });
});
