import type { Cell } from '../../../tools/documents/sheet';
import type { Plan, Work } from '../script';
import type { PlannedCell } from '../task';
import type { Difference } from './compare';
import { planEntry, typed, type Block, type DecimalSign } from './entry';
import { act, runCommand, typeInto, type Program } from './program';

const APP: Program = 'LibreOffice Calc';

/** The menu command that turns formulas into their values, by its name in languages of LibreOffice. */
const TO_VALUES = ['Formula to Value', '公式转换为值', 'Formel in Wert umwandeln', 'Formule en valeur', 'Формулу в значение'];

/** Cells that are worth entering again one by one. */
const MOST_REPAIRS = 3;

/** Types a table into the empty sheet that has the focus, from A1. */
export function* enterTable(work: Work, rows: PlannedCell[][], decimal: DecimalSign = '.'): Plan<void> {
  const { stretches, literals, formulas } = planEntry(rows, decimal);
  for (const { text, firstRow, lastRow } of stretches) {
    const values = { from: firstRow + 1, to: lastRow + 1 };
    yield* typeInto(work, APP, firstRow === lastRow ? 'planner.why.row' : 'planner.why.rows', { action: 'type', text }, values);
  }
  if (literals) yield* settleLiterals(work, formulas);
}

/**
 * Enters wrong cells again, texts as formulas; when more than a few are wrong, a key was lost or the
 * program writes decimals in another way, and the whole table is entered again.
 */
export function* repairCells(work: Work, rows: PlannedCell[][], differences: Difference[]): Plan<void> {
  const decimal = decimalSign(rows, differences);
  const clear = differences.some(({ held }) => FORMATTING.has(held.type)) ? ' ctrl+m' : '';
  if (differences.length > MOST_REPAIRS || decimal === ',') {
    yield* act(work, 'planner.why.again', { action: 'key', keys: `ctrl+a delete${clear} ctrl+home` });
    return yield* enterTable(work, rows, decimal);
  }
  for (const { row, column, cell } of differences) {
    const wanted: PlannedCell = rows[row]?.[column] ?? { type: 'empty', value: '' };
    if (wanted.type === 'formula') continue;
    yield* goTo(work, cell);
    if (wanted.type === 'empty' || clear) yield* act(work, 'planner.why.clear', { action: 'key', keys: `delete${clear}` }, { cell });
    if (wanted.type !== 'empty') yield* typeInto(work, APP, 'planner.why.cell', { action: 'type', text: `${typed(wanted, decimal, 'literal')}\n` }, { cell });
  }
  yield* settleLiterals(work, planEntry(rows, decimal).formulas);
}

/** What a cell shows a number as, once it was entered that way; a number entered later would be shown so too. */
const FORMATTING: ReadonlySet<Cell['type']> = new Set(['date', 'time', 'percent', 'boolean']);

/** Numbers with a point that became texts or dates: the program's locale has a comma there. */
function decimalSign(rows: PlannedCell[][], differences: Difference[]): DecimalSign {
  const taken = differences.some(({ row, column, held }) => {
    const { type = 'empty', value = '' } = rows[row]?.[column] ?? {};
    return (type === 'number' || type === 'percent') && value.includes('.') && (held.type === 'text' || held.type === 'date' || held.type === 'time');
  });
  return taken ? ',' : '.';
}

/** Turns every formula of the sheet into its value, then enters those that are to be formulas. */
function* settleLiterals(work: Work, formulas: Block[]): Plan<void> {
  yield* act(work, 'planner.why.to_values', { action: 'key', keys: 'ctrl+home ctrl+shift+end' });
  yield* runCommand(work, 'planner.why.to_values', TO_VALUES);
  for (const { cell, text } of formulas) {
    yield* goTo(work, cell);
    yield* typeInto(work, APP, 'planner.why.cell', { action: 'type', text }, { cell });
  }
}

/** The name box takes an address (Ctrl+Shift+T). */
function* goTo(work: Work, cell: string): Plan<void> {
  yield* act(work, 'planner.why.go', { action: 'key', keys: 'ctrl+shift+t' }, { cell });
  yield* act(work, 'planner.why.go', { action: 'type', text: `${cell}\n` }, { cell });
}
