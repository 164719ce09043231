/** Proves a sheet from its file: once by reading the .ods itself, once through LibreOffice without a window. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import { must } from '../lib/process.mjs';

/** @typedef {import('./sheet.mjs').Cell} Cell */

/**
 * @param {string} file an .ods
 * @returns {Cell[][]} the first sheet's cells, without trailing empty ones
 */
export function readSheet(file) {
  const content = unzipSync(readFileSync(file))['content.xml'];
  if (!content) throw new Error(`${file} is no spreadsheet: it holds no content.xml.`);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => ['table:table', 'table:table-row', 'table:table-cell', 'text:p'].includes(name),
  });
  const tree = parser.parse(strFromU8(content));
  const rows = tree['office:document-content']['office:body']['office:spreadsheet']['table:table'][0]['table:table-row'];
  return rows.map(readRow).filter((/** @type {Cell[]} */ row) => row.length > 0);
}

/** @param {Record<string, any>} row @returns {Cell[]} */
function readRow(row) {
  /** @type {Cell[]} */
  const cells = (row['table:table-cell'] ?? []).map(readCell);
  while (cells.length > 0 && Object.keys(cells.at(-1) ?? {}).length === 0) cells.pop();
  return cells;
}

/** @param {Record<string, any>} cell @returns {Cell} */
function readCell(cell) {
  const formula = cell['table:formula'];
  const type = cell['office:value-type'];
  return {
    ...(type === 'float' ? { value: Number(cell['office:value']) } : {}),
    ...(type === 'string' ? { text: cell['text:p'].map((/** @type {any} */ part) => (typeof part === 'object' ? part['#text'] : part)).join('\n') } : {}),
    // "of:=SUM([.B2:.B6])" is how the file writes =SUM(B2:B6).
    ...(formula ? { formula: formula.replace(/^of:/, '').replace(/\[\.?([^\]]*)\]/g, (/** @type {string} */ _all, /** @type {string} */ range) => range.replace(/\.(?=[A-Z])/g, '')) } : {}),
  };
}

/**
 * @param {Cell[][]} expected @param {Cell[][]} found
 * @returns {string[]} what differs, cell by cell; empty when the file holds exactly what was asked
 */
export function differences(expected, found) {
  const problems = found.length === expected.length ? [] : [`${found.length} rows instead of ${expected.length}`];
  for (const [row, cells] of expected.entries()) {
    const width = Math.max(cells.length, found[row]?.length ?? 0);
    for (let column = 0; column < width; column += 1) {
      const want = JSON.stringify(ordered(cells[column]));
      const have = JSON.stringify(ordered(found[row]?.[column]));
      if (want !== have) problems.push(`${String.fromCharCode(65 + column)}${row + 1}: ${have} instead of ${want}`);
    }
  }
  return problems;
}

/** @param {Cell | undefined} cell */
const ordered = (cell) => Object.fromEntries(Object.entries(cell ?? {}).sort());

/**
 * @param {string} file @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string>} the sheet as LibreOffice, with a profile of its own, computes it: comma-separated
 */
export async function asCsv(file, environment) {
  const folder = mkdtempSync(join(tmpdir(), 'deskwright-proof-'));
  try {
    const words = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76', '--outdir', folder, file];
    await must('Reading the sheet with LibreOffice', 'soffice', words, { env: environment, timeout: 90_000 });
    return readFileSync(join(folder, 'budget.csv'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
