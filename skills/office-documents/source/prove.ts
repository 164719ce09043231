import { cellName, type Cell, type Sheet } from './cell';

/** Lines that are not in what was read back; blanks, line ends, forms of letters (ﬁ, ｆ) and the backslash before a bar don't count. */
export function missingLines(wanted: readonly string[], read: string): string[] {
  const plain = (text: string): string => text.normalize('NFKC').replace(/[\s\u00ad]+|\\(?=\|)/g, '');
  const whole = plain(read);
  return wanted.filter((line) => !whole.includes(plain(line)));
}

/** Cells that hold something else than was asked for, as "Sheet!B2: wanted 3, found nothing". */
export function differences(wanted: readonly Sheet[], found: readonly Sheet[]): string[] {
  return wanted.flatMap((sheet) => {
    const rows = found.find(({ name }) => name === sheet.name)?.rows;
    if (!rows) return [`${sheet.name}: the sheet is missing`];
    return sheet.rows.flatMap((row, at) =>
      row.flatMap((cell, column) => {
        const held: Cell = rows[at]?.[column] ?? { kind: 'empty' };
        return same(cell, held) ? [] : [`${sheet.name}!${cellName(at, column)}: wanted ${describe(cell)}, found ${describe(held)}`];
      }),
    );
  });
}

function same(wanted: Cell, held: Cell): boolean {
  if (wanted.kind !== held.kind) return false;
  if (wanted.kind === 'formula' && held.kind === 'formula') return plainFormula(wanted.text) === plainFormula(held.text);
  return describe(wanted).replace(/\r\n?/g, '\n') === describe(held);
}

/** Formulas compare without blanks, case and the kind of separator. */
function plainFormula(formula: string): string {
  return formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (part) => (part.startsWith('"') ? part : part.replace(/[\s$']/g, '').replaceAll(';', ',').replace(/_xlfn\./g, '').toUpperCase()));
}

function describe(cell: Cell): string {
  switch (cell.kind) {
    case 'empty':
      return 'nothing';
    case 'number':
      return String(cell.number);
    case 'boolean':
      return String(cell.boolean);
    default:
      return JSON.stringify(cell.text);
  }
}

/** Formulas that came to an error, or whose value nobody computed. */
export function formulaTroubles(sheets: readonly Sheet[]): { errors: string[]; unknown: number } {
  const errors: string[] = [];
  let unknown = 0;
  for (const { name, rows } of sheets) {
    rows.forEach((row, at) =>
      row.forEach((cell, column) => {
        if (cell.kind !== 'formula') return;
        if (cell.value?.kind === 'error') errors.push(`${name}!${cellName(at, column)} ${cell.text}: ${cell.value.text}`);
        else if (!cell.value) unknown += 1;
      }),
    );
  }
  return { errors, unknown };
}
