import { emptyCell, columnIndex, type Cell, type Sheet } from '../../../tools/documents/sheet';
import { add, divide, fromDigits, rational, subtract, toDecimal, type Rational } from '../../../../arithmetic/rational';
import type { PlannedCell } from '../task';
import { cellName } from './entry';

export interface Difference {
  row: number;
  column: number;
  cell: string;
  wanted: string;
  found: string;
  held: Cell;
}

export interface Comparison {
  /** Cells that were compared: all of the table, and whatever else the file holds. */
  count: number;
  differences: Difference[];
  /** Formulas that are right, with the value the file has for them. */
  formulas: { cell: string; formula: string; value: string }[];
}

/** Compares a table with what a file holds, cell by cell. In a CSV, formulas are only their values. */
export function compareSheet(rows: PlannedCell[][], sheet: Sheet | undefined, onlyValues: boolean): Comparison {
  const found = sheet?.rows ?? [];
  const height = Math.max(rows.length, found.length);
  const result: Comparison = { count: 0, differences: [], formulas: [] };
  for (let row = 0; row < height; row++) {
    const width = Math.max(rows[row]?.length ?? 0, found[row]?.length ?? 0);
    for (let column = 0; column < width; column++) {
      const wanted = rows[row]?.[column] ?? { type: 'empty', value: '' };
      const held = found[row]?.[column] ?? emptyCell;
      const cell = cellName(row, column);
      if (wanted.type !== 'empty' || held.type !== 'empty') result.count++;
      if (!isSame(wanted, held, rows, onlyValues)) result.differences.push({ row, column, cell, wanted: describePlan(wanted), found: describeCell(held), held });
      else if (wanted.type === 'formula') result.formulas.push({ cell, formula: wanted.value, value: held.value });
    }
  }
  return result;
}

function isSame(wanted: PlannedCell, held: Cell, rows: PlannedCell[][], onlyValues: boolean): boolean {
  switch (wanted.type) {
    case 'empty':
      return held.type === 'empty' && held.formula === undefined;
    case 'text':
      return held.value === wanted.value && held.formula === undefined && (held.type === 'text' || onlyValues);
    case 'number':
      return held.formula === undefined && held.type === 'number' && equal(held.value, fromDecimal(wanted.value));
    case 'percent':
      return onlyValues || (held.formula === undefined && held.type === 'percent' && equal(held.value, divide(fromDecimal(wanted.value), rational(100n))));
    case 'date':
      return held.value === wanted.value && (held.type === 'date' || onlyValues);
    case 'formula': {
      const sum = expectedSum(wanted.value, rows);
      const valueFits = held.type !== 'error' && held.value !== '' && (sum === null || equal(held.value, sum));
      return valueFits && (onlyValues || normal(held.formula ?? '') === normal(wanted.value));
    }
  }
}

/** Formulas compare without blanks, case and the separator, which differ by format and locale; quoted text stays. */
function normal(formula: string): string {
  return formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (part) => (part.startsWith('"') ? part : part.replace(/\s/g, '').replaceAll(',', ';').toUpperCase()));
}

/** What `=SUM(B2:B5)` over numbers of the table must be; null for any other formula. */
function expectedSum(formula: string, rows: PlannedCell[][]): Rational | null {
  const range = /^=SUM\(([A-Z]+)(\d+):([A-Z]+)(\d+)\)$/i.exec(formula);
  if (!range) return null;
  const [, left = '', top = '', right = '', bottom = ''] = range;
  const cells = rows.slice(Number(top) - 1, Number(bottom)).flatMap((row) => row.slice(columnIndex(left), columnIndex(right) + 1));
  if (cells.some((cell) => cell.type === 'formula' || cell.type === 'date' || cell.type === 'percent')) return null;
  return cells.filter((cell) => cell.type === 'number').reduce((sum, cell) => add(sum, fromDecimal(cell.value)), rational(0n));
}

/** Programs compute in binary floating point: the last of 15 digits may differ. */
function equal(found: string, wanted: Rational): boolean {
  if (/^-?\d+(\.\d+)?$/.test(found) && subtract(fromDecimal(found), wanted).top === 0n) return true;
  const target = Number(toDecimal(wanted).digits);
  const value = Number(found);
  return found.trim() !== '' && Math.abs(value - target) <= Math.abs(target) * 1e-14;
}

function fromDecimal(written: string): Rational {
  const value = fromDigits(written.replace('-', ''));
  return written.startsWith('-') ? subtract(rational(0n), value) : value;
}

function describePlan({ type, value }: PlannedCell): string {
  return type === 'empty' ? '∅' : type === 'text' ? `“${value}”` : type === 'percent' ? `${value}%` : value;
}

function describeCell({ type, value, formula }: Cell): string {
  const shown = type === 'empty' ? '∅' : type === 'text' ? `“${value}”` : value;
  return formula === undefined ? shown : `${formula} (${shown})`;
}
