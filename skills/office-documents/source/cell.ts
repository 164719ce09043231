/** A cell as a person means it. `text` of a date is ISO: 2026-11-30, or 2026-11-30T09:30:00. */
export type Cell =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: number }
  | { kind: 'boolean'; boolean: boolean }
  | { kind: 'date'; text: string }
  /** `text` begins with "=", in A1 notation; `value` is what was last computed. */
  | { kind: 'formula'; text: string; value?: Exclude<Cell, { kind: 'formula' }> }
  /** #NAME? and the like. */
  | { kind: 'error'; text: string };

export const EMPTY: Cell = { kind: 'empty' };

/** One sheet; rows are as long as their last filled cell. */
export interface Sheet {
  name: string;
  rows: Cell[][];
}

/**
 * A value of JSON as a cell: numbers and true or false as such, ISO dates as dates, a text that begins with "="
 * as a formula. An apostrophe in front keeps any of them a text, as in the programs themselves.
 */
export function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? { kind: 'number', number: value } : EMPTY;
  if (typeof value === 'boolean') return { kind: 'boolean', boolean: value };
  if (typeof value !== 'string') return value === null || value === undefined ? EMPTY : { kind: 'text', text: JSON.stringify(value) };
  if (value === '') return EMPTY;
  if (value.startsWith("'")) return { kind: 'text', text: value.slice(1) };
  if (value.startsWith('=') && value.length > 1) return { kind: 'formula', text: value };
  return isDate(value) ? { kind: 'date', text: value.length === 16 ? `${value}:00` : value } : { kind: 'text', text: value };
}

/** A formula as a cell, with the value that was last computed. LibreOffice writes true and false as formulas. */
export function formulaCell(text: string, value: Cell): Cell {
  if (/^=(?:TRUE|FALSE)\(\)$/i.test(text)) return { kind: 'boolean', boolean: /TRUE/i.test(text) };
  return { kind: 'formula', text, ...(value.kind === 'empty' || value.kind === 'formula' ? {} : { value }) };
}

/** The cell as JSON: what `cellOf` takes. A formula has its value beside it. */
export function jsonOf(cell: Cell): unknown {
  switch (cell.kind) {
    case 'empty':
      return null;
    case 'number':
      return cell.number;
    case 'boolean':
      return cell.boolean;
    case 'text':
      // What would be taken for something else gets its apostrophe back.
      return cellOf(cell.text).kind === 'text' && !cell.text.startsWith("'") ? cell.text : `'${cell.text}`;
    case 'date':
    case 'error':
      return cell.text;
    case 'formula':
      return { formula: cell.text, value: cell.value ? jsonOf(cell.value) : null };
  }
}

/** From 1 March 1900, where the programs agree about the calendar. */
export function isDate(text: string): boolean {
  const found = /^(\d{4}-\d\d-\d\d)(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/.exec(text);
  if (!found) return false;
  const day = new Date(`${found[1]}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(found[1] ?? '') && text >= '1900-03-01';
}

const DAY = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);

/** Days since 30 December 1899, as the programs count. */
export function serialOf(date: string): number {
  return (Date.parse(`${date.length === 10 ? `${date}T00:00:00` : date}Z`) - EPOCH) / DAY;
}

export function dateOfSerial(serial: number): string {
  const text = new Date(EPOCH + Math.round(serial * 86_400) * 1_000).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** "A", "Z", "AA" for 0, 25, 26. */
export function columnName(index: number): string {
  let name = '';
  for (let left = index; left >= 0; left = Math.floor(left / 26) - 1) name = String.fromCharCode(65 + (left % 26)) + name;
  return name;
}

/** 0, 25, 26 for "A", "Z", "AA". */
export function columnIndex(name: string): number {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

export function cellName(row: number, column: number): string {
  return `${columnName(column)}${row + 1}`;
}

/** Functions and references with which a sheet reaches other files, programs and servers. */
const OUTWARD = /\b(?:WEBSERVICE|FILTERXML|RTD|CALL|REGISTER(?:\.ID)?|DDE|HYPERLINK|IMAGE|STOCKHISTORY|IMPORT\w+|CUBE\w+)\s*\(|\[[^\]]+\][^!]*!|['"](?:file|https?|ftp|smb):|\\\\\w|\|\s*'?[^'|]*'?\s*!/i;

/** What of a formula reaches outside the file; null when it stays inside. Texts in quotes count too: they may be an address. */
export function reachOf(formula: string): string | null {
  return OUTWARD.exec(formula)?.[0].trim() ?? null;
}

export function trimRows(rows: Cell[][]): Cell[][] {
  const upToLast = <T>(list: T[], filled: (item: T) => boolean): T[] => list.slice(0, list.length - [...list].reverse().findIndex(filled)).slice(0, list.some(filled) ? undefined : 0);
  return upToLast(rows.map((row) => upToLast(row, ({ kind }) => kind !== 'empty')), (row) => row.length > 0);
}
