import { columnName } from '../../../tools/documents/sheet';
import type { PlannedCell } from '../task';

/** How a text is entered so that Calc keeps it: as it is, behind an apostrophe, or as the formula `="text"` that later becomes its value. */
export type Way = 'plain' | 'apostrophe' | 'literal';

/** Typing that stays in one call; `completes` means that Calc offers a completion which Delete drops. */
export interface Stretch {
  text: string;
  firstRow: number;
  lastRow: number;
  completes: boolean;
}

export interface Entry {
  /** Everything in order from A1; formulas are left out when texts are entered as formulas. */
  stretches: Stretch[];
  /** Some texts were entered as formulas. */
  literals: boolean;
  /** The formulas that were left out, each block from its first cell. */
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
const FORMULA_START = /^[=+\-'@]/;
/** What AutoCorrect acts on: quotes, symbols in letters, dashes, arrows, two capitals, a small letter after a full stop, ordinals, fractions. */
const CORRECTED = /["']|\([cCrR]\)|\((?:tm|TM)\)|\.\.\.|--|->|<-|=>|<=|>=|\b[A-Z]{2}[a-z]|[.!?] [a-z]|\d(?:st|nd|rd|th)\b|[*_/]\w|https?:|www\.|\S@\S|:\w+:/;

export function wayOf(text: string): Way {
  if (SURELY_NUMBER.test(text)) return 'apostrophe';
  return MAYBE_NUMBER.test(text) || DATE_WORDS.test(text) || FORMULA_START.test(text) || CORRECTED.test(text) ? 'literal' : 'plain';
}

/** The keys of one cell. */
export function typed(cell: PlannedCell, way: Way = wayOf(cell.value)): string {
  if (cell.type === 'percent') return `${cell.value}%`;
  if (cell.type !== 'text') return cell.value;
  if (way === 'literal') return `="${cell.value.replaceAll('"', '""')}"`;
  return way === 'apostrophe' ? `'${cell.value}` : cell.value;
}

/** Plans the typing of a table from A1: Tab to the next cell, Enter back to the first column. */
export function planEntry(rows: PlannedCell[][]): Entry {
  const literals = rows.some((row) => row.some((cell) => cell.type === 'text' && wayOf(cell.value) === 'literal'));
  const perCall = Math.ceil(rows.length / MOST_CALLS);
  const stretches: Stretch[] = [];
  let open: Stretch = { text: '', firstRow: 0, lastRow: 0, completes: false };
  rows.forEach((row, y) => {
    row.forEach((cell, x) => {
      open.lastRow = y;
      open.text += literals && cell.type === 'formula' ? '' : typed(cell);
      if (completes(rows, y, x)) {
        stretches.push({ ...open, completes: true });
        open = { text: '', firstRow: y, lastRow: y, completes: false };
      }
      open.text += x === row.length - 1 ? '\n' : '\t';
    });
    if ((y + 1) % perCall === 0 || y === rows.length - 1) {
      stretches.push(open);
      open = { text: '', firstRow: y + 1, lastRow: y + 1, completes: false };
    }
  });
  return { stretches, literals, formulas: literals ? formulaBlocks(rows) : [] };
}

/** AutoInput completes a plain text from a longer one above it that begins alike, whatever the case. */
function completes(rows: PlannedCell[][], y: number, x: number): boolean {
  const cell = rows[y]?.[x];
  if (cell?.type !== 'text' || wayOf(cell.value) !== 'plain') return false;
  const start = cell.value.toLowerCase();
  return rows.slice(0, y).some((row) => row[x]?.type === 'text' && row[x].value !== cell.value && row[x].value.toLowerCase().startsWith(start));
}

/** Neighbouring formulas of a row are one block; the same columns in the next row join it. */
function formulaBlocks(rows: PlannedCell[][]): Block[] {
  const blocks: (Block & { row: number; from: number; to: number })[] = [];
  rows.forEach((row, y) => {
    for (let from = 0; from < row.length; from++) {
      if (row[from]?.type !== 'formula') continue;
      let to = from;
      while (row[to + 1]?.type === 'formula') to++;
      const text = `${row.slice(from, to + 1).map((cell) => cell.value).join('\t')}\n`;
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
