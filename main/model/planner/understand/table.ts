/** The rows of a table written in a request, and the request's other lines. */
export interface FoundTable {
  rows: string[][];
  rest: string[];
}

type Reader = (line: string) => string[] | null;

/** `| a | b |`, also without the outer bars. */
const bars: Reader = (line) => {
  if (!/\|/.test(line)) return null;
  const inner = line.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
};

const tabs: Reader = (line) => (line.includes('\t') ? line.split('\t').map((cell) => cell.trim()) : null);

/** `Item,Amount`, `项目，金额`; quotes may hold commas. */
const commas: Reader = (line) => {
  const cells = line.match(/("(?:[^"]|"")*"|[^,，"]*)(?:[,，]|$)/g)?.map((cell) => cell.replace(/[,，]$/, '').trim()) ?? [];
  if (!/[,，]$/.test(line)) cells.pop();
  if (cells.length < 2) return null;
  return cells.map((cell) => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell));
};

const RULE = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

/** The longest run of lines that are rows of one table; Markdown's rule under the heading is left out. */
export function takeTable(text: string): FoundTable | null {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*```/.test(line));
  return longestRun(lines, bars, 0) ?? longestRun(lines, tabs, 0) ?? longestRun(lines, commas, 1);
}

function longestRun(lines: string[], reader: Reader, from: number): FoundTable | null {
  let best = { start: 0, end: 0 };
  for (let start = from; start < lines.length; start++) {
    let end = start;
    while (end < lines.length && (RULE.test(lines[end] ?? '') || reader(lines[end] ?? ''))) end++;
    if (end - start > best.end - best.start) best = { start, end };
    start = Math.max(start, end);
  }
  if (best.end - best.start < 2) return null;
  const rows = lines.slice(best.start, best.end).filter((line) => !RULE.test(line)).map((line) => reader(line) ?? []);
  return { rows, rest: [...lines.slice(0, best.start), ...lines.slice(best.end)] };
}
