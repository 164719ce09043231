import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolFault } from '../fault';
import { documentKind } from './kind';
import { readCsv } from './read-csv';
import { readDocument } from './read-document';
import { formulaInA1 } from './read-ods';
import { columnIndex, columnName, type Cell } from './sheet';
import { parseSheets, renderSheet } from './sheet-text';

const zip = (parts: Record<string, string>): Uint8Array => zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
const odf = (body: string): Uint8Array => zip({ 'content.xml': `<?xml version="1.0"?><office:document-content><office:body>${body}</office:body></office:document-content>` });

describe('documentKind', () => {
  it('goes by the ending, whatever its case', () => {
    expect(['a.ods', 'b.XLSX', 'c/d.odt', 'e.docx', 'f.csv', 'g.txt', 'ods'].map(documentKind)).toEqual(['ods', 'xlsx', 'odt', 'docx', 'csv', null, null]);
  });
});

describe('spreadsheets', () => {
  it('reads values, formulas and text of an .ods, however its rows and cells are repeated', () => {
    const bytes = odf(`<office:spreadsheet><table:table table:name="Budget">
      <table:table-row><table:table-cell office:value-type="string"><text:p>Café <text:s text:c="2"/>&amp; &lt;b&gt;</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1200.5"><text:p>1,200.50</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="16381"/></table:table-row>
      <table:table-row table:number-rows-repeated="2"><table:table-cell/><table:table-cell office:value-type="percentage" office:value="0.05"><text:p>5%</text:p></table:table-cell></table:table-row>
      <table:table-row><table:table-cell office:value-type="string"><text:p>00123</text:p></table:table-cell>
        <table:table-cell table:formula="of:=SUM([.B1:.B3])" office:value-type="float" office:value="1200.6"/>
        <table:table-cell office:value-type="date" office:date-value="2026-11-30"/></table:table-row>
      <table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    </table:table></office:spreadsheet>`);
    expect(readDocument(bytes, 'ods').text.split('\n')).toEqual([
      'Sheet "Budget": 4 rows × 3 columns',
      'row | A | B | C',
      '1 | Café   & <b> | 1200.5 | 1200.5',
      '2 |  | 5% |',
      '3 |  | 5% |',
      '4 | "00123" | 1200.6 =SUM(B1:B3) | 2026-11-30',
    ]);
  });

  it('decodes entities once, numeric ones too, in text and attributes', () => {
    const bytes = odf('<office:spreadsheet><table:table table:name="&#x4e2d;&amp;amp;"><table:table-row><table:table-cell office:value-type="string" office:string-value=" a&#10;b "/><table:table-cell office:value-type="string"><text:p>&amp;#10; &#233;</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>');
    expect(readDocument(bytes, 'ods').text.split('\n')).toEqual(['Sheet "中&amp;": 1 rows × 2 columns', 'row | A | B', '1 | " a\\nb " | &#10; é']);
  });

  it('reads shared text, sparse rows, formulas, dates and percents of an .xlsx', () => {
    const bytes = zip({
      'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/sharedStrings.xml': '<sst><si><t>合计</t></si><si><r><t>Ca</t></r><r><t xml:space="preserve">fé </t></r></si></sst>',
      'xl/styles.xml': '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1"><v>0.1</v></c></row><row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" s="1"><v>46356</v></c><c r="C3" s="2"><f>SUM(C1:C2)</f><v>0.1</v></c></row></sheetData></worksheet>',
    });
    expect(readDocument(bytes, 'xlsx').text.split('\n').slice(2)).toEqual(['1 | "Café " |  | 0.1', '2 |  |  |', '3 | 合计 | 2026-11-30 | 10% =SUM(C1:C2)']);
  });

  it('reads quoted fields, line ends inside them and other separators of a .csv', () => {
    const rows = readCsv('a;"b;""c"""\r\n;1,5;00123\r\n"x\ny";7\n').rows.map((row) => row.map((cell) => cell.value));
    expect(rows).toEqual([['a', 'b;"c"'], ['', '1,5', '00123'], ['x\ny', '7']]);
  });

  it('decodes a .csv saved as GB 18030', () => {
    expect(readDocument(Uint8Array.from([0xba, 0xcf, 0xbc, 0xc6, 0x2c, 0x31]), 'csv').text).toContain('1 | 合计 | 1');
  });

  it('keeps brackets that are text inside a formula', () => {
    expect(formulaInA1('of:=IF([.A1]="[.B2]";[$Other.C3];[.D1:.E2])')).toBe('=IF(A1="[.B2]";$Other.C3;D1:E2)');
  });

  it('names columns as spreadsheets do', () => {
    fc.assert(fc.property(fc.nat(16_383), (index) => columnIndex(columnName(index)) === index));
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

describe('a sheet as text', () => {
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.constant<Cell>({ type: 'empty', value: '' }),
    fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('00123', '1.5', '5%', '2026-01-01', 'a | b', '"', '=SUM(A1)', 'TRUE', '#x', '3 =x', ' a ', 'a\nb', '\\u007c', '\u2028 ', 'a\u2029b')).map((value): Cell => ({ type: 'text', value })),
    fc.tuple(fc.bigInt(-9999n, 9999n), fc.nat(999)).map(([whole, part]): Cell => ({ type: 'number', value: part === 0 ? `${whole}` : `${whole}.${part}1` })),
    fc.bigInt(-999n, 999n).map((value): Cell => ({ type: 'percent', value: `${value}.25` })),
    fc.constantFrom<Cell>({ type: 'date', value: '2026-11-30' }, { type: 'time', value: '12:30:00' }, { type: 'boolean', value: 'TRUE' }, { type: 'error', value: '#NAME?' }),
    fc.constantFrom<Cell>({ type: 'number', value: '7', formula: '=SUM(B2:B5)' }, { type: 'text', value: 'a|b', formula: '=A1&"|"&B1' }, { type: 'empty', value: '', formula: '=A1' }),
  );

  it('is read back without loss', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 5 }), (name, rows) => {
        const first = parseSheets(renderSheet({ name, rows, cut: false }));
        expect(first).toEqual(parseSheets(renderSheet(first[0]!)));
        rows.forEach((row, y) => row.forEach((wanted, x) => expect(first[0]!.rows[y]?.[x] ?? { type: 'empty', value: '' }).toEqual(wanted)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('text documents', () => {
  it('reads headings, spaces, breaks and table rows of an .odt, and leaves out what was deleted', () => {
    const bytes = odf(`<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">Plan</text:h>
      <text:p>one<text:tab/>two<text:line-break/>three</text:p><text:p/><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></office:text>`);
    expect(readDocument(bytes, 'odt')).toEqual({ text: '## Plan\none\ttwo\nthree\n\nitem\na | b', outline: [{ line: 1, level: 2, title: 'Plan' }], cut: false });
  });

  it('reads the runs of a .docx', () => {
    const bytes = zip({
      'word/document.xml':
        '<w:document><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>报告</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">It&apos;s </w:t></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del><w:r><w:tab/><w:t>&quot;so&quot;</w:t></w:r></w:p></w:body></w:document>',
    });
    expect(readDocument(bytes, 'docx').text).toBe('# 报告\nIt\'s \t"so"');
  });
});

describe('bad files', () => {
  it.each([
    ['no zip', strToU8('hello'), 'ENCODING'],
    ['another kind of zip', zip({ 'x.txt': 'x' }), 'ENCODING'],
    ['broken XML', odf('<office:spreadsheet><table'), 'ENCODING'],
    ['entities of its own', zip({ 'content.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }), 'ENCODING'],
  ])('%s is an error that says so', (_name, bytes, code) => {
    const read = (): unknown => readDocument(bytes, 'ods');
    expect(read).toThrow(ToolFault);
    expect(read).toThrow(expect.objectContaining({ code }) as Error);
  });
});
