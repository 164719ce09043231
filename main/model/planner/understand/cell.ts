import type { PlannedCell } from '../task';

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
const PLAIN = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const MONEY = /^(-?)(?:[$¥￥€£]|USD|EUR|CNY|RMB)\s?|\s?(?:元|块|圆|美元|欧元|dollars?|euros?|yuan|USD|EUR|CNY|RMB)$/gi;

/**
 * What a cell's words mean: a plain or grouped number, a percent, an ISO date, a formula, or else
 * text. Only what reads the same everywhere is a number: `00123`, `1,5`, `05/06` and `1.1.1` are text.
 */
export function planCell(written: string): PlannedCell {
  const value = written.trim();
  if (value === '') return { type: 'empty', value: '' };
  if (/^=[^=\s]/.test(value)) return { type: 'formula', value };
  const number = plainNumber(value) ?? plainNumber(value.replace(MONEY, '$1'));
  if (number !== null) return { type: 'number', value: number };
  const percent = /^(.+?)\s?[%％]$/.exec(value)?.[1];
  const share = percent === undefined ? null : plainNumber(percent);
  if (share !== null) return { type: 'percent', value: share };
  return isIsoDate(value) ? { type: 'date', value } : { type: 'text', value };
}

/** Whether a currency sign or word was left out of the number. */
export function dropsCurrency(written: string): boolean {
  return planCell(written).type === 'number' && plainNumber(written.trim()) === null;
}

/** Spreadsheets keep 15 digits of a number; longer ones, such as card numbers, must be text to survive. */
const MOST_DIGITS = 15;

function plainNumber(value: string): string | null {
  const plain = GROUPED.test(value) ? value.replaceAll(',', '') : value;
  return PLAIN.test(plain) && plain.replace(/\D/g, '').length <= MOST_DIGITS ? plain : null;
}

function isIsoDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
