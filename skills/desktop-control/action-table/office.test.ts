import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from '../test-bed';
import { savedCells, savedParagraphs } from './saved-file';
import { openScene, type Scene } from './scene';
import { layoutCorpus } from './text-rows';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

/** Text in LibreOffice under each layout, by what the saved file holds. */
let scene: Scene;

beforeAll(async () => {
  scene = await openScene('action-table-office', { width: 1280, height: 800 });
});

afterAll(() => scene?.close());

const layout = (name: string): Promise<string> => scene.bed.output('setxkbmap', ['-layout', name]);

/** Types every row, each behind an Enter, and saves under the name. */
async function writeAll(program: string, name: string): Promise<string> {
  await scene.does({ action: 'open_app', text: program });
  for (const [keys, , text] of rows) {
    await layout(keys);
    await scene.does({ action: 'type', text: `${text}\n` });
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

/** One cell holds no line break that is typed: the long text is one line here. */
const rows = layoutCorpus.map(([keys, name, text]): [string, string, string] => [keys, name, name === '2,000 characters' ? text.replace(/\n/g, ' ') : text]);

describe('cells of Calc', () => {
  let cells: string[][];

  beforeAll(async () => {
    cells = savedCells(await writeAll('calc', 'cells.ods'));
  });

  let row = 0;
  it.each(rows.map(([keys, name, text]) => {
    const from = row;
    row += text.split('\n').length;
    return [keys, name, text, from] as const;
  }))('%s layout: %s', (_keys, _name, text, from) => {
    const lines = text.split('\n').map((line) => line.split('\t'));
    expect(cells.slice(from, from + lines.length).map((line, index) => line.slice(0, lines[index]?.length))).toEqual(lines);
  });
});

describe('a letter in Writer', () => {
  let paragraphs: string[];

  beforeAll(async () => {
    paragraphs = savedParagraphs(await writeAll('writer', 'letter.odt'));
  });

  let line = 0;
  it.each(rows.map(([keys, name, text]) => {
    const from = line;
    line += text.split('\n').length;
    return [keys, name, text, from] as const;
  }))('%s layout: %s', (_keys, _name, text, from) => {
    expect(paragraphs.slice(from, from + text.split('\n').length).join('\n')).toBe(text);
  });
});
