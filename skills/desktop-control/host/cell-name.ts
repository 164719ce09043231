/** A cell's place in its table, from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

/** A place as a spreadsheet writes it: (0, 27) → "AB1". */
export function cellName({ row, column }: CellPlace): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** "B12" as row 11, column 1; null for anything else. */
export function cellPlace(name: string): CellPlace | null {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(name.trim()) ?? [];
  if (!letters || !row) return null;
  return { row: Number(row) - 1, column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 };
}
