import { compareSheet, type Comparison } from '../office/compare';
import { enterTable, repairCells } from '../office/enter-table';
import { openProgram, type Program } from '../office/program';
import { sheetOf } from '../office/read-back';
import { saveAgain, saveAs } from '../office/save';
import { chooseTarget, type Target } from '../office/target';
import { unmet, type Plan, type Script, type Work } from '../script';
import type { PlannedCell, Task } from '../task';
import { documentSteps, showProgress } from '../todo';
import { csvTask } from './csv';
import { bullets } from './text';

type SheetTask = Extract<Task, { kind: 'sheet' }>;

const APP: Program = 'LibreOffice Calc';
const HANDS = ['Computer', 'Observe'];

/** A spreadsheet made in LibreOffice Calc through its windows, saved, and proven from the file. */
export function* sheetTask(work: Work, task: SheetTask): Script {
  if (!HANDS.every((tool) => work.tools.has(tool))) return yield* csvTask(work, task, APP);
  const target = yield* chooseTarget(work, task.file);
  if (!target) return work.say('planner.kept', { file: task.file });
  const values = { app: APP, file: target.file };
  const progress = (step: number): Plan<void> => showProgress(work, 'planner.todo.sheet', documentSteps, step, values);
  yield* progress(0);
  yield* openProgram(work, APP);
  yield* progress(1);
  yield* enterTable(work, task.rows);
  work.done.push(work.say('planner.done.entered', values));
  yield* progress(2);
  yield* saveAs(work, target);
  const { comparison, repaired } = yield* prove(work, task.rows, target);
  if (!comparison) return unmet(work, work.say('planner.not_saved', { path: target.absolute, app: APP }));
  yield* progress(documentSteps.length);
  work.unmet = comparison.differences.length > 0;
  return report(work, task, target, comparison, repaired);
}

/** Reads the file back; cells that the program changed are entered once more in another way. */
function* prove(work: Work, rows: PlannedCell[][], target: Target): Plan<{ comparison: Comparison | null; repaired: string[] }> {
  const onlyValues = target.ending === 'csv';
  const first = yield* sheetOf(work, target);
  if (!first) return { comparison: null, repaired: [] };
  work.done.push(work.say('planner.done.saved', { file: target.file }));
  const before = compareSheet(rows, first, onlyValues);
  if (before.differences.length === 0) return { comparison: before, repaired: [] };
  yield* repairCells(work, rows, before.differences);
  yield* saveAgain(work, target);
  const again = yield* sheetOf(work, target);
  const after = compareSheet(rows, again ?? undefined, onlyValues);
  const wrong = new Set(after.differences.map(({ cell }) => cell));
  return { comparison: after, repaired: before.differences.map(({ cell }) => cell).filter((cell) => !wrong.has(cell)) };
}

function report(work: Work, task: SheetTask, target: Target, { count, differences, formulas }: Comparison, repaired: string[]): string {
  const right = differences.length === 0;
  return [
    work.say('planner.sheet.saved', { path: target.absolute }),
    ...(target.instead === null ? [] : [work.say('planner.sheet.renamed', { file: target.instead })]),
    ...(repaired.length > 0 ? [work.say('planner.sheet.repaired', { count: repaired.length, cells: repaired.join(', ') })] : []),
    right ? work.say('planner.sheet.verified', { count }) : work.say('planner.sheet.differs', { count, right: count - differences.length }),
    ...(right ? [] : [bullets(differences.map(({ cell, wanted, found }) => work.say('planner.sheet.cell_differs', { cell, wanted, found })))]),
    ...formulas.map((formula) => work.say('planner.sheet.formula', formula)),
    ...task.notes.map((note) => work.say(`planner.sheet.${note}`)),
  ].join('\n');
}
