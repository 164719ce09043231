import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { differences, readSheet } from './proof.mjs';

const cell = (type, attributes, text) => `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${text}</text:p></table:table-cell>`;

function sheet(...rows) {
  const file = join(mkdtempSync(join(tmpdir(), 'proof-')), 'x.ods');
  const body = rows.map((cells) => `<table:table-row>${cells.join('')}<table:table-cell/></table:table-row>`).join('');
  const xml = `<office:document-content><office:body><office:spreadsheet><table:table>${body}</table:table></office:spreadsheet></office:body></office:document-content>`;
  writeFileSync(file, zipSync({ 'content.xml': strToU8(xml) }));
  return file;
}

it('reads texts, numbers and formulas from the file itself', () => {
  const file = sheet(
    [cell('string', '', 'Café &amp; 书'), cell('float', 'office:value="85.5"', '85.50')],
    [cell('string', '', '合计'), cell('float', 'table:formula="of:=SUM([.B1:.B1])" office:value="85.5"', '85.5')],
  );
  expect(readSheet(file)).toEqual([
    [{ text: 'Café & 书' }, { value: 85.5 }],
    [{ text: '合计' }, { value: 85.5, formula: '=SUM(B1:B1)' }],
  ]);
});

it('names every cell that differs', () => {
  const expected = [[{ text: 'a' }, { value: 2, formula: '=SUM(A1)' }]];
  expect(differences(expected, [[{ text: 'a' }, { formula: '=SUM(A1)', value: 2 }]])).toEqual([]);
  expect(differences(expected, [[{ text: 'A' }, { value: 2 }, { text: 'x' }]])).toHaveLength(3);
  expect(differences(expected, [])).not.toEqual([]);
});
