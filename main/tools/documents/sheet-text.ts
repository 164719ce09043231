import { columnName, emptyCell, trimRows, type Cell, type Sheet } from './sheet';

/**
 * A sheet as lines that a model can read and `parseSheets` can read back without loss:
 * a header, the columns' letters, then each row as `number | cell | cell`. A cell is its value, and
 * its formula after it (`2470 =SUM(B2:B5)`). Text that could be taken for something else is a JSON string.
 */
export function renderSheet(sheet: Sheet): string {
  const rows = trimRows(sheet.rows);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const header = `Sheet ${JSON.stringify(sheet.name)}: ${rows.length} rows × ${width} columns${sheet.cut ? ' (more was left out)' : ''}`;
  if (width === 0) return `${header}\n(empty)`;
  const letters = Array.from({ length: width }, (_, index) => columnName(index));
  const lines = rows.map((row, index) => [String(index + 1), ...letters.map((_, column) => renderCell(row[column] ?? emptyCell))]);
  return [header, ...[['row', ...letters], ...lines].map((cells) => cells.join(' | ').trimEnd())].join('\n');
}

/** Reads what `renderSheet` wrote; lines before the first header are skipped. */
export function parseSheets(text: string): Sheet[] {
  const sheets: Sheet[] = [];
  for (const line of text.split('\n')) {
    const header = /^Sheet ("(?:[^"\\]|\\.)*"): \d+ rows × \d+ columns( \(more was left out\))?$/s.exec(line);
    const row = /^\d+ \|(.*)$/s.exec(line)?.[1];
    if (header?.[1]) sheets.push({ name: JSON.parse(header[1]) as string, rows: [], cut: header[2] !== undefined });
    else if (row !== undefined) sheets.at(-1)?.rows.push(row.split('|').map((cell) => parseCell(cell.trim())));
  }
  return sheets.map((sheet) => ({ ...sheet, rows: trimRows(sheet.rows) }));
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const PERCENT = /^-?\d+(\.\d+)?([eE][+-]?\d+)?%$/;
const DATE = /^-?\d{4,}-\d\d-\d\d(T[\d:.,]+)?$/;
const TIME = /^-?\d+:\d\d:\d\d([.,]\d+)?$/;
const ERROR = /^#\S+$/;

function renderCell(cell: Cell): string {
  const value = cell.type === 'text' ? renderText(cell) : cell.type === 'percent' ? shift(cell.value, 2) + '%' : cell.value;
  return cell.formula === undefined ? value : `${value} ${escapeBars(cell.formula)}`.trim();
}

function renderText({ value, formula }: Cell): string {
  const plain = formula === undefined && value === value.trim() && /^[^"=#|\n\r\t]/.test(value) && !/[|\n\r\t]| =/.test(value);
  return plain && typeOf(value) === 'text' ? value : escapeBars(JSON.stringify(value));
}

function parseCell(source: string): Cell {
  const quoted = /^"(?:[^"\\]|\\.)*"/s.exec(source)?.[0];
  const value = quoted ?? /^(.*?)(?= =|$)/s.exec(source.startsWith('=') ? '' : source)?.[0] ?? '';
  const rest = source.slice(value.length).trim();
  const formula = rest.startsWith('=') ? { formula: unescapeBars(rest) } : {};
  if (quoted !== undefined) return { type: 'text', value: JSON.parse(quoted) as string, ...formula };
  const type = typeOf(value);
  return { type, value: type === 'percent' ? shift(value.slice(0, -1), -2) : value, ...formula };
}

function typeOf(value: string): Cell['type'] {
  if (value === '') return 'empty';
  if (NUMBER.test(value)) return 'number';
  if (PERCENT.test(value)) return 'percent';
  if (DATE.test(value)) return 'date';
  if (TIME.test(value)) return 'time';
  if (ERROR.test(value)) return 'error';
  return value === 'TRUE' || value === 'FALSE' ? 'boolean' : 'text';
}

// A bar would end the cell; in JSON text it is written \u007c, in a formula it doesn't occur outside quotes.
const escapeBars = (text: string): string => text.replaceAll('|', '\\u007c').replaceAll('\n', '\\u000a');
const unescapeBars = (text: string): string => text.replaceAll('\\u007c', '|').replaceAll('\\u000a', '\n');

/** Moves the decimal point, on the digits themselves: no rounding. */
function shift(number: string, places: number): string {
  const [mantissa = '', exponent] = number.split(/e/i);
  if (exponent !== undefined) return `${mantissa}e${Number(exponent) + places}`;
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.');
  const scale = fraction.length - places;
  const digits = (whole + fraction).padStart(scale + 1, '0') + '0'.repeat(Math.max(0, -scale));
  const point = digits.length - Math.max(0, scale);
  const after = digits.slice(point).replace(/0+$/, '');
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return (mantissa.startsWith('-') ? '-' : '') + before + (after ? `.${after}` : '');
}
