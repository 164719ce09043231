import { parseSheets } from '../../../tools/documents/sheet-text';
import type { Script, Work } from '../script';
import { keyLines } from './key-lines';
import { readLines } from './read-file';
import { bullets } from './text';

/** Headings of Markdown and of office files as Read shows them, and the numbered ones of plain text and Chinese papers. */
const HEADING = /^(?:#{1,6}\s+\S.*|第[一二三四五六七八九十百\d]+[章节条].*|[一二三四五六七八九十]+、.*)$/u;
const MOST_HEADINGS = 15;

/** Outline, size and the lines that carry most of the file's own words; by rules, and it says so. */
export function* summariseTask(work: Work, { file }: { file: string }): Script {
  const { lines, totalLines } = yield* readLines(work, file);
  if (totalLines === 0) return work.say('planner.read.empty', { file });
  const text = lines.join('\n');
  const parts = /^Sheet "/.test(text) ? sheetParts(work, text) : textParts(work, lines);
  const part = totalLines > lines.length ? [work.say('planner.summary.part', { shown: lines.length, lines: totalLines })] : [];
  return [work.say('planner.summary.head', { file, ...counts(text, totalLines) }), ...parts, ...part, work.say('planner.summary.by_rules')].join('\n\n');
}

function counts(text: string, lines: number): Record<string, number> {
  const words = (text.match(/\p{Script=Han}|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).length;
  return { lines, words, characters: [...text].length };
}

function textParts(work: Work, lines: readonly string[]): string[] {
  const headings = lines.filter((line) => HEADING.test(line.trim()));
  const prose = lines.filter((line) => !HEADING.test(line.trim()) && line.trim() !== '' && !/^\s*(?:```|---|\*\*\*)/.test(line));
  const key = keyLines(prose, 5);
  const begins = prose[0]?.trim() ?? '';
  return [
    ...(headings.length > 0 ? [`${work.say('planner.summary.headings', { count: headings.length })}\n${bullets(headings.slice(0, MOST_HEADINGS).map((line) => line.trim()))}`] : []),
    ...(begins ? [work.say('planner.summary.begins', { text: begins.slice(0, 300) })] : []),
    ...(key.length > 0 ? [`${work.say('planner.summary.key_lines')}\n${bullets(key)}`] : []),
  ];
}

function sheetParts(work: Work, text: string): string[] {
  return parseSheets(text).map((sheet) => {
    const columns = (sheet.rows[0] ?? []).map((cell) => cell.value).filter((value) => value !== '');
    const formulas = sheet.rows.flat().filter((cell) => cell.formula !== undefined).length;
    const last = (sheet.rows.at(-1) ?? []).map((cell) => cell.value).join(' | ');
    return work.say('planner.summary.sheet', { name: sheet.name, rows: sheet.rows.length, columns: columns.join(' | '), formulas, last });
  });
}
