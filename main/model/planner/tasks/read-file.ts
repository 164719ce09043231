import { pageOf } from '../results';
import { must, type Plan, type Script, type Work } from '../script';

/** Lines that an answer shows. */
const MOST_LINES = 60;
/** Lines that are read of a longer file. */
const READ_LINES = 2000;

/** A file's first lines as they are. */
export function* readTask(work: Work, { file }: { file: string }): Script {
  const { lines, totalLines } = yield* readLines(work, file);
  if (totalLines === 0) return work.say('planner.read.empty', { file });
  const shown = lines.slice(0, MOST_LINES);
  const fence = '`'.repeat(Math.max(3, ...shown.map((line) => (/^`*/.exec(line.trimStart())?.[0].length ?? 0) + 1)));
  const head = work.say(totalLines > shown.length ? 'planner.read.part' : 'planner.read.whole', { file, lines: totalLines, shown: shown.length });
  return [head, [fence, ...shown, fence].join('\n')].join('\n\n');
}

/** A file's lines by Read, up to 2,000 of them, page after page. */
export function* readLines(work: Work, file: string): Plan<{ lines: string[]; totalLines: number }> {
  const lines: string[] = [];
  let next: number | null = 1;
  let totalLines = 0;
  while (next !== null && lines.length < READ_LINES) {
    const page: ReturnType<typeof pageOf> = pageOf(yield* must(work, 'planner.why.read', 'Read', { path: file, ...(next > 1 ? { start_line: next } : {}) }, { file }));
    lines.push(...page.lines);
    totalLines = page.totalLines;
    next = page.nextLine;
  }
  return { lines, totalLines };
}
