import { fork } from 'node:child_process';
import { readFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HostReply, SeenElement, SeenWindow } from '../protocol';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';

/** What the window under test saw is the truth here: xev's log, the file `cat` wrote, xclip. */
let bed: TestBed;
let host: string;
let desk: TestSkill;

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

beforeAll(async () => {
  [bed, host] = await Promise.all([startTestBed(), buildHost('desktop')]);
  desk = openTestSkill(bed, host);
  expect(await desk.skill.status()).toEqual({ available: true, reason: '' });
});

afterAll(async () => {
  desk?.skill.dispose();
  await bed?.stop();
});

async function windows(): Promise<SeenWindow[]> {
  return (await desk.observe({ what: 'elements' })).data['windows'] as SeenWindow[];
}

async function windowTitled(title: string): Promise<SeenWindow> {
  let found: SeenWindow | undefined;
  await until(async () => (found = (await windows()).find((window) => window.title.includes(title))) !== undefined, 15_000, `window "${title}"`);
  if (!found) throw new Error(title);
  return found;
}

async function focus(title: string): Promise<SeenWindow> {
  await windowTitled(title);
  const outcome = await desk.computer({ action: 'focus_window', text: title });
  expect(outcome.error).toBeUndefined();
  return windowTitled(title);
}

/** One terminal for all: it writes what it is given to a file; `since` is what has come from now on. */
let terminal = false;

async function typewriter(): Promise<{ since(): string }> {
  const file = join(bed.folder, 'typed.txt');
  if (!terminal) {
    terminal = true;
    bed.run('xterm', '-title', 'typewriter', '-geometry', '80x20+40+40', '-e', 'sh', '-c', `stty -echo; cat > ${file}`);
    await windowTitled('typewriter');
    await until(() => existsSync(file), 10_000, file);
  }
  await focus('typewriter');
  const before = readFileSync(file, 'utf8').length;
  return { since: () => readFileSync(file, 'utf8').slice(before) };
}

async function arrives(typed: { since(): string }, text: string): Promise<void> {
  await until(() => typed.since() === text, 15_000, 'the text').catch(() => undefined);
  expect(typed.since()).toBe(text);
}

describe('mouse', () => {
  let log: string;
  let window: SeenWindow;
  /** One entry an event, each judged by itself: what one lacks must not be found in the next. */
  const events = (): string[] => readFileSync(log, 'utf8').split(/\n(?=\w+ event,)/);
  const seen = (kind: string, ...signs: string[]): number => events().filter((event) => event.startsWith(`${kind} event`) && signs.every((sign) => event.includes(sign))).length;
  const at = ({ x, y }: { x: number; y: number }): string => `root:(${x},${y})`;

  beforeAll(async () => {
    log = join(bed.folder, 'xev.log');
    bed.run('sh', '-c', `exec xev -name mouse-field -geometry 300x200+700+400 -event mouse -event button -event keyboard > ${log}`);
    window = await focus('mouse-field');
  });

  function inside(dx: number, dy: number): { x: number; y: number } {
    return { x: window.box[0] + dx, y: window.box[1] + dy };
  }

  it.each([
    ['click', 1, 1],
    ['right_click', 3, 1],
    ['middle_click', 2, 1],
    ['double_click', 1, 2],
    ['triple_click', 1, 3],
  ])('%s presses button %i %i times at the very pixel', async (action, button, times) => {
    await desk.observe({ what: 'elements' });
    const point = inside(100, 90);
    const presses = (): number => seen('ButtonPress', at(point), `button ${button},`);
    const before = presses();
    expect((await desk.computer({ action, ...point })).error).toBeUndefined();
    await until(() => presses() === before + times, 15_000, `${times} presses of button ${button}`);
  });

  it.each([
    ['up 2', 4, 2],
    ['down 5', 5, 5],
    ['left 1', 6, 1],
    ['right 3', 7, 3],
  ])('scroll %s is button %i, %i times', async (to, button, times) => {
    const presses = (): number => seen('ButtonPress', `button ${button},`);
    const before = presses();
    expect((await desk.computer({ action: 'scroll', ...inside(80, 80), to })).error).toBeUndefined();
    await until(() => presses() === before + times, 15_000, `${times} notches`);
  });

  it('drags with the button down from the first to the last pixel', async () => {
    const from = inside(60, 60);
    const to = inside(160, 120);
    expect((await desk.computer({ action: 'drag', ...from, to })).error).toBeUndefined();
    await until(() => seen('ButtonRelease', at(to)) === 1, 15_000, 'the release');
    expect(seen('ButtonPress', at(from))).toBe(1);
    expect(seen('MotionNotify', 'state 0x100')).toBeGreaterThan(5);
  });

  it('drags from where the pointer is when no place is given', async () => {
    const from = inside(90, 30);
    const to = inside(30, 90);
    expect((await desk.computer({ action: 'move', ...from })).error).toBeUndefined();
    expect((await desk.computer({ action: 'drag', to })).error).toBeUndefined();
    await until(() => seen('ButtonRelease', at(to)) === 1, 15_000, 'the release');
    expect(seen('ButtonPress', at(from))).toBe(1);
  });

  it.each([
    ['drag', 1],
    ['click', 1],
    ['triple_click', 3],
  ])('%s under a window manager that is slow, which freezes the pointer, is no hand of the person', async (action, times) => {
    const from = inside(40 + times, 40);
    const presses = (): number => seen('ButtonPress', at(from));
    const before = presses();
    setTimeout(await bed.freeze(), 200);
    const outcome = await desk.computer({ action, ...from, ...(action === 'drag' ? { to: inside(120, 120) } : {}) });
    expect(outcome.error).toBeUndefined();
    await until(() => presses() === before + times, 15_000, `${times} presses`);
  });

  it('every press of many quick double clicks arrives', async () => {
    const presses = (): number => seen('ButtonPress', 'button 1,');
    const before = presses();
    for (let time = 0; time < 12; time += 1) expect((await desk.computer({ action: 'double_click', ...inside(40 + 12 * time, 100) })).error).toBeUndefined();
    await until(() => presses() === before + 24, 15_000, '24 presses');
  });

  it.each([
    ['a click and then text', [{ action: 'click', x: 1 }, { action: 'type', text: 'ab' }]],
    ['text at a point', [{ action: 'type', x: 1, text: 'ab' }]],
    ['keys at a point', [{ action: 'key', x: 1, keys: 'a b' }]],
  ])('%s go to the window that was clicked, however slow the window manager is', async (_, acts) => {
    const typed = await typewriter();
    const keys = (): number => seen('KeyPress', ', a)') + seen('KeyPress', ', b)');
    const before = keys();
    setTimeout(await bed.freeze(), 700);
    for (const { x, ...act } of acts) expect((await desk.computer({ ...act, ...(x === undefined ? {} : inside(150, 150)) })).error).toBeUndefined();
    await until(() => keys() === before + 2, 15_000, 'the keys');
    expect(typed.since()).toBe('');
  });

  it('a stop does not wait for a window manager that does not answer, and nothing stays down', async () => {
    await typewriter();
    const thaw = await bed.freeze();
    try {
      const running = desk.computer({ action: 'drag', ...inside(60, 60), to: inside(160, 120) });
      await until(buttonDown, 15_000, 'the button');
      await desk.skill.stop();
      expect((await running).error?.code).toBe('CANCELLED');
    } finally {
      thaw();
    }
    await until(async () => !(await buttonDown()), 15_000, 'the release');
    expect((await desk.computer({ action: 'click', ...inside(60, 60) })).error).toBeUndefined();
  });

  it('refuses a point outside the picture and an unknown capture, and sends nothing', async () => {
    const before = statSync(log).size;
    expect((await desk.computer({ action: 'click', x: 1280, y: 10 })).error?.code).toBe('OUT_OF_RANGE');
    expect((await desk.computer({ action: 'click', x: -1, y: 10 })).error?.code).toBe('OUT_OF_RANGE');
    expect((await desk.computer({ action: 'click', x: 10, y: 10, capture: 'nope' })).error?.code).toBe('STALE_CAPTURE');
    expect((await desk.computer({ action: 'click', x: 10 })).error?.code).toBe('INVALID_PARAM');
    expect(statSync(log).size).toBe(before);
  });

  it('presses chords in order and lets go in reverse', async () => {
    await desk.computer({ action: 'key', keys: 'ctrl+shift+F5' });
    const keys = (): string[] =>
      events()
        .map((event) => /^Key(Press|Release) event[^]*keysym 0x[0-9a-f]+, (\w+)/.exec(event))
        .flatMap((match) => (match ? [`${match[1]} ${match[2]}`] : []))
        .slice(-6);
    await until(() => keys().at(-1) === 'Release Control_L', 15_000, 'the release of Control');
    expect(keys()).toEqual(['Press Control_L', 'Press Shift_L', 'Press F5', 'Release F5', 'Release Shift_L', 'Release Control_L']);
  });

  it('refuses an unknown key whole', async () => {
    const before = statSync(log).size;
    const outcome = await desk.computer({ action: 'key', keys: 'ctrl+bogus' });
    expect(outcome.error?.code).toBe('INVALID_PARAM');
    expect(outcome.text).toContain('bogus');
    expect(statSync(log).size).toBe(before);
  });

  it('says so when nothing changed', async () => {
    const outcome = await desk.computer({ action: 'key', keys: 'F7' });
    expect(outcome.status).toBe('success');
    expect(outcome.data['effect']).toMatchObject({ changed: false });
    expect(outcome.text).toContain('no visible change');
  });
});

describe('text', () => {
  it.each([
    ['ascii', 'info@yahoo.com #1 $5 & (x) {y} "q" <a> a_b: [1] \\ | ~ ^ ` \'z\' =+-*/;,.?!%\n'],
    ['accents', 'Café naïve Übergröße ñandú\n'],
    ['chinese', '合计 1,234.50 元；美国\n'],
    ['emoji and right to left', '😀x שלום مرحبا\n'],
    ['tabs', 'a\tb\tc\n\td\n'],
  ])('%s arrives exactly in a terminal', async (_, text) => {
    const typed = await typewriter();
    const outcome = await desk.computer({ action: 'type', text });
    expect(outcome.error).toBeUndefined();
    await arrives(typed, text);
  });

  it('arrives exactly in an editor, and the clipboard is as before', async () => {
    const before = `what was there: é ${'合计 '.repeat(150_000)}`;
    await bed.feed('xclip', ['-selection', 'clipboard', '-i'], before);
    bed.run('mousepad');
    await focus('Mousepad');
    const text = `Line one: "quoted" (c) -- ${'x'.repeat(200)}\nCafé 合计 😀\n\tindented\nlast`;
    expect((await desk.computer({ action: 'type', text })).error).toBeUndefined();
    expect((await bed.output('xclip', ['-selection', 'clipboard', '-o'])) === before).toBe(true);
    const seen = (await desk.observe({ what: 'elements', find: 'Line one' })).data['elements'] as SeenElement[];
    expect(seen.length).toBeGreaterThan(0);
    await desk.computer({ action: 'key', keys: 'ctrl+a ctrl+c' });
    expect(await bed.output('xclip', ['-selection', 'clipboard', '-o'])).toBe(text);
  });

  it('names a character that cannot be typed and types nothing', async () => {
    const typed = await typewriter();
    const outcome = await desk.computer({ action: 'type', text: 'good\u0007bad' });
    expect(outcome.error?.code).toBe('INVALID_PARAM');
    expect(outcome.text).toContain('U+0007');
    expect(typed.since()).toBe('');
  });

  it.each(['fr', 'de', 'us,ru'])('arrives exactly under the %s layout', async (layout) => {
    const typed = await typewriter();
    await bed.output('setxkbmap', ['-layout', layout]);
    try {
      const text = 'A1 zq@#{}[] élan 2+2=4\n';
      expect((await desk.computer({ action: 'type', text })).error).toBeUndefined();
      await arrives(typed, text);
    } finally {
      await bed.output('setxkbmap', ['-layout', 'us']);
    }
  });
});

describe('safety', () => {
  it('refuses all input while held, and works again after', async () => {
    const typed = await typewriter();
    desk.skill.hold(true);
    for (const act of [{ action: 'type', text: 'no' }, { action: 'key', keys: 'a' }, { action: 'click', x: 100, y: 100 }, { action: 'open_app', text: 'xterm' }]) {
      expect((await desk.computer(act)).error?.code).toBe('FORBIDDEN');
    }
    desk.skill.hold(false);
    expect((await desk.computer({ action: 'type', text: 'yes\n' })).error).toBeUndefined();
    await arrives(typed, 'yes\n');
  });

  it('stops in the middle of typing with no key left down', async () => {
    const typed = await typewriter();
    const running = desk.computer({ action: 'type', text: `${'abcdefgh'.repeat(400)}\n` });
    await until(async () => (await desk.skill.frame()) !== null, 15_000, 'a frame');
    await desk.skill.stop();
    expect((await running).error?.code).toMatch(/CANCELLED|EXECUTION_ERROR/);
    expect(await keysDown()).toBe('0');
    const after = await desk.computer({ action: 'key', keys: 'enter' });
    expect(after.error).toBeUndefined();
    await until(() => typed.since().endsWith('\n'), 15_000, 'the line');
    expect(typed.since().length).toBeLessThan(3201);
  });

  it('stops typing when another window takes the focus, and says which', async () => {
    const typed = await typewriter();
    const stolen = join(bed.folder, 'stolen.txt');
    const running = desk.computer({ action: 'type', text: `${'abcdefgh'.repeat(450)}\n` });
    await until(async () => (await desk.skill.frame()) !== null, 15_000, 'a frame');
    const thief = bed.run('xterm', '-title', 'thief', '-geometry', '40x5+700+20', '-e', 'sh', '-c', `stty -echo -icanon; cat > ${stolen}`);
    const outcome = await running;
    expect(outcome.error?.code).toBe('FOCUS_LOST');
    expect(outcome.text).toContain('"thief" (xterm)');
    const [, count] = /(\d+) of 3601 characters/.exec(outcome.text) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    await until(() => existsSync(stolen), 10_000, 'the other window');
    expect(readFileSync(stolen, 'utf8').length).toBeLessThanOrEqual(2);
    if (thief.pid !== undefined) process.kill(-thief.pid, 'SIGKILL');
    await focus('typewriter');
    await desk.computer({ action: 'key', keys: 'enter' });
    await until(() => typed.since().endsWith('\n'), 15_000, 'the line');
  });

  it('never tells of, clicks or types into its own windows', async () => {
    const child = bed.run('mousepad', '--disable-server');
    let own: SeenWindow | undefined;
    await until(async () => (own = (await windows()).find((window) => window.pid === child.pid)) !== undefined, 15_000, 'the window');
    if (!own || child.pid === undefined) throw new Error('no window');
    await desk.computer({ action: 'focus_window', text: String(own.id) });
    const guarded = openTestSkill(bed, host, [child.pid]);
    try {
      const sight = await guarded.observe({});
      expect((sight.data['windows'] as SeenWindow[]).some((window) => window.id === own?.id)).toBe(false);
      const [x, y, width, height] = own.box;
      const middle = { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
      for (const act of [{ action: 'click', ...middle }, { action: 'key', keys: 'a' }, { action: 'type', text: 'a' }, { action: 'scroll', ...middle, to: 'down' }, { action: 'drag', x: 2, y: 2, to: middle }]) {
        expect((await guarded.computer(act)).error?.code, act.action).toBe('FORBIDDEN');
      }
      expect((await guarded.facts({ action: 'click', ...middle })).input?.window.own).toBe(true);
    } finally {
      guarded.skill.dispose();
    }
  });

  it('starts again after the host dies, and answers what was waiting', async () => {
    const typed = await typewriter();
    const running = desk.computer({ action: 'hold_key', keys: 'shift', text: '15' });
    await until(async () => (await keysDown()) !== '0', 15_000, 'the key');
    const pids = (await bed.output('pgrep', ['-f', host])).trim().split('\n').filter((pid) => Number(pid) > 0);
    for (const pid of pids) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        continue;
      }
    }
    expect((await running).error?.code).toBe('EXECUTION_ERROR');
    expect((await desk.skill.status()).available).toBe(true);
    await until(async () => (await keysDown()) === '0', 15_000, 'the release');
    await desk.computer({ action: 'type', text: 'ok\n' });
    await arrives(typed, 'ok\n');
  });

  it('killed with keys and a button down and not started again, it leaves none down, and no process', async () => {
    await typewriter();
    const child = fork(host, [], { env: { ...bed.environment, DESKWRIGHT_OWN_PIDS: String(process.pid) }, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const replies: HostReply[] = [];
    child.on('message', (reply) => replies.push(reply as HostReply));
    await until(() => replies.some((reply) => 'ready' in reply && reply.ready.available), 60_000, 'the host');
    child.send({ id: 1, method: 'act', params: { action: 'mouse_down' } });
    await until(() => replies.some((reply) => 'id' in reply && 'result' in reply), 60_000, 'the button');
    child.send({ id: 2, method: 'act', params: { action: 'hold_key', keys: 'ctrl+shift', text: '20' } });
    await until(async () => (await keysDown()) !== '0', 60_000, 'the keys');
    expect(await buttonDown()).toBe(true);
    const started = (await bed.output('pgrep', ['-P', String(child.pid)])).trim().split('\n').map(Number);
    expect(started.length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await until(async () => (await keysDown()) === '0' && !(await buttonDown()), 60_000, 'the release');
    await until(() => !started.some(isRunning), 60_000, 'the end of what it had started');
  });

  it('tells the gate where keys would go, without doing anything', async () => {
    const typed = await typewriter();
    const { input } = await desk.facts({ action: 'type', text: 'rm -rf /\n' });
    expect(input).toMatchObject({ action: 'type', text: 'rm -rf /\n', app: 'xterm', window: { title: 'typewriter', terminal: true, own: false, dialog: false } });
    expect(input?.picture?.image.length).toBeGreaterThan(1000);
    expect((await desk.facts({ action: 'open_app', text: '文本编辑器' })).input?.launches).toBe('Mousepad');
    expect((await desk.facts({ action: 'click', x: 5000, y: 5 })).fault?.code).toBe('OUT_OF_RANGE');
    expect(typed.since()).toBe('');
  });
});

describe('programs', () => {
  it('opens a program that has the focus then, however slow the window manager is', async () => {
    await typewriter();
    const script = join(bed.folder, 'slow-manager.sh');
    writeFileSync(script, `#!/bin/sh\nexec xterm -title fresh -geometry 30x5+20+420\n`, { mode: 0o755 });
    const other = openTestSkill({ environment: { ...bed.environment, PATH: `${bed.folder}:${bed.environment['PATH'] ?? ''}` } }, host);
    try {
      expect((await other.skill.status()).available).toBe(true);
      const thaw = await bed.freeze();
      const opening = other.computer({ action: 'open_app', text: 'slow-manager.sh' });
      setTimeout(thaw, 700);
      expect((await opening).data['done']).toMatchObject({ window: { title: 'fresh' } });
      expect((await windows()).find(({ active }) => active)?.title).toBe('fresh');
    } finally {
      other.skill.dispose();
    }
  });

  it('opens a program, waits for its window, and keeps our secrets from it', async () => {
    const script = join(bed.folder, 'show-environment.sh');
    writeFileSync(script, `#!/bin/sh\nenv > ${bed.folder}/environment.txt\nexec xterm -title shown\n`, { mode: 0o755 });
    const other = openTestSkill({ environment: { ...bed.environment, OPENAI_API_KEY: 'sk-secret-value', PATH: `${bed.folder}:${bed.environment['PATH'] ?? ''}` } }, host);
    try {
      const outcome = await other.computer({ action: 'open_app', text: 'show-environment.sh' });
      expect(outcome.data['done']).toMatchObject({ window: { title: 'shown' } });
      const environment = readFileSync(join(bed.folder, 'environment.txt'), 'utf8');
      expect(environment).not.toContain('sk-secret-value');
      expect(environment).toContain('DISPLAY=');
    } finally {
      other.skill.dispose();
    }
  });

  it('says which program is not there', async () => {
    expect((await desk.computer({ action: 'open_app', text: 'no-such-program' })).error?.code).toBe('NOT_FOUND');
  });
});

/** One that is only waiting to be buried runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function buttonDown(): Promise<boolean> {
  const { connect, ask } = await import('./platform/linux/connection');
  const connection = await connect(bed.display, 15_000);
  const found = await ask<{ keyMask: number }>((callback) => connection.client.QueryPointer(connection.root, callback));
  connection.client.terminate();
  return ((found?.keyMask ?? 0) & 0x100) !== 0;
}

async function keysDown(): Promise<string> {
  const { connect, ask } = await import('./platform/linux/connection');
  const connection = await connect(bed.display, 15_000);
  const keys = await ask<Buffer>((callback) => connection.client.QueryKeymap(callback));
  connection.client.terminate();
  return String(keys?.reduce((sum, byte) => sum + byte, 0) ?? 'none');
}
