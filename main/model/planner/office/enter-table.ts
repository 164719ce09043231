import type { Plan, Work } from '../script';
import type { PlannedCell } from '../task';
import type { Difference } from './compare';
import { planEntry, typed, type Block } from './entry';
import { act, runCommand, typeInto, type Program } from './program';

const APP: Program = 'LibreOffice Calc';

/** The menu command that turns formulas into their values, by its name in LibreOffice's languages. */
const TO_VALUES = 'Formula to Value';

/** Cells that are worth entering again one by one. */
const MOST_REPAIRS = 3;

/** Types a table into the empty sheet that has the focus, from A1. */
export function* enterTable(work: Work, rows: PlannedCell[][]): Plan<void> {
  const { stretches, literals, formulas } = planEntry(rows);
  for (const { text, firstRow, lastRow } of stretches) {
    const values = { from: firstRow + 1, to: lastRow + 1 };
    yield* typeInto(work, APP, firstRow === lastRow ? 'planner.why.row' : 'planner.why.rows', { action: 'type', text }, values);
  }
  if (literals) yield* settleLiterals(work, formulas);
}

/**
 * Enters wrong cells again, texts as formulas; when more than a few are wrong, a key was lost and the
 * whole table is entered again.
 */
export function* repairCells(work: Work, rows: PlannedCell[][], differences: Difference[]): Plan<void> {
  if (differences.length > MOST_REPAIRS) {
    yield* act(work, 'planner.why.again', { action: 'key', keys: 'ctrl+a delete ctrl+home' });
    return yield* enterTable(work, rows);
  }
  for (const { row, column, cell } of differences) {
    const wanted: PlannedCell = rows[row]?.[column] ?? { type: 'empty', value: '' };
    if (wanted.type === 'formula') continue;
    yield* goTo(work, cell);
    if (wanted.type === 'empty') yield* act(work, 'planner.why.clear', { action: 'key', keys: 'delete' }, { cell });
    else yield* typeInto(work, APP, 'planner.why.cell', { action: 'type', text: `${typed(wanted, 'literal')}\n` }, { cell });
  }
  yield* settleLiterals(work, planEntry(rows).formulas);
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
