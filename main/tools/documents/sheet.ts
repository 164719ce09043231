/** One cell as a file holds it. `value` is canonical: "1200.5", "2026-11-30", "12:30:00", "TRUE", "#NAME?". */
export interface Cell {
  type: 'empty' | 'text' | 'number' | 'percent' | 'date' | 'time' | 'boolean' | 'error';
  /** A percent's value is the number itself: 5 % is "0.05". */
  value: string;
  /** With "=", in A1 notation: "=SUM(B2:B5)". */
  formula?: string;
}

/** One sheet; rows are as long as their last filled cell, trailing empty rows are left out. */
export interface Sheet {
  name: string;
  rows: Cell[][];
  /** Rows or cells beyond what we read were left out. */
  cut: boolean;
}

/** Cells of one sheet that we read. */
export const MOST_CELLS = 200_000;

export const emptyCell: Cell = { type: 'empty', value: '' };

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

/** Rows without the empty cells at their ends, and without the empty rows at the end. */
export function trimRows(rows: Cell[][]): Cell[][] {
  const filled = (cell: Cell): boolean => cell.type !== 'empty' || cell.formula !== undefined;
  return upToLast(rows.map((row) => upToLast(row, filled)), (row) => row.length > 0);
}

function upToLast<T>(list: T[], wanted: (item: T) => boolean): T[] {
  let length = list.length;
  while (length > 0 && !wanted(list[length - 1] as T)) length--;
  return list.slice(0, length);
}
