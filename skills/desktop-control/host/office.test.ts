import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { savedCells, savedParagraphs } from '../action-table/saved-file';
import type { SeenElement } from '../protocol';
import { startTestBed, until, type TestBed } from '../test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../test-skill';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let bed: TestBed;
let desk: TestSkill;

beforeAll(async () => {
  const [made, host] = await Promise.all([startTestBed(), buildHost('office')]);
  bed = made;
  desk = openTestSkill({ environment: { ...bed.environment, DESKWRIGHT_OFFICE_PROFILE: join(bed.folder, 'office') } }, host);
});

afterAll(async () => {
  desk?.skill.dispose();
  await bed?.stop();
});

describe('LibreOffice Calc', () => {
  it('holds in the saved file exactly what was typed, in spite of AutoInput and AutoCorrect', async () => {
    const opened = await desk.computer({ action: 'open_app', text: 'LibreOffice Calc' });
    expect(opened.error).toBeUndefined();
    expect(opened.data['done']).toMatchObject({ window: { title: expect.stringContaining('Calc') as string } });
    const typed = await desk.computer({
      action: 'type',
      text: 'Total cost\tAmount\nTotal\t12.5\nCafé (c) "teh"\t7\n合计 😀\t=SUM(B2:B3)\nTOtal\t="é"&"x"\n',
    });
    expect(typed.error).toBeUndefined();

    const cells = (await desk.observe({ what: 'elements', find: 'table cell' })).data['elements'] as SeenElement[];
    const byName = new Map(cells.map((cell) => [cell.name, cell]));
    expect(byName.get('A4')?.value).toBe('合计 😀');
    expect(byName.get('B4')).toMatchObject({ value: '19.5', formula: expect.stringMatching(/^=SUM\(B2/) as string });

    expect((await desk.facts({ action: 'key', keys: 'ctrl+s' })).input).toMatchObject({ keys: ['ctrl', 's'], target: { role: 'table' } });
    const asked = await desk.computer({ action: 'key', keys: 'ctrl+shift+s' });
    expect((asked.data['effect'] as { new_windows: { title: string }[] }).new_windows.map((window) => window.title)).toContain('Save');
    const file = join(bed.folder, 'budget é.ods');
    expect((await desk.computer({ action: 'type', text: file })).error).toBeUndefined();
    await desk.computer({ action: 'key', keys: 'enter' });
    await until(() => existsSync(file), 60_000, 'the file');
    const title = await desk.computer({ action: 'wait', text: 'budget é.ods' });
    expect(title.error).toBeUndefined();
    expect(savedCells(file).slice(0, 5)).toEqual([
      ['Total cost', 'Amount'],
      ['Total', '12.5'],
      ['Café (c) "teh"', '7'],
      ['合计 😀', '=SUM([.B2:.B3]) → 19.5'],
      ['TOtal', '="é"&"x" → éx'],
    ]);
  });

  it('writes each cell where it belongs, also when a key that opens the editor follows a pasted or an empty one', async () => {
    const rows = Array.from({ length: 8 }, (_, index) => `Señor García ${index}\t31${index}.25\t'0012${index}\tword\t=B1\t\t=B2\n`).join('');
    await desk.computer({ action: 'key', keys: 'ctrl+end home down down' });
    expect((await desk.computer({ action: 'type', text: rows })).error).toBeUndefined();
    const file = join(bed.folder, 'moves.ods');
    await desk.computer({ action: 'key', keys: 'ctrl+shift+s' });
    await desk.computer({ action: 'type', text: file });
    await desk.computer({ action: 'key', keys: 'enter' });
    await until(() => existsSync(file), 60_000, 'the file');
    expect((await desk.computer({ action: 'wait', text: 'moves.ods' })).error).toBeUndefined();
    const written = savedCells(file).filter((row) => row[0]?.startsWith('Señor'));
    expect(written.map((row) => row.slice(0, 7))).toEqual(
      Array.from({ length: 8 }, (_, index) => [`Señor García ${index}`, `31${index}.25`, `0012${index}`, 'word', '=[.B1] → Amount', '', '=[.B2] → 12.5']),
    );
  });

  it('clicks the element it means: the box of a tool bar button is where it is drawn', async () => {
    const bold = async (): Promise<SeenElement> => {
      const found = (await desk.observe({ what: 'elements', find: 'bold' })).data['elements'] as SeenElement[];
      const button = found.find((element) => element.name === 'Bold');
      if (!button) throw new Error('no Bold button');
      return button;
    };
    expect((await bold()).states).not.toContain('checked');
    await desk.computer({ action: 'click', ref: (await bold()).ref });
    await until(async () => (await bold()).states.includes('checked'), 30_000, 'the pressed Bold button');
  });

  it('clicks the cell it means, also after the window lost and got the focus', async () => {
    bed.run('xterm', '-title', 'aside', '-geometry', '40x5+900+600');
    expect((await desk.computer({ action: 'wait', text: 'aside' })).error).toBeUndefined();
    expect((await desk.computer({ action: 'focus_window', text: 'Calc' })).error).toBeUndefined();
    const cells = (await desk.observe({ what: 'elements', find: 'table cell' })).data['elements'] as SeenElement[];
    for (const name of ['A2', 'B4']) {
      const cell = cells.find((candidate) => candidate.name === name);
      expect((await desk.computer({ action: 'click', ref: cell?.ref ?? name })).error).toBeUndefined();
      const fields = async (): Promise<SeenElement[]> => (await desk.observe({ what: 'elements', find: name })).data['elements'] as SeenElement[];
      await until(async () => (await fields()).some((field) => field.role === 'text' && field.value === name), 30_000, `the Name Box showing ${name}`);
    }
  });
});

describe('LibreOffice Writer', () => {
  it('holds in the saved file exactly what was typed, in spite of AutoCorrect', async () => {
    expect((await desk.computer({ action: 'open_app', text: '文字处理' })).error).toBeUndefined();
    const text = 'dear Ms "Ümlaut",\n\n(c) 1/2 teh cat i am\nindented\ttext; 合计 😀\n---\nregards\n';
    expect((await desk.computer({ action: 'type', text })).error).toBeUndefined();
    const seen = (await desk.observe({ what: 'elements', find: 'paragraph' })).data['elements'] as SeenElement[];
    expect(seen.filter((element) => element.role === 'paragraph').map((element) => element.value)).toContain('(c) 1/2 teh cat i am');
    await desk.computer({ action: 'key', keys: 'ctrl+shift+s' });
    const file = join(bed.folder, 'letter.odt');
    await desk.computer({ action: 'type', text: file });
    await desk.computer({ action: 'key', keys: 'enter' });
    await until(() => existsSync(file), 60_000, 'the file');
    expect((await desk.computer({ action: 'wait', text: 'letter.odt' })).error).toBeUndefined();
    expect(savedParagraphs(file).join('\n')).toBe(text);
  });
});
