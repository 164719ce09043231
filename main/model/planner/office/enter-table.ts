import type { Plan, Work } from '../script';
import type { PlannedCell } from '../task';
import type { Difference } from './compare';
import { planEntry, typed } from './entry';
import { act, runCommand, typeInto, type Program } from './program';

const APP: Program = 'LibreOffice Calc';

/** The menu command that turns formulas into their values, by its name in LibreOffice's languages. */
const TO_VALUES = 'Formula to Value';

/** Cells that are worth entering again one by one; more means that something else is wrong. */
const MOST_REPAIRS = 12;

/** Types a table into the empty sheet that has the focus, from A1. */
export function* enterTable(work: Work, rows: PlannedCell[][]): Plan<void> {
  const { stretches, literals, formulas } = planEntry(rows);
  for (const { text, firstRow, lastRow } of stretches) {
    const values = { from: firstRow + 1, to: lastRow + 1 };
    yield* typeInto(work, APP, firstRow === lastRow ? 'planner.why.row' : 'planner.why.rows', { action: 'type', text }, values);
  }
  if (!literals) return;
  yield* act(work, 'planner.why.to_values', { action: 'key', keys: 'ctrl+home ctrl+shift+end' });
  yield* runCommand(work, 'planner.why.to_values', TO_VALUES);
  for (const { cell, text } of formulas) {
    yield* goTo(work, cell);
    yield* typeInto(work, APP, 'planner.why.cell', { action: 'type', text }, { cell });
  }
}

/** Enters wrong cells again: texts as formulas turned into values, everything else as before into an emptied cell. */
export function* repairCells(work: Work, rows: PlannedCell[][], differences: Difference[]): Plan<void> {
  if (differences.length > MOST_REPAIRS) return;
  for (const { row, column, cell } of differences) {
    const wanted: PlannedCell = rows[row]?.[column] ?? { type: 'empty', value: '' };
    yield* goTo(work, cell);
    yield* act(work, 'planner.why.clear', { action: 'key', keys: 'delete' }, { cell });
    if (wanted.type === 'empty') continue;
    yield* typeInto(work, APP, 'planner.why.cell', { action: 'type', text: `${typed(wanted, 'literal')}\n` }, { cell });
    if (wanted.type !== 'text') continue;
    yield* goTo(work, cell);
    yield* runCommand(work, 'planner.why.to_values', TO_VALUES);
  }
}

/** The name box takes an address (Ctrl+Shift+T). */
function* goTo(work: Work, cell: string): Plan<void> {
  yield* act(work, 'planner.why.go', { action: 'key', keys: 'ctrl+shift+t' }, { cell });
  yield* act(work, 'planner.why.go', { action: 'type', text: `${cell}\n` }, { cell });
}
