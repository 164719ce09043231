import { execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clipboard } from '../host/platform/linux/clipboard';
import { atom, connect } from '../host/platform/linux/connection';
import type { SeenElement, SeenWindow } from '../protocol';
import { until } from '../test-bed';
import { openInputMethod, openInputMethodOnBus } from './input-method';
import { lockKeyboard, modifierBits } from './keyboard-state';
import { openScene, type Scene } from './scene';
import { byKeys, corpus, layouts, placed } from './text-rows';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Action × situation, where text is read: what `cat` wrote, the clipboard, the page's own events. */
let scene: Scene;

beforeAll(async () => {
  scene = await openScene('action-table-text', { width: 1280, height: 800 });
});

afterAll(() => scene?.close());

/** The Electron that the project runs on, as a browser with a page of ours. */
const electron = (): string => (JSON.parse(execFileSync(process.execPath, [join(__dirname, '../../../scripts/electron-runtime.mjs')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as { executable: string }).executable;

describe('text in xterm', () => {
  let file: string;
  let terminal: ChildProcess;

  beforeAll(async () => {
    file = join(scene.bed.folder, 'typed.txt');
    terminal = scene.bed.run('xterm', '-title', 'typewriter', '-geometry', '80x12+40+560', '-e', 'sh', '-c', `cat > ${file}`);
    await scene.windowTitled('typewriter');
    await until(() => existsSync(file), 20_000, file);
    await scene.does({ action: 'focus_window', text: 'typewriter' });
  });

  const written = (): string => readFileSync(file, 'utf8');
  const layout = (name: string): Promise<string> => scene.bed.output('setxkbmap', ['-layout', name]);

  /** Types the lines in one go and gives what the program wrote meanwhile. */
  async function typed(lines: string): Promise<{ wrote: string; methods: string[] }> {
    const before = written().length;
    const { data } = await scene.does({ action: 'type', text: lines });
    await until(() => written().length >= before + lines.length, 60_000, 'the text').catch(() => undefined);
    return { wrote: written().slice(before), methods: (data['done'] as { methods: string[] }).methods };
  }

  describe.each(layouts)('under the %s layout', (name) => {
    let wrote: string;
    let struck: Awaited<ReturnType<typeof typed>>;

    beforeAll(async () => {
      await layout(name);
      struck = await typed(`${byKeys[name]}\n`);
      ({ wrote } = await typed(corpus.map(([, text]) => `${text}\n`).join('')));
    });

    it('what its keys have, by the keys', () => {
      expect(struck).toEqual({ wrote: `${byKeys[name]}\n`, methods: ['keys'] });
    });

    it.each(placed(corpus, '\n'))('%s', (_, text, from) => {
      expect(wrote.slice(from, from + text.length + 1)).toBe(`${text}\n`);
    });
  });

  describe('beside an input method', () => {
    let wrote: string;
    let methods: string[];
    const rows = corpus.filter(([name]) => name !== '2,000 characters');

    beforeAll(async () => {
      await layout('us');
      const end = await openInputMethod(scene.bed.display);
      ({ wrote, methods } = await typed(rows.map(([, text]) => `${text}\n`).join('')));
      end();
    });

    it.each(placed(rows, '\n'))('%s', (_, text, from) => {
      expect(wrote.slice(from, from + text.length + 1)).toBe(`${text}\n`);
      expect(methods[0]).toBe('paste');
    });
  });

  it('beside an input method that only the session bus knows of', async () => {
    const end = await openInputMethodOnBus(scene.bed);
    const { wrote, methods } = await typed('ni hao\n');
    end();
    expect([wrote, methods[0]]).toEqual(['ni hao\n', 'paste']);
    await until(async () => (await typed('ni hao\n')).methods[0] === 'keys', 40_000, 'the keys again');
  });

  it.each<[name: string, layouts: string, state: { modifiers?: number; group?: number }, text: string, method: string]>([
    ['Caps Lock on', 'us', { modifiers: modifierBits.capsLock }, 'Hello World 123', 'keys'],
    ['Caps Lock on, where letters have a third level', 'de', { modifiers: modifierBits.capsLock }, 'Zyklus ÄÖ a@b', 'keys'],
    ['Caps Lock on, where it gives digits no Shift', 'fr', { modifiers: modifierBits.capsLock }, 'Az 0123 & ABC', 'keys'],
    ['Num Lock on', 'us', { modifiers: modifierBits.numLock }, '0123456789 +-*/.', 'keys'],
    ['the first of two layouts in use', 'us,de', { group: 0 }, 'zy µ@ {x} 4 µg', 'paste'],
    ['the second of two layouts in use', 'us,de', { group: 1 }, 'zy Öl a@b {x}', 'keys'],
    ['the third of three layouts in use, which has no such letters', 'us,de,ru', { group: 2 }, 'Az 09 "q"', 'paste'],
    ['the third of three layouts in use', 'us,ru,fr', { group: 2 }, 'Az 09 "q" a@b', 'keys'],
    ['a first layout without letters for shortcuts', 'ru,us', { group: 0 }, 'Az Привет', 'paste'],
    ['quotes and accents that are dead keys', 'us(intl)', {}, '"o" \'c\' ~n ^x `a', 'keys'],
    ['Dvorak', 'us(dvorak)', {}, 'Hello, "World"! zy;:', 'keys'],
  ])('%s', async (_, names, state, text, method) => {
    await layout(names);
    await lockKeyboard(scene.bed.display, state);
    try {
      const { wrote, methods } = await typed(`${text}\n`);
      expect(wrote).toBe(`${text}\n`);
      expect(methods[0]).toBe(method);
    } finally {
      await lockKeyboard(scene.bed.display, {});
      await layout('us');
    }
  });

  it('a program that stands still in the middle of a text', async () => {
    const lines = Array.from({ length: 6 }, (_, index) => `${index} struck\n${index} pasté\n`).join('');
    const before = written().length;
    const typing = typed(lines);
    await until(() => written().length > before, 60_000, 'the first line');
    const thaw = await scene.bed.freeze(terminal);
    setTimeout(thaw, 2000);
    // As a clipboard manager does; what it reads is not what the terminal has taken.
    setTimeout(() => void scene.bed.output('xclip', ['-selection', 'primary', '-o']), 1000);
    expect((await typing).wrote).toBe(lines);
  });

  it('a layout that changes in the middle of a text', async () => {
    const text = Array.from({ length: 40 }, (_, index) => `${index} lazy zebra;\n`).join('');
    const before = written().length;
    const typing = scene.desk.computer({ action: 'type', text });
    await until(() => written().length > before + 60, 60_000, 'the first lines');
    await layout('fr');
    const outcome = await typing;
    await layout('us');
    const count = Number(/(\d+) of \d+ characters/.exec(outcome.error?.message ?? `${text.length} of ${text.length} characters`)?.[1]);
    // A change between the look at the keyboard and the stroke is told; all before it is right.
    if (outcome.error) expect(outcome.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('layout') as string });
    const lines = text.slice(0, count).lastIndexOf('\n') + 1;
    await until(() => written().length >= before + lines, 60_000, 'the text');
    expect(written().slice(before, before + lines)).toBe(text.slice(0, lines));
    // What is left of a line that was not ended.
    await scene.does({ action: 'key', keys: 'ctrl+u' });
  });

  it('a key that somebody holds down is awaited; one that stays down is told of, and nothing is typed', async () => {
    await scene.bed.output('xdotool', ['keydown', 'shift']);
    const refused = await scene.desk.computer({ action: 'type', text: 'held\n' });
    expect(refused.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('held down') as string });
    const typing = typed('let go\n').catch((error: unknown) => error);
    await scene.bed.output('xdotool', ['keyup', 'shift']);
    expect(await typing).toMatchObject({ wrote: 'let go\n' });
  });
});

describe('text in a shell that asks terminals to bracket what is pasted', () => {
  it('arrives as it is, and each line runs at its end', async () => {
    const [ready, file] = ['prompt', 'said.txt'].map((name) => join(scene.bed.folder, name)) as [string, string];
    writeFileSync(join(scene.bed.folder, 'rc'), `bind 'set enable-bracketed-paste on'\nPROMPT_COMMAND='touch ${ready}'\n`);
    const shell = scene.bed.run('xterm', '-title', 'a shell', '-geometry', '80x12+500+40', '-e', 'bash', '--noprofile', '--rcfile', join(scene.bed.folder, 'rc'), '-i');
    await scene.windowTitled('a shell');
    await until(() => existsSync(ready), 60_000, 'the prompt');
    await scene.does({ action: 'focus_window', text: 'a shell' });
    await scene.does({ action: 'type', text: `printf '%s|' "Café" '合计 $HOME' > ${file}\nprintf 'plain "x"' >> ${file}; echo '😀' >> ${file}\n` });
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 60_000, 'what the shell wrote').catch(() => undefined);
    expect(readFileSync(file, 'utf8')).toBe('Café|合计 $HOME|plain "x"😀\n');
    shell.kill();
  });
});

describe('text in mousepad', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

  beforeAll(async () => {
    writeFileSync(file(), '');
    editor = scene.bed.run('mousepad', '--disable-server', file());
    await scene.windowTitled('Mousepad');
    await scene.does({ action: 'focus_window', text: 'Mousepad' });
  });

  let editor: ChildProcess;
  const file = (): string => join(scene.bed.folder, 'letter.txt');
  const clipboard = (...words: string[]): Promise<string> => scene.bed.output('xclip', ['-selection', 'clipboard', '-o', ...words]);
  const layout = (name: string): Promise<string> => scene.bed.output('setxkbmap', ['-layout', name]);
  /** What the program has saved, once it is longer than before. */
  const saved = async (before: number): Promise<string> => {
    await scene.does({ action: 'key', keys: 'ctrl+s' });
    await until(() => readFileSync(file(), 'utf8').length > before, 60_000, 'the saved file');
    return readFileSync(file(), 'utf8').slice(before);
  };

  describe.each(layouts)('under the %s layout', (name) => {
    let wrote: string;
    let methods: string[];

    beforeAll(async () => {
      const before = readFileSync(file(), 'utf8').length;
      await layout(name);
      ({ methods } = (await scene.does({ action: 'type', text: byKeys[name] })).data['done'] as { methods: string[] });
      await scene.does({ action: 'type', text: corpus.map(([, text]) => `\n${text}`).join('') });
      await layout('us');
      wrote = await saved(before);
    });

    it('what its keys have, by the keys', () => {
      expect(methods).toEqual(['keys']);
      expect(wrote.split('\n')[0]).toBe(byKeys[name]);
    });

    it.each(placed(corpus, '\n'))('%s', (_, text, from) => {
      const start = byKeys[name].length + from;
      expect(wrote.slice(start, start + text.length + 1)).toBe(`\n${text}`);
    });
  });

  it('the clipboard comes back with a picture in it', async () => {
    const picture = join(scene.bed.folder, 'dot.png');
    writeFileSync(picture, png);
    await scene.bed.feed('xclip', ['-selection', 'clipboard', '-t', 'image/png', '-i', picture], '');
    await scene.does({ action: 'type', text: 'é' });
    const copy = join(scene.bed.folder, 'copy.png');
    await scene.bed.output('sh', ['-c', `xclip -selection clipboard -t image/png -o > ${copy}`]);
    expect(readFileSync(copy).equals(png)).toBe(true);
  });

  it('the clipboard comes back in all its formats, also when the program that they are from has ended', async () => {
    const owner = await connect(scene.bed.display, 10_000);
    const formats = { 'text/html': '<b>Café</b>', 'text/uri-list': 'file:///tmp/a%20b\r\n', 'image/png': png, UTF8_STRING: 'Café' };
    const content = await Promise.all(Object.entries(formats).map(async ([name, data]) => ({ target: await atom(owner, name), type: await atom(owner, name), format: 8, data: Buffer.from(data) })));
    await (await Clipboard.open(owner)).write('CLIPBOARD', content);
    await scene.does({ action: 'type', text: 'ß é' });
    owner.client.terminate();
    for (const [name, data] of Object.entries(formats)) {
      const copy = join(scene.bed.folder, 'format');
      await scene.bed.output('sh', ['-c', `xclip -selection clipboard -t ${name} -o > ${copy}`]);
      expect(readFileSync(copy).equals(Buffer.from(data)), name).toBe(true);
    }
  });

  it('what somebody copies while a slow program is pasted into stays in the clipboard, and the paste is said to have failed', async () => {
    const thaw = await scene.bed.freeze(editor);
    try {
      const running = scene.desk.computer({ action: 'type', text: 'ours é' });
      await until(async () => (await clipboard()) === 'ours é', 30_000, 'our text in the clipboard');
      await scene.bed.feed('xclip', ['-selection', 'clipboard', '-i'], 'copied meanwhile');
      setTimeout(thaw, 300);
      expect((await running).error?.message).toContain('another program has put something else into the clipboard');
    } finally {
      thaw();
    }
    expect(await clipboard()).toBe('copied meanwhile');
  });

  it('the clipboard comes back empty', async () => {
    await scene.bed.output('xsel', ['--clipboard', '--clear']).catch(() => '');
    await scene.bed.feed('xclip', ['-selection', 'clipboard', '-i', '/dev/null'], '');
    await scene.does({ action: 'type', text: 'ü' });
    expect(await clipboard()).toBe('');
  });
});

describe('a page in Chromium', () => {
  let log: string;
  let start = 0;
  let browser: ChildProcess;

  beforeAll(async () => {
    log = join(scene.bed.folder, 'page.log');
    browser = scene.bed.run('env', 'ACCESSIBILITY_ENABLED=1', electron(), '--no-sandbox', '--force-renderer-accessibility', '--disable-gpu', join(__dirname, 'page/main.cjs'), log);
    await scene.windowTitled('page-field');
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('ready'), 30_000, 'the page');
    await scene.does({ action: 'focus_window', text: 'page-field' });
    await until(async () => (await elements('Say hello')).length > 0, 30_000, 'the elements of the page');
  });

  const lines = (): string[] => readFileSync(log, 'utf8').slice(start).trim().split('\n');
  const begin = (): void => {
    start = readFileSync(log, 'utf8').length;
  };
  const saw = async (line: string | RegExp): Promise<void> => {
    const has = (): boolean => lines().some((one) => (typeof line === 'string' ? one === line : line.test(one)));
    await until(has, 30_000, `"${String(line)}"`).catch(() => expect(lines().join('\n')).toContain(String(line)));
  };
  const elements = async (find: string): Promise<SeenElement[]> => (await scene.desk.observe({ what: 'elements', window: 'page-field', find })).data['elements'] as SeenElement[];
  const ref = async (name: string, role?: RegExp): Promise<string> => {
    const found = (await elements(name)).find((element) => element.name === name && (!role || role.test(element.role)));
    if (!found) throw new Error(`no element "${name}"`);
    return found.ref;
  };

  it.each([
    ['click on a button by ref', { action: 'click' }, 'Say hello', 'click hello 1'],
    ['press of a button', { action: 'press' }, 'Say hello', /^click hello/],
    ['click on a button with a Chinese name', { action: 'click' }, '发送', 'click send 1'],
    ['double_click', { action: 'double_click' }, 'Say hello', 'dblclick hello 2'],
    ['triple_click', { action: 'triple_click' }, 'Say hello', 'click hello 3'],
    ['right_click', { action: 'right_click' }, 'Say hello', /^contextmenu hello/],
    ['middle_click', { action: 'middle_click' }, 'Say hello', /^auxclick hello/],
    ['click on a check box', { action: 'click' }, 'I agree', /^agree (true|false)/],
  ] as const)('%s', async (_, act, name, line) => {
    const target = await ref(name, name === 'I agree' ? /check/ : undefined);
    begin();
    await scene.does({ ...act, ref: target });
    await saw(line);
  });

  const layout = (name: string): Promise<string> => scene.bed.output('setxkbmap', ['-layout', name]);
  const everything = corpus.map(([, text]) => `${text}\n`).join('');

  describe.each(layouts)('typed into a field of several lines under the %s layout', (name) => {
    let wrote: string;
    let methods: string[];

    beforeAll(async () => {
      const field = await ref('Long text');
      await scene.does({ action: 'set_value', ref: field, text: '' });
      await layout(name);
      begin();
      ({ methods } = (await scene.does({ action: 'type', ref: field, text: byKeys[name] })).data['done'] as { methods: string[] });
      await scene.does({ action: 'type', ref: field, text: `\n${everything}` });
      await layout('us');
      const held = (): string => lines().filter((line) => line.startsWith('value text ')).at(-1)?.slice('value text '.length) ?? '""';
      await until(() => (JSON.parse(held()) as string).length >= byKeys[name].length + 1 + everything.length, 60_000, 'the text').catch(() => undefined);
      wrote = JSON.parse(held()) as string;
      expect(lines().filter((line) => /^(submit|key Enter|key Tab)/.test(line))).toEqual([]);
    });

    it('what its keys have, by the keys', () => {
      expect(methods).toEqual(['keys']);
      expect(wrote.split('\n')[0]).toBe(byKeys[name]);
    });

    it.each(placed(corpus, '\n'))('%s', (_, text, from) => {
      const start = byKeys[name].length + 1 + from;
      expect(wrote.slice(start, start + text.length)).toBe(text);
    });
  });

  it('a field set to all of the corpus', async () => {
    begin();
    await scene.does({ action: 'set_value', ref: await ref('Long text'), text: everything });
    await saw(`value text ${JSON.stringify(everything)}`);
  });

  it('a value of two lines into a field of one is refused, and nothing is pressed', async () => {
    const field = await ref('One line');
    begin();
    expect((await scene.desk.computer({ action: 'set_value', ref: field, text: 'one\ntwo' })).error?.code).toBe('UNSUPPORTED');
    await scene.does({ action: 'set_value', ref: field, text: 'after' });
    await saw('value line "after"');
    await scene.does({ action: 'set_value', ref: field, text: '' });
    expect(lines().filter((line) => /^(submit|key Enter)/.test(line))).toEqual([]);
  });

  it('the gate is told where a line break is Enter and where it is text', async () => {
    const enters = async (target: string): Promise<boolean | undefined> => (await scene.desk.facts({ action: 'type', ref: target, text: 'a\nb' })).input?.enters;
    expect(await enters(await ref('One line'))).toBe(true);
    expect(await enters(await ref('Long text'))).toBe(false);
  });

  it('a newline in a line presses Enter, which submits', async () => {
    begin();
    await scene.does({ action: 'type', ref: await ref('One line'), text: 'hello\n' });
    await saw('value line "hello"');
    await saw('submit');
  });

  it.each([
    ['a text area', 'Message', 'chat'],
    ['rich text', 'Rich message', 'rich'],
  ])('lines typed into %s that sends on Enter are not sent; Enter as a step of its own sends', async (_, name, id) => {
    const field = await ref(name, /entry|text/);
    begin();
    await scene.does({ action: 'type', ref: field, text: 'first\nsecond é' });
    await saw(new RegExp(`^written ${id} "first(\\\\n)+second é"`));
    expect(lines().filter((line) => line.startsWith('sent'))).toEqual([]);
    const { input } = await scene.desk.facts({ action: 'key', keys: 'enter' });
    expect(input).toMatchObject({ keys: ['enter'], target: { name } });
    await scene.does({ action: 'key', keys: 'enter' });
    await saw(new RegExp(`^sent ${id} `));
  });

  it.each<[string, string, string, string, { action: string; keys?: string; there?: boolean }[]]>([
    ['typing there', 'Message', 'chat', 'One line', []],
    ['a click there', 'Message', 'chat', 'One line', [{ action: 'click', there: true }]],
    ['a Tab', 'Rich message', 'rich', 'Upper case', [{ action: 'key', keys: 'shift+tab' }]],
  ])('the focus that %s moves decides about a line break, however late the browser tells of it', async (_, name, id, before, moves) => {
    const [from, to] = [await ref(before), await ref(name, /entry|text/)];
    await scene.does({ action: 'click', ref: from });
    begin();
    setTimeout(await scene.bed.freeze(browser, 'type=renderer'), 600);
    for (const { there, ...act } of moves) await scene.does({ ...act, ...(there ? { ref: to } : {}) });
    await scene.does({ action: 'type', text: 'late\n', ...(moves.length === 0 ? { ref: to } : {}) });
    await saw(new RegExp(`^written ${id} .*late`));
    expect(lines().filter((line) => /^(sent|submit)/.test(line))).toEqual([]);
    await scene.does({ action: 'set_value', ref: to, text: '' });
  });

  it('typing says when the field holds something else than was typed', async () => {
    const { text, data } = await scene.does({ action: 'type', ref: await ref('Upper case'), text: 'abc' });
    expect(text).toContain('does not hold what was typed but "ABC"');
    expect(data['done']).toMatchObject({ read_back: 'differs' });
    expect((await scene.does({ action: 'type', ref: await ref('One line'), text: 'as it is' })).data['done']).toMatchObject({ read_back: 'same' });
    await scene.does({ action: 'set_value', ref: await ref('One line'), text: '' });
  });

  it('the effect of a press tells what the element has become', async () => {
    const box = await ref('I agree', /check/);
    const before = (await scene.does({ action: 'press', ref: box })).text;
    const after = (await scene.does({ action: 'press', ref: box })).text;
    expect([before, after].sort()).toEqual([expect.stringContaining('check box "I agree" is now checked'), expect.stringContaining('check box "I agree" is now not checked')]);
  });

  it('a ref survives that the page draws the element anew', async () => {
    const before = await ref('Drawn anew');
    begin();
    await scene.does({ action: 'click', ref: await ref('Renew') });
    await saw('renewed');
    await scene.does({ action: 'click', ref: before });
    await saw('click fresh 1');
  });

  it('the effect tells what the field holds now', async () => {
    const field = await ref('One line');
    await scene.does({ action: 'click', ref: field });
    const { text } = await scene.does({ action: 'type', text: ' more' });
    expect(text).toMatch(/entry "One line" now holds ".*more"/);
  });

  it('set_value writes into a field', async () => {
    begin();
    await scene.does({ action: 'set_value', ref: await ref('One line'), text: 'set é合' });
    await saw('value line "set é合"');
  });

  it('a password is typed, never read back, and black in the picture', async () => {
    const target = await ref('Secret');
    begin();
    await scene.does({ action: 'type', ref: target, text: 'hunter2' });
    await saw('value secret "hunter2"');
    const sight = await scene.desk.observe({ window: 'page-field' });
    expect(JSON.stringify(sight.data) + sight.text).not.toMatch(/hunter2|•••/);
    const { input } = await scene.desk.facts({ action: 'type', ref: target, text: 'x' });
    expect(input?.target).toMatchObject({ password: true });
    expect(input?.target?.value).toBeUndefined();
    const field = (sight.data['elements'] as SeenElement[]).find((element) => element.ref === target);
    const [x, y, width, height] = field?.box ?? [0, 0, 0, 0];
    const bytes = await sharp(sight.images?.[0]?.bytes).extract({ left: x + 4, top: y + 4, width: width - 8, height: height - 8 }).greyscale().raw().toBuffer();
    expect(Math.max(...bytes)).toBeLessThan(40);
  });

  it('a password stays black while its program is busy and does not say where it is', async () => {
    const { pid } = await scene.windowTitled('page-field');
    const brightest = async (): Promise<number> => {
      const sight = await scene.desk.observe({ what: 'screenshot', window: 'page-field' });
      const window = (sight.data['windows'] as SeenWindow[]).find((candidate) => candidate.pid === pid);
      if (!sight.images || !window) return -1;
      const [left, top, width, height] = window.box;
      const pixels = await sharp(sight.images[0]?.bytes).extract({ left: left + 4, top: top + 4, width: width - 8, height: height - 8 }).greyscale().raw().toBuffer();
      return pixels.reduce((most, pixel) => Math.max(most, pixel), 0);
    };
    process.kill(pid, 'SIGSTOP');
    try {
      const seen = await brightest();
      expect(seen === -1 ? await brightest() : seen).toBeLessThan(40);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await until(async () => (await brightest()) > 200, 60_000, 'the page again');
  });

  it('marks number in the picture what can be acted on', async () => {
    const sight = await scene.desk.observe({ what: 'marks', window: 'page-field' });
    const button = (sight.data['elements'] as SeenElement[]).find((element) => element.name === 'Say hello');
    const [x, y, width, height] = button?.box ?? [0, 0, 0, 0];
    const { data } = await sharp(sight.images?.[0]?.bytes).extract({ left: x + 14, top: y + height - 1, width: width - 16, height: 1 }).raw().toBuffer({ resolveWithObject: true });
    const mean = (channel: number): number => data.filter((_, at) => at % 3 === channel).reduce((sum, value) => sum + value, 0) / (data.length / 3);
    expect(mean(0)).toBeGreaterThan(mean(1) + 60);
    expect(mean(2)).toBeGreaterThan(mean(1) + 60);
  });

  it('scroll turns the page, in the direction asked', async () => {
    begin();
    const page = await scene.windowTitled('page-field');
    const point = { x: page.box[0] + 300, y: page.box[1] + 400 };
    await scene.desk.observe({ what: 'elements', window: 'page-field' });
    await scene.does({ action: 'scroll', ...point, to: 'down 3' });
    await saw(/^scroll 0 [1-9]/);
    await scene.does({ action: 'scroll', ...point, to: 'up 10' });
    await saw('scroll 0 0');
  });

  it('a drag moves a slider', async () => {
    const slider = (await elements('Slider')).find((element) => element.role === 'slider');
    const [x, y, width, height] = slider?.box ?? [0, 0, 0, 0];
    begin();
    await scene.does({ action: 'drag', x: x + 8, y: y + Math.floor(height / 2), to: { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) } });
    await saw(/^slider (4|5)\d$/);
  });

  it('a drag across words selects them', async () => {
    const words = (await elements('alpha beta gamma')).find((element) => element.box !== null);
    const [x, y, , height] = words?.box ?? [0, 0, 0, 0];
    const middle = y + Math.floor(height / 2);
    begin();
    await scene.does({ action: 'drag', x: x + 1, y: middle, to: { x: x + 300, y: middle } });
    await saw('selected alpha beta gamma');
  });

  it('a drag takes the thing under it along and drops it', async () => {
    const [box, goal] = [await ref('Box'), await ref('Goal')];
    begin();
    await scene.does({ action: 'drag', ref: box, to: goal });
    await saw('dragstart');
    await saw('dropped box');
  });
});
