import { cellName, cellOf, EMPTY, reachOf, type Cell, type Sheet } from '../cell';
import { Fault } from '../fault';

const MOST_CELLS = 500_000;
/** Of a cell, in every program. */
const LONGEST_TEXT = 32_767;

/** A sheet that is to be written. */
export interface NewSheet extends Sheet {
  /** The first row names the columns. */
  header: boolean;
}

/**
 * The sheets of `sheets: [{name, rows}]`; rows are lists of cells, or objects whose keys become the first row.
 * @throws Fault INVALID_PARAM with the place.
 */
export function sheetsOf(given: unknown): NewSheet[] {
  if (!Array.isArray(given) || given.length === 0) throw new Fault('INVALID_PARAM', 'create of a spreadsheet needs sheets.', 'Example: "sheets": [{"name": "Budget", "rows": [["Item", "Cost"], ["Tea", 3.5], ["Total", "=SUM(B2:B2)"]]}]');
  const sheets = given.map((sheet, index) => sheetOf(sheet as Record<string, unknown>, index));
  const twice = sheets.find(({ name }, index) => sheets.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) !== index);
  if (twice) throw new Fault('INVALID_PARAM', `Two sheets are called ${twice.name}.`, 'Give each sheet a name of its own.');
  if (sheets.reduce((sum, { rows }) => sum + rows.reduce((cells, row) => cells + row.length, 0), 0) > MOST_CELLS) throw new Fault('TOO_LARGE', `These are more than ${MOST_CELLS} cells.`, 'Write them into several files.');
  return sheets;
}

function sheetOf({ name = undefined, rows = [] }: Record<string, unknown>, index: number): NewSheet {
  const title = typeof name === 'string' && name.trim() !== '' ? name.trim() : `Sheet${index + 1}`;
  if (title.length > 31 || /[[\]:*?/\\]|^'|'$/.test(title)) throw new Fault('INVALID_PARAM', `"${title}" can't be the name of a sheet.`, 'At most 31 characters, none of [ ] : * ? / \\, no apostrophe at its ends.');
  if (!Array.isArray(rows)) throw new Fault('INVALID_PARAM', `rows of the sheet ${title} is no list.`, 'A list of rows; each a list of cells, or an object with the same keys as the others.');
  const list = rows as unknown[];
  const keyed = list.filter(isRecord);
  if (keyed.length > 0 && keyed.length < list.length) throw new Fault('INVALID_PARAM', `In the sheet ${title} some rows are lists and some are objects.`, 'Use one form for all rows of a sheet.');
  if (keyed.length > 0) {
    const keys = [...new Set(keyed.flatMap((row) => Object.keys(row)))];
    return { name: title, header: true, rows: [keys.map((key): Cell => ({ kind: 'text', text: key })), ...keyed.map((row, at) => keys.map((key, column) => checked(row[key], title, at + 1, column)))] };
  }
  const cells = list.map((row, at) => (Array.isArray(row) ? row : [row]).map((value: unknown, column) => checked(value, title, at, column)));
  const [first = []] = cells;
  return { name: title, header: cells.length > 1 && first.length > 1 && first.every(({ kind }) => kind === 'text'), rows: cells };
}

function checked(value: unknown, sheet: string, row: number, column: number): Cell {
  const cell = cellOf(value);
  const place = `${sheet}!${cellName(row, column)}`;
  if (cell.kind === 'text' && cell.text.length > LONGEST_TEXT) throw new Fault('TOO_LARGE', `The text in ${place} is longer than a cell holds (${LONGEST_TEXT} characters).`, 'Part it, or put it into a text document.');
  const reach = cell.kind === 'formula' ? reachOf(cell.text) : null;
  if (reach !== null) throw new Fault('INVALID_PARAM', `The formula in ${place} reaches outside the file (${reach}): it could send data away or start something.`, "Give the value itself, or put an apostrophe in front to write it as a text: \"'=…\".");
  return cell ?? EMPTY;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
