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
  /** Typed from A1 after the texts are texts: only the formulas, by stepping over what is there. */
  formulas: string | null;
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
  return { stretches, literals, formulas: literals ? formulasAlone(rows) : null };
}

/** AutoInput completes a plain text from a longer one above it that begins alike, whatever the case. */
function completes(rows: PlannedCell[][], y: number, x: number): boolean {
  const cell = rows[y]?.[x];
  if (cell?.type !== 'text' || wayOf(cell.value) !== 'plain') return false;
  const start = cell.value.toLowerCase();
  return rows.slice(0, y).some((row) => row[x]?.type === 'text' && row[x].value !== cell.value && row[x].value.toLowerCase().startsWith(start));
}

function formulasAlone(rows: PlannedCell[][]): string | null {
  const last = rows.reduce((found, row, y) => (row.some((cell) => cell.type === 'formula') ? y : found), -1);
  if (last < 0) return null;
  const lines = rows.slice(0, last + 1).map((row) => {
    const end = row.reduce((found, cell, x) => (cell.type === 'formula' ? x : found), -1);
    return row.slice(0, end + 1).map((cell) => (cell.type === 'formula' ? cell.value : '')).join('\t');
  });
  return `${lines.join('\n')}\n`;
}

/** "B6" for row 5, column 1 (from 0). */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;
