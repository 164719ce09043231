import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { toScreen } from '../../../coordinates';
import { openWindowsDesktop, type WindowsDesktop } from './helper';
import { script } from './script';

/** Answers as the helper does on a desktop of two displays: a larger one, scaled, left of and above the primary. */
const helper = `
const displays = [{ x: 0, y: 0, width: 1920, height: 1080, primary: true, dpi: 96 }, { x: -2560, y: -360, width: 2560, height: 1440, primary: false, dpi: 144 }];
let at = { x: 0, y: 0 };
const say = (answer) => process.stdout.write(JSON.stringify(answer) + '\\n');
say({ ready: true });
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [what, x, y] = line.split(' ');
  if (what === 'displays') say({ displays });
  else if (what === 'pointer') say(at);
  else if (what === 'move' && displays.some((d) => x >= d.x && y >= d.y && x < d.x + d.width && y < d.y + d.height)) { at = { x: Number(x), y: Number(y) }; say({}); }
  else if (what === 'move') say({ error: 'Windows did not move the pointer' });
  else if (what === 'grab') {
    const picture = Buffer.alloc(64 * 50 * 4, 10);
    say({ width: 64, height: 50, bytes: picture.length });
    // In pieces, as pipes give them.
    for (let from = 0; from < picture.length; from += 1000) process.stdout.write(picture.subarray(from, from + 1000));
  } else process.exit(3);
});
`;

let opened: WindowsDesktop | null = null;
afterEach(() => opened?.close());

async function open(source = helper): Promise<WindowsDesktop> {
  opened = await openWindowsDesktop((): ChildProcess => spawn(process.execPath, ['-e', source], { stdio: ['pipe', 'pipe', 'ignore'] }));
  return opened;
}

describe('the Windows desktop', () => {
  it('begins at 0,0 and has its displays where they stand to one another, each with its scale', async () => {
    expect(await (await open()).displays()).toEqual([
      { id: 0, primary: true, x: 2560, y: 360, width: 1920, height: 1080, scale: 1 },
      { id: 1, primary: false, x: 0, y: 0, width: 2560, height: 1440, scale: 1.5 },
    ]);
  });

  it('puts the pointer on every pixel that is asked for, negative ones too', async () => {
    const desktop = await open();
    for (const display of await desktop.displays()) {
      const capture = { id: 'c', display: display.id, width: display.width / 2, height: display.height / 2, scale: 2, origin: { x: display.x, y: display.y }, covers: { width: display.width, height: display.height } };
      for (const [x, y] of [[0, 0], [capture.width - 1, 0], [0, capture.height - 1], [capture.width - 1, capture.height - 1], [333, 77]] as const) {
        const point = toScreen(capture, { x, y });
        await desktop.move(point);
        expect(await desktop.pointer()).toEqual(point);
      }
    }
    expect(desktop.placed({ x: -2560, y: -360, width: 9, height: 9 })).toEqual({ x: 0, y: 0, width: 9, height: 9 });
  });

  it('gives a picture whole, and goes on after it', async () => {
    const desktop = await open();
    const [frame, at] = await Promise.all([desktop.grab(), desktop.pointer()]);
    expect([frame.width, frame.height, frame.data.length]).toEqual([64, 50, 64 * 50 * 4]);
    expect([...frame.data.subarray(-4)]).toEqual([10, 10, 10, 255]);
    expect(at).toEqual({ x: 2560, y: 360 });
  });

  it('says when the pointer can not go there, when the helper ends, and when it talks nonsense', async () => {
    const desktop = await open();
    await expect(desktop.move({ x: 9000, y: 0 })).rejects.toThrow('did not move');
    desktop.close();
    await expect(desktop.pointer()).rejects.toThrow('ended');
    await expect(open('console.log("hello"); setInterval(() => {}, 1000)')).rejects.toThrow('not understood');
    await expect(openWindowsDesktop(() => spawn('no-such-program-here', [], { stdio: ['pipe', 'pipe', 'ignore'] }))).rejects.toThrow();
  });

  it('fits in a Windows command line', () => {
    expect(Buffer.from(script, 'utf16le').toString('base64').length).toBeLessThan(32_000);
  });
});
