import { odfBody } from './odf-body';
import { emptyCell, MOST_CELLS, trimRows, type Cell, type Sheet } from './sheet';
import { textOf } from './odf-text';
import { childrenOf, descendants, type XmlNode } from './xml';

/** The sheets of an OpenDocument spreadsheet: values, and formulas in A1 notation. */
export function readOds(bytes: Uint8Array): Sheet[] {
  return childrenOf(odfBody(bytes, 'office:spreadsheet'), 'table:table').map(readTable);
}

function readTable(table: XmlNode): Sheet {
  const rows: Cell[][] = [];
  let left = MOST_CELLS;
  for (const row of descendants(table, 'table:table-row')) {
    const cells = trimRows([readRow(row, left)])[0] ?? [];
    const repeat = Number(row.attributes['table:number-rows-repeated'] ?? 1);
    // A million empty rows are written as one; only filled ones cost.
    const cost = Math.max(1, cells.length) * repeat;
    if (cells.length > 0 && cost > left) return { name: nameOf(table), rows: trimRows(rows), cut: true };
    const copies = cells.length === 0 ? Math.min(repeat, left) : repeat;
    for (let copy = 0; copy < copies; copy++) rows.push(cells);
    left -= Math.min(cost, left);
  }
  return { name: nameOf(table), rows: trimRows(rows), cut: false };
}

const nameOf = (table: XmlNode): string => table.attributes['table:name'] ?? '';

function readRow(row: XmlNode, most: number): Cell[] {
  const cells: Cell[] = [];
  for (const node of descendants(row, 'table:table-cell', 'table:covered-table-cell')) {
    const cell = readCell(node);
    const repeat = Math.min(Number(node.attributes['table:number-columns-repeated'] ?? 1), most - cells.length);
    for (let copy = 0; copy < repeat; copy++) cells.push(cell);
  }
  return cells;
}

function readCell({ attributes, children }: XmlNode): Cell {
  const text = children.filter((child) => child.name === 'text:p').map(textOf).join('\n');
  const source = attributes['table:formula'];
  const formula = source === undefined ? {} : { formula: formulaInA1(source) };
  if (attributes['calcext:value-type'] === 'error') return { type: 'error', value: text.startsWith('#') ? text : `#${text}`, ...formula };
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
      return { type: 'number', value: attributes['office:value'] ?? text, ...formula };
    case 'percentage':
      return { type: 'percent', value: attributes['office:value'] ?? text, ...formula };
    case 'date':
      return { type: 'date', value: (attributes['office:date-value'] ?? text).replace(/T00:00:00(\.0+)?$/, ''), ...formula };
    case 'time':
      return { type: 'time', value: clock(attributes['office:time-value'] ?? text), ...formula };
    case 'boolean':
      return { type: 'boolean', value: attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE', ...formula };
    case 'string':
      return { type: 'text', value: attributes['office:string-value'] ?? text, ...formula };
    default:
      return { ...emptyCell, ...formula };
  }
}

/** `of:=SUM([.B2:.B5];[$Other.A1])` → `=SUM(B2:B5;$Other.A1)`; brackets inside quoted text stay. */
export function formulaInA1(source: string): string {
  const formula = source.replace(/^[a-z]+:(?==)/, '');
  return formula.replace(/"(?:[^"]|"")*"|\[([^\]]*)\]/g, (whole, reference: string | undefined) =>
    reference === undefined ? whole : reference.replace(/^\./, '').replaceAll(':.', ':'),
  );
}

/** `PT12H30M00S` → `12:30:00`. */
function clock(duration: string): string {
  const parts = /^PT(\d+)H(\d+)M(\d+)([.,]\d+)?S$/.exec(duration);
  return parts ? `${parts[1]}:${parts[2]}:${parts[3]}${parts[4] ?? ''}` : duration;
}
