import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quoteForShell } from './source/adb';
import { readHierarchy } from './source/elements';
import { usePhone } from './source/phone';
import { pointOf } from './source/screen';
import { wordsFor } from './source/type-text';

const usual = {
  devices: [{ serial: 'R58', state: 'device' }], size: '1080x2400', rotation: 0, packages: ['com.tencent.mm', 'com.android.settings', 'com.oppo.clock', 'org.example.notes'],
  keyboards: ['com.google.android.inputmethod.latin/.LatinIME'], keyboard: 'com.google.android.inputmethod.latin/.LatinIME', front: 'com.android.launcher', text: '', field: 'focused', taps: 0, isProtected: false,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phone-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'path'));
  const program = join(folder, 'adb.js');
  writeFileSync(program, `#!${process.execPath}\n${readFileSync(join(__dirname, 'fake-adb.cjs'), 'utf8')}`);
  chmodSync(program, 0o755);
  for (const name of ['wm', 'dumpsys', 'pm', 'ime', 'settings', 'monkey', 'am', 'input', 'uiautomator', 'screencap']) {
    writeFileSync(join(folder, 'bin', name), '#!/bin/sh\nprintf \'%s\\0\' "$0" "$@" "" >> "$PHONE/arrived"\n', { mode: 0o755 });
  }
  symlinkSync(program, join(folder, 'path', 'adb'));
  set({});
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const set = (state: Partial<typeof usual>): void => writeFileSync(join(folder, 'state.json'), JSON.stringify({ ...usual, ...state }));
const state = (): typeof usual => JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as typeof usual;
const place = (): { data: string; environment: Record<string, string> } => ({ data: join(folder, 'data'), environment: { PATH: join(folder, 'path'), PHONE: folder } });
/** The words that programs of the phone got, without those that only look. */
const arrived = (): string[][] => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as string[]).filter(([name]) => ['input', 'am', 'monkey'].includes(name ?? '')) : []);

async function done(args: Record<string, unknown>): Promise<{ text: string; result: Record<string, unknown>; images: string[] }> {
  const answer = await usePhone(args, place());
  if (answer.status !== 'ok') throw new Error(`${answer.message} ${answer.hint ?? ''}`);
  return { text: answer.text ?? '', result: answer.result as Record<string, unknown>, images: (answer.images ?? []).map(({ path }) => path) };
}

async function refused(args: Record<string, unknown>): Promise<{ code?: string; message: string; hint?: string }> {
  const answer = await usePhone(args, place());
  if (answer.status !== 'error') throw new Error(`It was done: ${answer.text ?? ''}`);
  return answer;
}

describe('a phone', { timeout: 90_000 }, () => {
  it('is chosen, and each reason why it can’t be used says what to do', async () => {
    expect((await done({ action: 'devices' })).text).toBe('R58 Pixel 8: ready');
    expect((await usePhone({ action: 'home' }, { ...place(), environment: { PATH: '/nowhere' } }))).toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringContaining('install') });
    set({ devices: [] });
    expect(await refused({ action: 'home' })).toMatchObject({ code: 'NOT_FOUND', hint: expect.stringContaining('USB debugging') });
    set({ devices: [{ serial: 'a', state: 'unauthorized' }] });
    expect(await refused({ action: 'home' })).toMatchObject({ code: 'ACCESS_DENIED', hint: expect.stringContaining('allow USB debugging') });
    set({ devices: [{ serial: 'a', state: 'no permissions' }] });
    expect(await refused({ action: 'home' })).toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringContaining('udev') });
    set({ devices: [{ serial: 'a', state: 'device' }, { serial: 'b', state: 'device' }] });
    expect(await refused({ action: 'home' })).toMatchObject({ code: 'NOT_UNIQUE', message: expect.stringContaining('a (Pixel 8), b') });
    expect(await refused({ action: 'home', device: 'c' })).toMatchObject({ code: 'NOT_FOUND' });
    expect((await done({ action: 'home', device: 'b' })).text).toContain('Pressed home');
  });

  it('found in ANDROID_HOME does as well', async () => {
    mkdirSync(join(folder, 'sdk', 'platform-tools'), { recursive: true });
    copyFileSync(join(folder, 'adb.js'), join(folder, 'sdk', 'platform-tools', 'adb'));
    expect(await usePhone({ action: 'devices' }, { ...place(), environment: { ANDROID_HOME: join(folder, 'sdk'), PHONE: folder } })).toMatchObject({ status: 'ok' });
  });

  it('is tapped where the point is, in either unit and rotation, and tells what changed', async () => {
    const { text } = await done({ action: 'tap', x: 500, y: 230 });
    expect(text).toBe('Tapped “Taps: 0” at 540, 552. New on the screen: “Taps: 1”. No longer there: “Taps: 0”.');
    await done({ action: 'double_tap', x: 100, y: 900, unit: 'pixels' });
    await done({ action: 'long_press', x: 100, y: 900, unit: 'pixels', milliseconds: 700 });
    await done({ action: 'swipe', x: 500, y: 800, x2: 500, y2: 200 });
    expect(arrived()).toEqual([['input', 'tap', '540', '552'], ['input', 'tap', '100', '900'], ['input', 'tap', '100', '900'], ['input', 'swipe', '100', '900', '100', '900', '700'], ['input', 'swipe', '540', '1920', '540', '480', '300']]);
    set({ size: '2400x1080', rotation: 1 });
    expect((await done({ action: 'size' })).result).toEqual({ width: 2400, height: 1080, rotation: 1 });
    expect((await refused({ action: 'tap', x: 1000, y: 5 })).code).toBe('OUT_OF_RANGE');
    expect((await refused({ action: 'tap', x: 2400, y: 5, unit: 'pixels' })).code).toBe('OUT_OF_RANGE');
    expect((await refused({ action: 'tap', x: 5 })).code).toBe('INVALID_PARAM');
  });

  it('is tapped by words, and what pays or sends only when the person is asked', async () => {
    expect((await done({ action: 'tap', target: '设置 & "more"' })).text).toContain('at 270, 150');
    expect(await refused({ action: 'tap', target: 'Add' })).toMatchObject({ code: 'NOT_UNIQUE', message: expect.stringMatching(/at 250, 145.*at 750, 145/) });
    expect(await refused({ action: 'tap', target: 'Nothing' })).toMatchObject({ code: 'NOT_FOUND', hint: expect.stringContaining('“Add”') });
    for (const action of ['tap', 'long_press']) expect(await refused({ action, x: 800, y: 60 })).toMatchObject({ code: 'DENIED', message: expect.stringContaining('支付') });
    expect((await refused({ action: 'commit_tap', target: '立即支付' })).code).toBe('INVALID_PARAM');
    expect(state().taps).toBe(1);
    await done({ action: 'commit_tap', target: '立即支付', message: 'Pays 3 yuan' });
    expect(arrived().at(-1)).toEqual(['input', 'tap', '810', '150']);
  });

  it('takes any text by ADBKeyboard, and has its own keyboard back afterwards', async () => {
    set({ keyboards: [...usual.keyboards, 'com.android.adbkeyboard/.AdbIME'], text: 'old' });
    const text = '合计: café 😀 "x" \'y\' $HOME\n第二行';
    expect((await done({ action: 'type', text, clear: true })).result).toEqual({ characters: [...text].length, how: 'typed by ADBKeyboard', read_back: true });
    expect(state()).toMatchObject({ text, keyboard: usual.keyboard });
  });

  it('without it takes plain text exactly, and refuses other text whole, naming the character', async () => {
    const text = `it's 100%s "a" $HOME \`id\` \\ a|b;c&d (e) <f> *?~ #`;
    expect((await done({ action: 'type', text })).text).toContain('The field now holds');
    expect(state().text).toBe(text);
    await done({ action: 'type', text: 'new', clear: true });
    expect(state().text).toBe('new');
    expect(await refused({ action: 'type', text: 'abc 合' })).toMatchObject({ code: 'ENCODING', message: expect.stringContaining('“合” (U+5408)'), hint: expect.stringContaining('ADBKeyboard') });
    expect((await refused({ action: 'type', text: 'a\nb' })).message).toContain('A line break (U+000A)');
    expect(state().text).toBe('new');
  });

  it('gets no password typed, and nothing without a cursor', async () => {
    set({ field: 'focused password' });
    expect((await refused({ action: 'type', text: 'x' })).code).toBe('ACCESS_DENIED');
    set({ field: '' });
    expect((await refused({ action: 'type', text: 'x' })).code).toBe('NO_EFFECT');
    expect((await refused({ action: 'enter' })).code).toBe('DENIED');
    expect(arrived()).toEqual([]);
  });

  it('opens apps by their names in either language, by package, and by other makers’ packages', async () => {
    expect((await done({ action: 'open_app', app: '微信' })).text).toContain('com.tencent.mm) is open and in front');
    expect((await done({ action: 'open_app', app: 'Clock' })).result).toMatchObject({ package: 'com.oppo.clock' });
    expect((await done({ action: 'open_app', app: 'org.example.notes' })).result).toMatchObject({ package: 'org.example.notes', in_front: true });
    expect((await done({ action: 'open_app', app: 'notes' })).result).toMatchObject({ package: 'org.example.notes' });
    expect(await refused({ action: 'open_app', app: '淘宝' })).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('com.taobao.taobao') });
    expect((await refused({ action: 'open_app', app: 'x; reboot' })).code).toBe('NOT_FOUND');
    expect(arrived().every(([name]) => name === 'monkey')).toBe(true);
  });

  it('shows its screen, says when that is protected, and is handed to the person', async () => {
    writeFileSync(join(folder, 'screen.png'), png(20, 40, (x, y) => [x * 9, y * 5, 7, 255]));
    const { result, images } = await done({ action: 'screenshot' });
    expect(result).toMatchObject({ width: 20, height: 40, is_empty: false });
    expect(readFileSync(images[0] ?? '')).toEqual(readFileSync(join(folder, 'screen.png')));
    writeFileSync(join(folder, 'screen.png'), png(20, 40, () => [0, 0, 0, 255]));
    expect((await done({ action: 'screenshot' })).text).toContain('protected');
    expect((await done({ action: 'take_over', message: 'Please log in' })).text).toContain('“Please log in”');
    writeFileSync(join(folder, 'screen.png'), '');
    expect((await refused({ action: 'screenshot' })).hint).toContain('take_over');
    set({ isProtected: true });
    expect((await refused({ action: 'elements' })).hint).toContain('screenshot');
    expect((await done({ action: 'tap', x: 1, y: 1 })).text).toContain('What changed is not known');
  });

  it('lists what is on it', async () => {
    expect((await done({ action: 'elements' })).text.split('\n')).toEqual(expect.arrayContaining(['Button “设置 & "more"” at 250, 62 (tap)', 'EditText “” at 500, 312 (cursor, tap)']));
  });
});

describe('what is sent to a phone', () => {
  it('arrives as the words it was', () => {
    expect(quoteForShell("it's")).toBe("'it'\\''s'");
    fc.assert(fc.property(fc.string(), (word) => {
      expect(/^'.*'$/s.test(quoteForShell(word)) || /^[A-Za-z0-9_./:=,+-]+$/.test(word)).toBe(true);
    }));
  });

  it('as text is what Android’s input makes the same text of', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'%s a%S5') }), (text) => {
      expect(wordsFor(text).map((part) => part.replace(/%s/g, ' ')).join('')).toBe(text);
    }));
  });

  it('as a point is never outside the screen', () => {
    const size = { width: 1920, height: 1080, rotation: 0 } as const;
    expect(pointOf(500, 250, 'relative', size)).toEqual({ x: 960, y: 270 });
    expect(pointOf(999, 999, 'relative', size)).toEqual({ x: 1918, y: 1078 });
    fc.assert(fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 5000 }), (x, y, side) => {
      const point = pointOf(x, y, 'relative', { width: side, height: side, rotation: 0 });
      expect(Math.max(point.x, point.y)).toBeLessThan(side);
    }));
  });

  it('comes back as a tree that is read without harm', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      readHierarchy(`<hierarchy><node text="${text}" bounds="[0,0][1,1]" />`);
    }));
  });
});

/** A PNG with one pixel after another. */
function png(width: number, height: number, colour: (x: number, y: number) => number[]): Buffer {
  const rows = Array.from({ length: height }, (_, y) => [0, ...Array.from({ length: width }, (__, x) => colour(x, y)).flat()]).flat();
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.from(rows))), chunk('IEND', Buffer.alloc(0))]);
}
