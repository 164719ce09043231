import type { Language } from '../../../../preload/contract/settings';
import { columnName } from '../../../tools/documents/sheet';
import type { PlannedCell, SheetNote, Task } from '../task';
import { dropsCurrency, planCell } from './cell';
import { takeItems } from './item-list';
import { takeTable } from './table';

const TOTAL_LABEL = /^(?:total|sum|grand total|合计|总计|总和|共计)[:：]?$/iu;
/** What a person writes where the sum belongs. */
const TO_BE_SUMMED = /^(?:\?|？|…|\.\.\.|=|sum|=?sum\(\)|求和)?$/iu;
const WANTS_TOTAL = /["“「]?(?<label>\b(?:grand total|totals?|sum)\b|合计|总计|总和|共计)["”」]?/iu;

const words = {
  en: { headings: ['Item', 'Amount'], total: 'Total', file: 'sheet.ods' },
  zh: { headings: ['项目', '金额'], total: '合计', file: '表格.ods' },
} as const;

/** Reads the table or list of a request; null when it holds neither. `file` is the name given, if any. */
export function readSheet(text: string, file: string | null, language: Language): Task | null {
  const table = takeTable(text);
  const list = table ? null : takeItems(text);
  const written = table?.rows ?? list?.items.map(([label, amount]): string[] => [label, amount]);
  if (!written) return null;
  const notes: SheetNote[] = [];
  if (written.some((row) => row.some(dropsCurrency))) notes.push('currency_dropped');
  if (file === null) notes.push('name_chosen');
  if (list) notes.push('headings_added');
  const rows = (list ? [[...words[language].headings], ...written] : written).map((row) => row.map(planCell));
  const said = (table ? table.rest.join('\n') : text).match(WANTS_TOTAL)?.groups?.['label'];
  const label = (list?.total && capital(list.total)) ?? (said === undefined ? null : /\p{Script=Han}/u.test(said) ? said : words[language].total);
  return { kind: 'sheet', rows: withTotal(square(rows), label), file: file ?? words[language].file, notes };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function square(rows: PlannedCell[][]): PlannedCell[][] {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? { type: 'empty', value: '' }));
}

/** Completes a total row that is there, or adds one when it was asked for. */
function withTotal(rows: PlannedCell[][], label: string | null): PlannedCell[][] {
  const last = rows.at(-1) ?? [];
  if (TOTAL_LABEL.test(last[0]?.value ?? '')) {
    const above = rows.slice(0, -1);
    return [...above, last.map((cell, column) => (TO_BE_SUMMED.test(cell.value) ? sumOf(above, column) : cell))];
  }
  if (label === null) return rows;
  return [...rows, last.map((_, column): PlannedCell => (column === 0 ? { type: 'text', value: label } : sumOf(rows, column)))];
}

/** A SUM over a column's numbers, from its first to the row above; empty for a column without any. */
function sumOf(rows: PlannedCell[][], column: number): PlannedCell {
  const isNumber = (cell: PlannedCell | undefined): boolean => cell?.type === 'number' || (cell?.type === 'formula' && column > 0);
  const first = rows.findIndex((row) => isNumber(row[column]));
  if (first < 0 || rows.slice(first).some((row) => row[column]?.type === 'text')) return { type: 'empty', value: '' };
  return { type: 'formula', value: `=SUM(${columnName(column)}${first + 1}:${columnName(column)}${rows.length})` };
}
