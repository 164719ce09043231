import { choose } from '../ask';
import { unmet, type Script, type Work } from '../script';
import type { PlannedCell, Task } from '../task';
import { writeFileTask } from './write-file';

/** Without a desktop: the table as plain CSV by Write, when the request asked for CSV or the person agrees. */
export function* csvTask(work: Work, { file, rows }: Extract<Task, { kind: 'sheet' }>, app: string): Script {
  const csv = file.replace(/\.[^.]+$/, '.csv');
  const why = [work.say('planner.no_desktop', { app }), work.say('planner.no_desktop_hint')].join(' ');
  const agreed = csv === file || (yield* choose(work, 'planner.ask.csv', ['planner.option.yes', 'planner.option.no'], { file: csv })) === 0;
  if (!agreed) return unmet(work, [why, work.say('planner.halt.nothing')].join('\n\n'));
  const answer = yield* writeFileTask(work, { file: csv, content: toCsv(rows) });
  return [why, answer, work.say('planner.sheet.csv_written', { file: csv })].join('\n\n');
}

function toCsv(rows: PlannedCell[][]): string {
  const field = ({ type, value }: PlannedCell): string => (type === 'percent' ? `${value}%` : /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return rows.map((row) => `${row.map(field).join(',')}\n`).join('');
}
