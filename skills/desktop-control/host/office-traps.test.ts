import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { member, savedParagraphs } from '../action-table/saved-file';
import { openInputMethod } from '../action-table/input-method';
import { openScene, type Scene } from '../action-table/scene';
import type { Outcome } from '../../../main/tools/tool';
import type { SeenElement } from '../protocol';
import { until } from '../test-bed';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** The questions that LibreOffice asks in the middle of things: each is seen where it comes, and what was saved is read from the file. */
let scene: Scene;

beforeAll(async () => {
  scene = await openScene('office-traps', { width: 1280, height: 800 }, true);
});

afterAll(() => scene?.close());

const path = (name: string): string => join(scene.bed.folder, name);
const elements = async (find: string): Promise<SeenElement[]> => (await scene.desk.observe({ what: 'elements', find })).data['elements'] as SeenElement[];

async function ref(name: RegExp, role: string): Promise<string> {
  let found: SeenElement | undefined;
  const look = async (): Promise<boolean> => (found = (await elements(role)).find((element) => element.role === role && name.test(element.name || (element.value ?? '')))) !== undefined;
  await until(look, 60_000, `${role} ${String(name)}`);
  return found?.ref ?? '';
}

/** Names the file in the dialog that `open` brings up, presses Enter, and gives what that led to. */
async function name(open: string, file: string): Promise<string> {
  await scene.does({ action: 'key', keys: open });
  await scene.does({ action: 'type', text: file });
  return (await scene.does({ action: 'key', keys: 'enter' })).text;
}

/** The refusal of keys once the question has the focus, which it tells of a moment after it is drawn; what comes sooner is Escape, which changes nothing. */
async function facing(keys: () => Promise<Outcome>): Promise<string> {
  const focused = async (): Promise<boolean> => /button/.test((await scene.desk.facts({ action: 'key', keys: 'escape' })).input?.target?.role ?? '');
  await until(focused, 60_000, 'the focus of the question');
  const { error } = await keys();
  return `${error?.code}: ${error?.message}`;
}

describe('beside an input method', () => {
  it('cells hold exactly what was typed, and no letter is struck', async () => {
    await scene.does({ action: 'open_app', text: 'calc' });
    const end = await openInputMethod(scene.bed.display);
    const { data } = await scene.does({ action: 'type', text: 'Item\tCost\nTea\t3.5\nMilk\t2\n合计\t=SUM(B2:B3)\nid\t\'007\n' });
    expect(data['done']).toMatchObject({ methods: expect.arrayContaining(['paste']) as string[] });
    const cells = await elements('table cell');
    end();
    const value = (name: string): string | undefined => cells.find((cell) => cell.name === name)?.value;
    expect(['A1', 'B1', 'A2', 'B2', 'A4', 'B4', 'B5'].map(value)).toEqual(['Item', 'Cost', 'Tea', '3.5', '合计', '5.5', '007']);
    await scene.does({ action: 'key', keys: 'ctrl+a delete ctrl+home' });
  });
});

describe('cells', () => {
  it('the answer names every cell that holds something else than was typed, and an error is to be seen', async () => {
    const { text, data } = await scene.does({ action: 'type', text: 'Name\t00123\n=1/0\t12345678901234567890\n\'3.50\t=B1\n' });
    const { cells } = data['done'] as { cells: { same: number; differ: string[] } };
    expect(cells.same).toBe(3);
    expect(cells.differ.map((cell) => cell.slice(0, 14))).toEqual(['B1 holds "123"', 'A2 gives no va', 'B2 holds "1.23']);
    expect(text).toContain('NOT AS TYPED: B1 holds "123" (typed "00123"); A2 gives no value but an error');
    expect((await scene.desk.observe({ what: 'elements', find: 'table cell' })).text).toMatch(/A2=\? \(=1\/0\).*A3='3\.50 · B3=123/);
    await scene.does({ action: 'key', keys: 'ctrl+a delete ctrl+home' });
    expect((await scene.does({ action: 'type', text: 'Tea\t3.5\n' })).text).toContain('The 2 cells hold what was typed.');
    await scene.does({ action: 'key', keys: 'ctrl+a delete ctrl+home' });
  });
});

describe('LibreOffice asks', () => {
  it('whether to keep the format of an .xlsx: the same step tells of the question, and the file is one', async () => {
    await scene.does({ action: 'type', text: 'Name\tCost\nCafé\t12.5\n' });
    const asked = await name('ctrl+shift+s', path('sheet.xlsx'));
    expect(asked).toContain('new window "Confirm File Format"');
    // Its words and its buttons too, so that it can be answered at once.
    expect(asked).toMatch(/Dialog "Confirm File Format" says: .*cannot be saved in the currently selected file format.*\[e\d+ Use ODF Format · e\d+ Use Excel/);
    expect(existsSync(path('sheet.xlsx'))).toBe(false);
    const keep = await ref(/^Use Excel/, 'push button');
    expect((await scene.desk.facts({ action: 'press', ref: keep })).input).toMatchObject({ window: { dialog: true }, target: { name: expect.stringMatching(/Format/) as string } });
    expect((await scene.does({ action: 'press', ref: keep })).text).toContain('window title is now "sheet.xlsx');
    const strings = Buffer.from(unzipSync(readFileSync(path('sheet.xlsx')))['xl/sharedStrings.xml'] ?? []).toString('utf8');
    expect(strings).toContain('Café');
  });

  it('how to separate a .csv: after the format, and the bytes are as typed', async () => {
    expect(await name('ctrl+shift+s', path('sheet.csv'))).toContain('new window "Confirm File Format"');
    expect((await scene.does({ action: 'press', ref: await ref(/^Use Text CSV/, 'push button') })).text).toContain('new window "Export Text File"');
    await scene.does({ action: 'key', keys: 'enter' });
    await until(() => existsSync(path('sheet.csv')), 60_000, 'the file');
    await scene.does({ action: 'wait', text: 'sheet.csv' });
    expect(readFileSync(path('sheet.csv'), 'utf8')).toBe('Name,Cost\nCafé,12.5\n');
  });

  it('before it replaces a file: Escape leaves it as it was', async () => {
    writeFileSync(path('kept.ods'), 'the person’s own');
    expect(await name('ctrl+shift+s', path('kept.ods'))).toContain('focus moved to push button "No"');
    expect((await elements('already exists')).length).toBeGreaterThan(0);
    expect((await scene.desk.facts({ action: 'press', ref: await ref(/^Yes$/, 'push button') })).input).toMatchObject({ window: { title: 'Save', dialog: true }, target: { name: 'Yes' } });
    await scene.does({ action: 'key', keys: 'escape' });
    expect(readFileSync(path('kept.ods'), 'utf8')).toBe('the person’s own');
  });

  it('what to do with a file that another person has open', async () => {
    writeFileSync(path('.~lock.sheet.xlsx#'), ',Jane Doe,elsewhere,30.11.2026 10:00,file:///home/jane/.config/libreoffice/4;');
    expect(await name('ctrl+o', path('sheet.xlsx'))).toContain('new window "Document in Use"');
    expect((await elements('Jane Doe')).length).toBeGreaterThan(0);
    await scene.does({ action: 'press', ref: await ref(/^Cancel$/, 'push button') });
    expect(readFileSync(path('.~lock.sheet.xlsx#'), 'utf8')).toContain('Jane Doe');
  });

  it('when nothing of the kind is expected: keys for the sheet do not answer the question, which is told of', async () => {
    scene.bed.run('soffice', path('sheet.xlsx'));
    await until(async () => (await scene.bed.output('wmctrl', ['-l'])).includes('Document in Use'), 60_000, 'the question');
    const late = await facing(() => scene.desk.computer({ action: 'type', text: 'more\n' }));
    expect(late).toMatch(/CONFLICT: A dialog has opened since the last answer, so nothing was sent: "Document in Use" says: .*Jane Doe.*\[.*e\d+ Cancel/);
    expect(await scene.bed.output('wmctrl', ['-l'])).toContain('Document in Use');
    const cancel = /(e\d+) Cancel/.exec(late)?.[1] ?? '';
    expect((await scene.does({ action: 'press', ref: cancel })).text).toContain('window "Document in Use" closed');
  });

  it('for a template before there are slides; their text holds exactly what was typed', async () => {
    const opened = await scene.does({ action: 'open_app', text: 'impress' });
    expect(opened.text).toContain('Select a Template');
    await scene.does({ action: 'press', ref: await ref(/^Close$/, 'push button') });
    const refused = await scene.desk.computer({ action: 'type', ref: await ref(/Text$/, 'paragraph'), text: 'no' });
    expect(refused.error?.code).toBe('UNSUPPORTED');
    for (const [placeholder, text] of [[/Title$/, '"café" (c) 合计'], [/Text$/, 'one (c)\ntwo "é"\n\tthree ---']] as const) {
      await scene.does({ action: 'click', ref: await ref(placeholder, 'paragraph') });
      await scene.does({ action: 'key', keys: 'f2' });
      await scene.does({ action: 'type', text });
      await scene.does({ action: 'key', keys: 'escape escape' });
    }
    await name('ctrl+shift+s', path('talk.odp'));
    await until(() => existsSync(path('talk.odp')), 60_000, 'the file');
    await scene.does({ action: 'wait', text: 'talk.odp' });
    expect(member(path('talk.odp'), 'content.xml')).toContain('presentation:class="title"');
    expect(savedParagraphs(path('talk.odp'))).toEqual(['"café" (c) 合计', 'one (c)', 'two "é"', '\tthree ---']);
  });
});

/** None for a process that has ended meanwhile. */
function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

describe('after a crash of LibreOffice', () => {
  /** LibreOffice's processes on this bed, by its home folder. */
  async function processes(name: string): Promise<number[]> {
    const pids = (await scene.bed.output('pgrep', ['-f', name])).split('\n').map(Number).filter((pid) => pid > 0);
    return pids.filter((pid) => environmentOf(pid).includes(`HOME=${scene.bed.folder}`));
  }
  /** With its starter, which would only start it again. */
  async function end(): Promise<void> {
    const all = async (): Promise<number[]> => [...(await processes('oosplash')), ...(await processes('soffice.bin'))];
    for (const pid of await all()) await scene.bed.output('kill', ['-9', String(pid)]);
    await until(async () => (await all()).length === 0, 60_000, 'the end of the process');
  }

  afterAll(end);

  it('the question about what was not saved is told of with its words and buttons', async () => {
    await scene.does({ action: 'open_app', text: 'calc' });
    await scene.does({ action: 'type', text: 'precious\twork\n' });
    const [crashing] = await processes('soffice.bin');
    process.kill(crashing ?? 0, 'SIGSEGV');
    await until(async () => (await scene.bed.output('wmctrl', ['-l'])).includes('Document Recovery'), 60_000, 'what LibreOffice says when it crashes');
    await end();
    const again = await scene.does({ action: 'open_app', text: 'calc' });
    expect(again.text).toMatch(/Dialog "LibreOffice [\d.]+ Document Recovery" says: .*attempt to recover.*\[.*e\d+ Start · e\d+ Discard\]/);
  });
});
