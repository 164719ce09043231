import fc from 'fast-check';
import { strFromU8, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { Fault } from './source/fault';
import type { Data } from './source/fill/blanks';
import { blanksOf, fillTemplate } from './source/fill/fill';
import { shiftFormula } from './source/fill/shift';
import { formatOf } from './source/formats';
import { packageOf, readPackage, writePackage, type Package } from './source/package';
import { contentsOf } from './source/read/read';
import { jsonOf } from './source/cell';
import { sheetsOf } from './source/write/sheets';
import { writeXlsx } from './source/write/xlsx';
import { decodeXml, encodeXml } from './source/xml';

const filled = (parts: Package, name: string, data: Data): Package => readPackage(writePackage(fillTemplate(parts, formatOf(name), data).parts));

/** Rows of the first sheet as JSON; a formula as its text. */
function rowsOf(parts: Package, name: string, sheet = 0): unknown[][] {
  const contents = contentsOf(parts, formatOf(name));
  if (contents.family !== 'sheet') throw new Error('no spreadsheet');
  return (contents.sheets[sheet]?.rows ?? []).map((row) => row.map((cell) => (cell.kind === 'formula' ? cell.text : jsonOf(cell))));
}

const paragraph = (...texts: string[]): string => `<w:p>${texts.map((text, index) => `<w:r><w:rPr>${index % 2 ? '<w:b/>' : ''}</w:rPr><w:t>${text}</w:t></w:r>`).join('<w:proofErr w:type="spellStart"/>')}</w:p>`;
const docx = (body: string): Package => packageOf({ 'word/document.xml': `<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`, 'word/header1.xml': `<w:hdr xmlns:w="x">${paragraph('{{customer.name}}')}</w:hdr>` });
const ods = (rows: string): Package => packageOf({ 'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="List">${rows}</table:table></office:spreadsheet></office:body></office:document-content>` });

describe('a text template', () => {
  const row = `<w:tbl><w:tr><w:tc>${paragraph('{{items.#}}')}</w:tc><w:tc>${paragraph('{{items', '.name}}')}</w:tc><w:tc>${paragraph('{{items.price}} for {{customer.name}}')}</w:tc></w:tr></w:tbl>`;
  const template = docx(`${paragraph('Dear ', '{', '{customer', '.name}', '}', ', a &lt; b {{note}}')}${row}`);
  const data = { customer: { name: 'Ann & Bo <{{note}}>' }, note: 'one\ntwo', items: [{ name: 'Tea', price: 3.5 }, { name: '书籍', price: 60 }] };

  it('is filled where a blank is parted over pieces, in the style of the first, once for each item, and in headers', () => {
    const parts = filled(template, 'a.docx', data);
    const contents = contentsOf(parts, formatOf('a.docx'));
    expect(contents.family === 'text' && contents.markdown).toBe(
      'Dear Ann & Bo <{{note}}>, a < b one\ntwo\n\n| 1 | Tea | 3.5 for Ann & Bo <{{note}}> |\n| --- | --- | --- |\n| 2 | 书籍 | 60 for Ann & Bo <{{note}}> |',
    );
    expect(strFromU8(parts.get('word/header1.xml') ?? new Uint8Array())).toContain('Ann &amp; Bo');
    // The pieces keep their own properties.
    expect(strFromU8(parts.get('word/document.xml') ?? new Uint8Array()).split('<w:b/>').length).toBe(strFromU8(template.get('word/document.xml') ?? new Uint8Array()).split('<w:b/>').length + 1);
  });

  it('tells its blanks, takes an empty list for no rows, and is not filled by halves', () => {
    expect(blanksOf(template)).toEqual(['customer.name', 'note', 'items.#', 'items.name', 'items.price']);
    const none = contentsOf(filled(template, 'a.docx', { ...data, items: [] }), formatOf('a.docx'));
    expect(none.family === 'text' && none.markdown).not.toContain('|');
    const fault = (given: Data): string => {
      try {
        fillTemplate(template, formatOf('a.docx'), given);
        return 'filled';
      } catch (error) {
        return error instanceof Fault ? `${error.code}: ${error.message}` : String(error);
      }
    };
    expect(fault({ note: 'x', items: [{ name: 'Tea' }] })).toMatch(/^INVALID_PARAM: data has no value for the blanks items\.price, customer\.name/);
    expect(() => fillTemplate(packageOf({ 'word/document.xml': `<w:document xmlns:w="x">${paragraph('none')}</w:document>` }), formatOf('a.docx'), {})).toThrow(/no blanks/);
    // What an object inherits is no value.
    expect(() => fillTemplate(docx(paragraph('{{constructor}}{{customer.toString}}')), formatOf('a.docx'), { customer: {} })).toThrow(/constructor, customer\.toString/);
  });
});

describe('a workbook template', () => {
  const template = writeXlsx(
    sheetsOf([
      { name: 'Bill', rows: [["'{{customer}}", '', ''], ['Item', 'Price', 'Twice'], ["'{{items.name}}", "'{{items.price}}", '=B3*2'], ['Total', '=SUM(B3:B3)', '=B4+Rates!A1'], ['', '', '=C4']] },
      { name: 'Rates', rows: [[7], ['=Bill!B4', '=SUM(Bill!B3:B3)']] },
    ]),
  );

  it('has the items as rows, numbers as numbers, and formulas that follow', () => {
    const parts = filled(template, 'a.xlsx', { customer: '=HYPERLINK("http://x")', items: [{ name: 'Tea', price: 3.5 }, { name: '00123', price: 60 }, { name: 'Ink', price: '2' }] });
    expect(rowsOf(parts, 'a.xlsx')).toEqual([
      ['\'=HYPERLINK("http://x")'],
      ['Item', 'Price', 'Twice'],
      ['Tea', 3.5, '=B3*2'],
      ['00123', 60, '=B4*2'],
      ['Ink', '2', '=B5*2'],
      ['Total', '=SUM(B3:B5)', '=B6+Rates!A1'],
      [null, null, '=C6'],
    ]);
    expect(rowsOf(parts, 'a.xlsx', 1)).toEqual([[7], ['=Bill!B6', '=SUM(Bill!B3:B5)']]);
    // What looks like a formula in the data is a text in the file.
    expect(strFromU8(parts.get('xl/worksheets/sheet1.xml') ?? new Uint8Array())).not.toContain('<f>HYPERLINK');
    expect(rowsOf(filled(template, 'a.xlsx', { customer: 'A', items: [] }), 'a.xlsx').slice(2)).toEqual([['Total', '=SUM(B3:B3)', '=B3+Rates!A1'], [null, null, '=C3']]);
  });

  it('with strings that its cells share is filled in each cell for itself; merged cells and filters move', () => {
    const shared = new Map(template);
    const sheet = `<worksheet xmlns="m"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" s="2" t="s"><v>1</v></c><c r="B2" t="s"><v>0</v></c></row><row r="4"><c r="A4" t="str"><f>A2</f><v>old</v></c></row></sheetData><mergeCells count="2"><mergeCell ref="C2:D2"/><mergeCell ref="A4:B5"/></mergeCells></worksheet>`;
    shared.set('xl/worksheets/sheet1.xml', strToU8(sheet));
    shared.set('xl/sharedStrings.xml', strToU8('<sst><si><t>Title</t></si><si><r><t>{{items.</t></r><r><t>day}}</t></r></si></sst>'));
    const parts = filled(shared, 'a.xlsx', { items: [{ day: '2026-11-30' }, { day: '2026-12-01' }] });
    expect(rowsOf(parts, 'a.xlsx')).toEqual([['Title'], ['2026-11-30', 'Title'], ['2026-12-01', 'Title'], [], ['=A2']]);
    const xml = strFromU8(parts.get('xl/worksheets/sheet1.xml') ?? new Uint8Array());
    expect(xml).toContain('<mergeCells count="3"><mergeCell ref="C2:D2"/><mergeCell ref="C3:D3"/><mergeCell ref="A5:B6"/></mergeCells>');
    expect(xml).toContain('<c r="A2" s="2"><v>46356</v></c>');
    expect(xml).not.toContain('old');
  });

  it('of ODF does the same', () => {
    const cell = (text: string): string => `<table:table-cell table:style-name="ce1" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const sum = '<table:table-cell table:formula="of:=SUM([.B2:.B2])" office:value-type="float" office:value="0"><text:p>0</text:p></table:table-cell>';
    const parts = filled(ods(`<table:table-row table:number-rows-repeated="1">${cell('Name')}${cell('{{title}}')}</table:table-row><table:table-row>${cell('{{items.<text:span>name</text:span>}}')}${cell('{{items.price}}')}${cell('{{items.day}}')}</table:table-row><table:table-row>${cell('Sum')}${sum}</table:table-row>`), 'a.ods', {
      title: 'a  b',
      items: [{ name: 'Tea', price: 3.5, day: '2026-11-30' }, { name: '=1+1', price: 2, day: 'soon' }],
    });
    expect(rowsOf(parts, 'a.ods')).toEqual([['Name', 'a  b'], ['Tea', 3.5, '2026-11-30'], ["'=1+1", 2, 'soon'], ['Sum', '=SUM(B2:B3)']]);
  });
});

it('references follow the rows that moved, and nothing else changes', () => {
  const copies = new Map([[3, 4]]);
  const shift = (formula: string, row = 9): string => shiftFormula(formula, { sheet: 'A', row, copy: 2 }, (sheet) => (sheet === 'A' ? copies : new Map<number, number>()), 'a1');
  expect(['B2', 'B3', 'B4', '$B$4', 'SUM(B1:B3)', 'SUM(B3:B4)', 'B!B4', "'A'!B4", 'LOG10(B4)', '"B4"&B4', 'SUM(1:1)', 'A.B4'].map((formula) => shift(formula))).toEqual(['B2', 'B3', 'B7', '$B$7', 'SUM(B1:B6)', 'SUM(B3:B7)', 'B!B4', "'A'!B7", 'LOG10(B7)', '"B4"&B7', 'SUM(1:1)', 'A.B4']);
  expect(shift('B3*C3+SUM(A3:C3)', 3)).toBe('B5*C5+SUM(A5:C5)');
});

it('a blank is filled however its letters are parted, and all else stays letter for letter', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((it) => it.replace(/[{}\u0000-\u001f\ufffe\uffff]/g, ''));
  fc.assert(
    fc.property(text, text, text, fc.array(fc.nat(40), { maxLength: 6 }), (before, value, after, cuts) => {
      const whole = `${before}{{ a.b }}${after}`;
      const places = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].sort((one, other) => one - other);
      const pieces = [...places, whole.length].map((end, index) => whole.slice(places[index - 1] ?? 0, end)).filter((piece) => !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece));
      fc.pre(pieces.join('') === whole);
      const parts = fillTemplate(docx(paragraph(...pieces.map(encodeXml))), formatOf('a.docx'), { a: { b: value }, customer: { name: '' } }).parts;
      const xml = strFromU8(parts.get('word/document.xml') ?? new Uint8Array());
      expect([...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, it]) => decodeXml(it ?? '')).join('')).toBe(before + value + after);
    }),
    { numRuns: 60 },
  );
});

it('slides have rows for each item too, and their notes are filled', () => {
  const run = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const parts = filled(
    packageOf({
      'ppt/presentation.xml': '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': '<Relationships><Relationship Id="r1" Target="slides/slide1.xml"/></Relationships>',
      'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody>${run('{{title}}')}</p:txBody></p:sp><p:graphicFrame><a:tbl><a:tr><a:tc>${run('{{rows.value}}')}</a:tc></a:tr></a:tbl></p:graphicFrame></p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': '<Relationships><Relationship Id="r1" Target="../notesSlides/notesSlide1.xml"/></Relationships>',
      'ppt/notesSlides/notesSlide1.xml': `<p:notes xmlns:p="p" xmlns:a="a"><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody>${run('say {{title}}')}</p:txBody></p:sp></p:notes>`,
    }),
    'a.pptx',
    { title: 'Plan & more', rows: ['one', 2] },
  );
  expect(contentsOf(parts, formatOf('a.pptx'))).toEqual({ family: 'slides', slides: [{ title: 'Plan & more', lines: ['| one |', '| --- |', '| 2 |'], notes: ['say Plan & more'] }] });
});
