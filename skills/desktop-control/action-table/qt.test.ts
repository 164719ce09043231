import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture } from '../coordinates';
import type { SeenElement } from '../protocol';
import { until } from '../test-bed';
import { openScene, type Scene } from './scene';

/** Rows in a program of Qt 6 that somebody else has started; the truth is what its widgets tell in a file. */

let scene: Scene;
let log: string;

beforeAll(async () => {
  scene = await openScene('action-table-qt', { width: 1280, height: 800 });
  // The host is there first: from then on programs of Qt tell of their elements.
  await scene.desk.observe({ what: 'elements' });
  log = join(scene.bed.folder, 'qt.log');
  scene.bed.run('/usr/bin/python3', join(__dirname, 'qt-window.py'), log);
  await scene.windowTitled('Parts of Qt');
  await until(async () => (await elements()).some(({ name }) => name === 'Ready'), 60_000, 'the elements');
});

afterAll(() => scene?.close());

async function elements(parameters: Record<string, unknown> = {}): Promise<SeenElement[]> {
  return (await scene.desk.observe({ what: 'elements', ...parameters })).data['elements'] as SeenElement[];
}

async function find(role: string, name: string): Promise<SeenElement> {
  let found: SeenElement | undefined;
  const look = async (): Promise<boolean> => (found = (await elements()).find((element) => element.role === role && element.name === name)) !== undefined;
  await until(look, 60_000, `${role} "${name}"`);
  if (!found) throw new Error(name);
  return found;
}

const middle = ({ box }: SeenElement): { x: number; y: number } => ({ x: (box?.[0] ?? 0) + Math.floor((box?.[2] ?? 0) / 2), y: (box?.[1] ?? 0) + Math.floor((box?.[3] ?? 0) / 2) });
const told = (line: string): Promise<void> => until(() => readFileSync(log, 'utf8').split('\n').includes(line), 60_000, `"${line}" from the widget`);
const page = async (name: string): Promise<void> => {
  await scene.does({ action: 'click', ref: (await find('page tab', name)).ref });
};

describe('elements of a Qt window', () => {
  it.each([
    ['menu item', 'File', undefined],
    ['push button', 'Refresh', undefined],
    ['text', 'Name', ''],
    ['password text', 'Password', undefined],
    ['spin button', 'Amount', '7'],
    ['combo box', 'Colour', 'Red'],
    ['combo box', 'City', 'Paris'],
    ['check box', 'Agree', undefined],
    ['radio button', 'Fast', undefined],
    ['slider', 'Volume', '0'],
    ['spin button', 'Date', '6 May 2024'],
    ['progress bar', 'Progress', '40'],
    ['page tab', 'Table', undefined],
  ])('%s "%s" holds %s', async (role, name, value) => {
    expect((await find(role, name)).value).toBe(value);
  });
});

describe('acts that the widgets saw', () => {
  it.each([
    ['click', 'check box', 'Agree', {}, 'agree True'],
    ['press', 'radio button', 'Fast', {}, 'fast True'],
    ['press', 'push button', 'Refresh', {}, 'refresh'],
    ['click', 'push button', 'Send', {}, 'sent'],
    ['type', 'text', 'Name', { text: 'héllo wörld 中文 😀' }, 'name héllo wörld 中文 😀'],
    ['type', 'text', 'Notes', { text: 'one\ntwo\tthree' }, "notes 'one\\ntwo\\tthree'"],
    ['set_value', 'text', 'Name', { text: 'another' }, 'name another'],
    ['set_value', 'spin button', 'Amount', { text: '42' }, 'amount 42'],
    ['set_value', 'slider', 'Volume', { text: '55' }, 'volume 55'],
    ['scroll', 'combo box', 'Colour', { to: 'down 1' }, 'colour Green'],
  ])('%s on %s "%s"', async (action, role, name, extra, line) => {
    const { ref } = await find(role, name);
    await scene.does({ action, ref, ...extra });
    await told(line);
  });
});

describe('pop-ups are what is judged and clicked, not what lies below them', () => {
  it('the items of an open menu', async () => {
    await scene.does({ action: 'click', ref: (await find('menu item', 'File')).ref });
    for (const name of ['Quit', 'Save As…', 'Save']) {
      const { input } = await scene.desk.facts({ action: 'click', ...middle(await find('menu item', name)) });
      expect(input?.target).toMatchObject({ role: 'menu item', name });
    }
    await scene.does({ action: 'click', ...middle(await find('menu item', 'Save')) });
    await told('menu Save');
  });

  it('the list of a combo box', async () => {
    await scene.does({ action: 'click', ref: (await find('combo box', 'Colour')).ref });
    const blue = middle(await find('list item', 'Blue'));
    const { input } = await scene.desk.facts({ action: 'click', ...blue });
    expect(input?.target).toMatchObject({ role: 'list item', name: 'Blue' });
    await scene.does({ action: 'click', ...blue });
    await told('colour Blue');
  });
});

it('a password field is known as one, black in the picture, and never read back', async () => {
  const field = await find('password text', 'Password');
  const { input } = await scene.desk.facts({ action: 'type', ref: field.ref, text: 'x' });
  expect(input?.target).toMatchObject({ role: 'password text', password: true });
  const outcome = await scene.does({ action: 'type', ref: field.ref, text: 'hunter2' });
  await told('secret hunter2');
  expect(JSON.stringify(outcome)).not.toMatch(/hunter2|holds|differ/);
  await scene.desk.observe({ what: 'screenshot', window: 'display 0' });
  let image: Uint8Array | undefined;
  await until(async () => (image = (await scene.desk.observe({ what: 'screenshot' })).images?.[0]?.bytes) !== undefined, 60_000, 'a picture');
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { x, y } = middle(field);
  expect(Math.max(...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3))).toBeLessThan(12);
});

describe('tables, lists and trees by what shows of them', () => {
  it('a table of a thousand rows, scrolled', async () => {
    await page('Table');
    expect((await find('table cell', 'A1')).value).toBe('r0c0');
    expect(await find('column header', 'Column 3')).toBeTruthy();
    const first = await elements();
    expect(first.filter(({ role }) => role === 'table cell').length).toBeLessThan(150);
    await scene.does({ action: 'scroll', ref: (await find('table cell', 'C5')).ref, to: 'down 20' });
    let shown: SeenElement[] = [];
    const look = async (): Promise<boolean> => (shown = (await elements()).filter(({ role, value }) => role === 'table cell' && value?.startsWith('r'))).some(({ name }) => name === 'B62');
    await until(look, 60_000, 'cells further down');
    expect(shown.find(({ name }) => name === 'B62')?.value).toBe('r61c1');
    expect(shown.some(({ name }) => name === 'A1')).toBe(false);
    await scene.does({ action: 'click', ref: shown.find(({ name }) => name === 'B62')?.ref ?? '' });
    await told('current 61 1');
    await scene.does({ action: 'type', text: 'new\n' });
    await told('cell 61 1 new');
    await until(async () => (await elements()).some(({ name, value }) => name === 'B62' && value === 'new'), 60_000, 'the new text in the cell');
  });

  it('a list and a tree', async () => {
    await page('Lists');
    await scene.does({ action: 'click', ref: (await find('list item', 'Item 5')).ref });
    await told('item Item 5');
    await scene.does({ action: 'click', ref: (await find('tree item', 'Folder 1')).ref });
    await told('node Folder 1');
    expect((await elements()).some(({ name }) => name === 'File 1.2')).toBe(false);
    await scene.does({ action: 'key', keys: 'right' });
    await told('expanded Folder 1');
    await scene.does({ action: 'click', ref: (await find('tree item', 'File 1.2')).ref });
    await told('node File 1.2');
  });
});

describe('dialogs', () => {
  it('a question is told and answered', async () => {
    await page('Form');
    const asked = await scene.does({ action: 'click', ref: (await find('push button', 'Delete…')).ref });
    expect(asked.text).toContain('new window "Delete?"');
    const { input } = await scene.desk.facts({ action: 'click', ref: (await find('push button', 'No')).ref });
    expect(input?.window).toMatchObject({ title: 'Delete?', dialog: true });
    await scene.does({ action: 'press', ref: (await find('push button', 'No')).ref });
    await told('answer False');
  });

  it('a file is chosen by name', async () => {
    await scene.does({ action: 'click', ref: (await find('push button', 'Open…')).ref });
    await scene.does({ action: 'type', ref: (await find('text', 'File name:')).ref, text: join(scene.bed.folder, 'new.txt') });
    await scene.does({ action: 'press', ref: (await find('push button', 'Open')).ref });
    await told(`file ${join(scene.bed.folder, 'new.txt')}`);
  });
});

it('the screen is read as a person would find it', async () => {
  const outcome = await scene.desk.observe({ what: 'elements' });
  const capture = outcome.data['capture'] as Capture;
  const agree = (outcome.data['elements'] as SeenElement[]).find(({ name }) => name === 'Agree');
  // A box is where the widget is: a click by its pixels turns it off again.
  expect(agree?.states).toContain('checked');
  await scene.does({ action: 'click', ...middle(agree as SeenElement), capture: capture.id });
  await told('agree False');
});
