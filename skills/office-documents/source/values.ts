import { strToU8 } from 'fflate';
import { columnIndex, serialOf, type Cell, type Sheet } from './cell';
import { partText, type Package } from './package';
import { sheetParts } from './read/ooxml';
import { encodeXml } from './xml';

/** An Excel workbook with the values that another program computed for its formulas, so that those who only read it see them. */
export function withValues(parts: Package, computed: readonly Sheet[]): Package {
  const result = new Map(parts);
  for (const { name, part } of sheetParts(parts)) {
    const rows = computed.find((sheet) => sheet.name === name)?.rows;
    if (!rows) continue;
    const text = (partText(parts, part) ?? '').replace(/<c\b([^>]*?)\br="([A-Z]+)(\d+)"([^>]*)>(\s*<f\b[^>]*(?:\/>|>[^<]*<\/f>))\s*<\/c>/g, (cell, before: string, column: string, row: string, after: string, formula: string) => {
      const found = rows[Number(row) - 1]?.[columnIndex(column)];
      const value = found?.kind === 'formula' ? found.value : found;
      const [type, written] = value ? valueXml(value) : ['', ''];
      return written === '' ? cell : `<c${before}r="${column}${row}"${after}${type ? ` t="${type}"` : ''}>${formula}<v>${written}</v></c>`;
    });
    result.set(part, strToU8(text));
  }
  return result;
}

function valueXml(value: Cell): [type: string, written: string] {
  switch (value.kind) {
    case 'number':
      return ['', String(value.number)];
    case 'date':
      return ['', String(serialOf(value.text))];
    case 'boolean':
      return ['b', value.boolean ? '1' : '0'];
    case 'error':
      return ['e', encodeXml(value.text)];
    case 'text':
      return ['str', encodeXml(value.text)];
    default:
      return ['', ''];
  }
}
