import type { Cell } from './sheet';
import { childAt, childrenOf, descendants, type XmlNode } from './xml';

export type NumberFormat = 'number' | 'percent' | 'date' | 'time';

/** What each cell style (the index in a cell's `s`) shows numbers as; ids below 164 are fixed by ECMA-376, 18.8.30. */
export function numberFormats(styles: XmlNode): NumberFormat[] {
  const custom = new Map([...descendants(styles, 'numFmt')].map(({ attributes }) => [attributes['numFmtId'], attributes['formatCode'] ?? '']));
  return childrenOf(childAt(styles, 'styleSheet', 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = attributes['numFmtId'] ?? '0';
    const code = custom.get(id);
    return code === undefined ? fixedFormat(Number(id)) : formatOfCode(code);
  });
}

function fixedFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time';
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number';
}

function formatOfCode(code: string): NumberFormat {
  const letters = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/[yd]/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return letters.includes('%') ? 'percent' : /^m+$/i.test(letters) ? 'date' : 'number';
}

const DAY_MS = 86_400_000;

/** A count of days as Excel keeps dates: day 60 of the 1900 count is a leap day that never was. */
export function dateFromSerial(serial: number, format: 'date' | 'time', from1904: boolean): Cell {
  if (!Number.isFinite(serial)) return { type: 'error', value: '#NUM!' };
  const moment = Math.round(serial * DAY_MS);
  if (format === 'time') {
    const [hours, minutes, seconds] = [moment / 3_600_000, (moment / 60_000) % 60, (moment / 1000) % 60].map((part) => String(Math.floor(part)).padStart(2, '0'));
    return { type: 'time', value: `${hours}:${minutes}:${seconds}` };
  }
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const date = new Date(start + moment);
  if (Number.isNaN(date.getTime())) return { type: 'error', value: '#NUM!' };
  return { type: 'date', value: date.toISOString().replace(/\.000Z$/, '').replace(/T00:00:00$/, '') };
}
