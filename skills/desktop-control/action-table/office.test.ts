import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from '../test-bed';
import { savedCells, savedParagraphs } from './saved-file';
import { openScene, type Scene } from './scene';
import { corpus, layouts } from './text-rows';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** Text in LibreOffice under each layout, by what the saved file holds. */
let scene: Scene;

beforeAll(async () => {
  scene = await openScene('action-table-office', { width: 1280, height: 800 });
});

afterAll(() => scene?.close());

const layout = (name: string): Promise<string> => scene.bed.output('setxkbmap', ['-layout', name]);

/** Types all rows under each layout and saves under the name. */
async function writeAll(program: string, name: string, rows: [name: string, text: string][]): Promise<string> {
  await scene.does({ action: 'open_app', text: program });
  for (const keys of layouts) {
    await layout(keys);
    await scene.does({ action: 'type', text: rows.map(([, text]) => `${text}\n`).join('') });
  }
  await layout('us');
  const file = join(scene.bed.folder, name);
  await scene.does({ action: 'key', keys: 'ctrl+shift+s' });
  await scene.does({ action: 'wait', text: 'Save' });
  await scene.does({ action: 'type', text: file });
  await scene.does({ action: 'key', keys: 'enter' });
  await until(() => existsSync(file), 60_000, name);
  await scene.does({ action: 'wait', text: name });
  return file;
}

/** Each row under each layout, and at which line of the document it begins. */
function placedLines(rows: [name: string, text: string][]): [keys: string, name: string, text: string, from: number][] {
  let from = 0;
  return layouts.flatMap((keys) =>
    rows.map(([name, text]): [string, string, string, number] => {
      const row: [string, string, string, number] = [keys, name, text, from];
      from += text.split('\n').length;
      return row;
    }),
  );
}

describe('cells of Calc', () => {
  // One cell holds no line break that is typed: the long text is one line here.
  const rows = [...corpus.map(([name, text]): [string, string] => [name, name === '2,000 characters' ? text.replace(/\n/g, ' ') : text]), ['numbers and formulas', "12.5\t=1+2*3\t'007"] as [string, string]];
  const shown: Record<string, string> = { '=1+2*3': '=1+2*3 → 7', "'007": '007' };
  let cells: string[][];

  beforeAll(async () => {
    cells = savedCells(await writeAll('calc', 'cells.ods', rows));
  });

  it.each(placedLines(rows))('%s layout: %s', (_keys, _name, text, from) => {
    const lines = text.split('\n').map((line) => line.split('\t').map((cell) => shown[cell] ?? cell));
    expect(cells.slice(from, from + lines.length).map((line, index) => line.slice(0, lines[index]?.length))).toEqual(lines);
  });
});

describe('a letter in Writer', () => {
  let paragraphs: string[];

  beforeAll(async () => {
    paragraphs = savedParagraphs(await writeAll('writer', 'letter.odt', corpus));
  });

  it.each(placedLines(corpus))('%s layout: %s', (_keys, _name, text, from) => {
    expect(paragraphs.slice(from, from + text.split('\n').length).join('\n')).toBe(text);
  });
});
