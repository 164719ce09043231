/** How rows of one sheet moved: the copies that stand for a row now, by its old number (from 1); one where it is not named. */
export type Copies = ReadonlyMap<number, number>;

/** Where a row stands now; of a row that was repeated, its first copy. */
export function newRow(row: number, copies: Copies): number {
  let added = 0;
  for (const [repeated, count] of copies) if (repeated < row) added += count - 1;
  return row + added;
}

/** An area's rows: one that ends at a repeated row takes in all copies. */
export function newRange(first: number, last: number, copies: Copies): [number, number] {
  const start = newRow(first, copies);
  return [start, Math.max(start, newRow(last, copies) + (copies.get(last) ?? 1) - 1)];
}

/** Where a formula stands: its sheet, its old row, and which copy of it. */
export interface Place {
  sheet: string;
  row: number;
  copy: number;
}

const A1 = /((?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(?<![\p{L}\p{N}_.])(\$?[A-Z]{1,3}\$?)(\d{1,7})(?::(\$?[A-Z]{1,3}\$?)(\d{1,7}))?(?![\p{L}\p{N}_(!])/gu;
const ODF = /\[(\$?(?:'(?:[^']|'')+'|[^'.[\]]+))?\.(\$?[A-Z]{1,3}\$?)(\d{1,7})(?::\.(\$?[A-Z]{1,3}\$?)(\d{1,7}))?\]/gu;

/** A formula whose references follow the rows that moved. */
export function shiftFormula(formula: string, place: Place, copiesOf: (sheet: string) => Copies, form: 'a1' | 'odf'): string {
  return formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (part) => (part.startsWith('"') ? part : part.replace(form === 'a1' ? A1 : ODF, (...found) => shifted(found as string[], place, copiesOf, form))));
}

function shifted([whole, prefix, column, row, lastColumn, lastRow]: string[], place: Place, copiesOf: (sheet: string) => Copies, form: 'a1' | 'odf'): string {
  const sheet = prefix ? sheetNamed(prefix) : place.sheet;
  const copies = copiesOf(sheet);
  const own = sheet === place.sheet && Number(row) === place.row && (lastRow === undefined || lastRow === row);
  if (column === undefined || row === undefined) return whole ?? '';
  const [first, last] = own ? [newRow(place.row, copies) + place.copy, newRow(place.row, copies) + place.copy] : lastRow === undefined ? [newRow(Number(row), copies), 0] : newRange(Number(row), Number(lastRow), copies);
  const dot = form === 'odf' ? '.' : '';
  const end = lastColumn === undefined ? '' : `:${dot}${lastColumn}${last}`;
  return form === 'odf' ? `[${prefix ?? ''}.${column}${first}${end}]` : `${prefix ?? ''}${column}${first}${end}`;
}

function sheetNamed(prefix: string): string {
  return prefix.replace(/^\$/, '').replace(/!$/, '').replace(/^'(.*)'$/, '$1').replaceAll("''", "'");
}
