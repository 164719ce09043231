import { MOST_CELLS, trimRows, type Cell, type Sheet } from './sheet';

/** Each is written after a backslash in the pattern below: an escaped tab character is a tab. */
const SEPARATORS = [',', ';', '\t', '|'];

/** Rows of separated values: quotes may hold separators, line ends and doubled quotes (RFC 4180); the separator is the commonest of the first line. */
export function readCsv(text: string): Sheet {
  const source = text.replace(/^\uFEFF/, '');
  const first = /^[^\n\r]*/.exec(source.replace(/"(?:[^"]|"")*"/g, ''))?.[0] ?? '';
  const separator = SEPARATORS.reduce((best, next) => (first.split(next).length > first.split(best).length ? next : best));
  const rows: Cell[][] = [[]];
  let left = MOST_CELLS;
  const plain = `[^\\n\\r\\${separator}]*`;
  const field = new RegExp(`("(?:[^"]|"")*"?${plain}|${plain})(\\${separator}|\\r\\n|\\n|\\r|$)`, 'y');
  while (field.lastIndex < source.length && left-- > 0) {
    const [, written = '', end = ''] = field.exec(source) ?? [];
    rows.at(-1)?.push(cellOf(written));
    if (end !== separator) rows.push([]);
  }
  return { name: 'CSV', rows: trimRows(rows), cut: left < 0 };
}

/** Every field is text to the format; a quoted one surely is, others are numbers when they read as plain ones. */
function cellOf(written: string): Cell {
  const quoted = /^"((?:[^"]|"")*)"?(.*)$/s.exec(written);
  if (quoted) return { type: 'text', value: (quoted[1] ?? '').replaceAll('""', '"') + (quoted[2] ?? '') };
  if (written === '') return { type: 'empty', value: '' };
  return { type: /^-?(0|[1-9]\d*)(\.\d+)?$/.test(written) ? 'number' : 'text', value: written };
}
