import { readCsv } from '../../../tools/documents/read-csv';
import { parseSheets } from '../../../tools/documents/sheet-text';
import type { Sheet } from '../../../tools/documents/sheet';
import { pageOf } from '../results';
import { attempt, type Plan, type Work } from '../script';
import type { Target } from './target';

/** Lines a page of Read may have. */
const PAGE = 2000;

/** A saved file's lines by Read, all of them; null when it isn't there or can't be read. */
export function* linesOf(work: Work, target: Target): Plan<string[] | null> {
  const lines: string[] = [];
  let next: number | null = 1;
  while (next !== null) {
    const envelope = yield* attempt(work, 'planner.why.verify', 'Read', { path: target.file, limit: PAGE, ...(next > 1 ? { start_line: next } : {}) }, { file: target.file });
    if (envelope.status === 'error') return null;
    const page = pageOf(envelope);
    lines.push(...page.lines);
    next = page.nextLine;
  }
  return lines;
}

/** The first sheet of a saved spreadsheet; null when there is no such file. */
export function* sheetOf(work: Work, target: Target): Plan<Sheet | null> {
  const lines = yield* linesOf(work, target);
  if (lines === null) return null;
  return (target.ending === 'csv' ? readCsv(lines.join('\n')) : parseSheets(lines.join('\n'))[0]) ?? { name: '', rows: [], cut: false };
}
