import { columnName } from '../../../tools/documents/sheet';
import type { PlannedCell } from '../task';

/** How a text is entered so that Calc doesn't read it as something else: as it is, behind an apostrophe, or as the formula `="text"` that later becomes its value. */
export type Way = 'plain' | 'apostrophe' | 'literal';

/** The sign before decimals in the program's locale; where it is a comma, arguments of formulas are parted by semicolons. */
export type DecimalSign = '.' | ',';

/** What is typed in one call. */
export interface Stretch {
  text: string;
  firstRow: number;
  lastRow: number;
}

export interface Entry {
  /** Everything in order from A1; formulas are left out when texts are entered as formulas. */
  stretches: Stretch[];
  /** Some texts were entered as formulas. */
  literals: boolean;
  /** All formulas, each block from its first cell. */
  formulas: Block[];
}

/** Cells that are typed in one go from `cell`: Tab to the right, Enter back to the first column. */
export interface Block {
  cell: string;
  text: string;
}

/** Calls that a table is entered in; a person can follow that many. */
const MOST_CALLS = 8;

const SURELY_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
/** Could be a date, time, number, fraction, percent, currency or truth value in some locale. */
const MAYBE_NUMBER = /^[\s\d.,:;/\-–+()%$€£¥￥'’eE]*\d[\s\d.,:;/\-–+()%$€£¥￥'’eE]*$|^(?:true|false|wahr|falsch|vrai|faux)$/i;
const DATE_WORDS = /\d.*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|am|pm)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?\s+\d|\d\s*[年月日时點点]/i;
const FORMULA_START = /^[=+\-']/;
/**
 * Which way a text needs. Only a plain number behind an apostrophe is text in every locale; anything else
 * that some locale could take for a number, a date or a formula needs the longer way. What AutoCorrect
 * and AutoInput do to typed words is the desktop skill's to prevent, and the check of the file's to find.
 */
export function wayOf(text: string): Way {
  if (SURELY_NUMBER.test(text)) return 'apostrophe';
  return MAYBE_NUMBER.test(text) || DATE_WORDS.test(text) || FORMULA_START.test(text) ? 'literal' : 'plain';
}

/** The keys of one cell. */
export function typed(cell: PlannedCell, decimal: DecimalSign = '.', way: Way = wayOf(cell.value)): string {
  if (cell.type === 'percent') return `${cell.value.replace('.', decimal)}%`;
  if (cell.type === 'number') return cell.value.replace('.', decimal);
  if (cell.type === 'formula') return decimal === ',' ? withCommas(cell.value) : cell.value;
  if (cell.type !== 'text') return cell.value;
  if (way === 'literal') return `="${cell.value.replaceAll('"', '""')}"`;
  return way === 'apostrophe' ? `'${cell.value}` : cell.value;
}

/** A formula as it is written where the comma stands before decimals; quoted text stays. */
function withCommas(formula: string): string {
  return formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (part) => (part.startsWith('"') ? part : part.replaceAll(',', ';').replace(/(\d)\.(?=\d)/g, '$1,')));
}

/** Plans the typing of a table from A1: Tab to the next cell, Enter back to the first column. */
export function planEntry(rows: PlannedCell[][], decimal: DecimalSign = '.'): Entry {
  const literals = rows.some((row) => row.some((cell) => cell.type === 'text' && wayOf(cell.value) === 'literal'));
  const perCall = Math.ceil(rows.length / MOST_CALLS);
  const keys = rows.map((row) => row.map((cell) => (literals && cell.type === 'formula' ? '' : typed(cell, decimal))));
  const stretches: Stretch[] = [];
  for (let from = 0; from < keys.length; from += perCall) {
    const part = keys.slice(from, from + perCall);
    stretches.push({ text: part.map((row) => `${row.join('\t')}\n`).join(''), firstRow: from, lastRow: from + part.length - 1 });
  }
  return { stretches, literals, formulas: formulaBlocks(rows, decimal) };
}

/** Neighbouring formulas of a row are one block; the same columns in the next row join it. */
function formulaBlocks(rows: PlannedCell[][], decimal: DecimalSign): Block[] {
  const blocks: (Block & { row: number; from: number; to: number })[] = [];
  rows.forEach((row, y) => {
    for (let from = 0; from < row.length; from++) {
      if (row[from]?.type !== 'formula') continue;
      let to = from;
      while (row[to + 1]?.type === 'formula') to++;
      const text = `${row.slice(from, to + 1).map((cell) => typed(cell, decimal)).join('\t')}\n`;
      const above = blocks.find((block) => block.row === y - 1 && block.from === from && block.to === to);
      if (above) Object.assign(above, { text: above.text + text, row: y });
      else blocks.push({ cell: cellName(y, from), text, row: y, from, to });
      from = to;
    }
  });
  return blocks.map(({ cell, text }) => ({ cell, text }));
}

/** "B6" for row 5, column 1 (from 0). */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;
