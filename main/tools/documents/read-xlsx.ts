import { readParts, requiredPart } from './archive';
import { columnIndex, emptyCell, MOST_CELLS, trimRows, type Cell, type Sheet } from './sheet';
import { dateFromSerial, numberFormats, type NumberFormat } from './xlsx-format';
import { childAt, childrenOf, descendants, parseXml, type XmlNode } from './xml';

interface Workbook {
  strings: string[];
  formats: NumberFormat[];
  /** Days are counted from 1904 instead of 1900. */
  from1904: boolean;
}

/** The sheets of an Excel workbook: values as last calculated, and formulas. */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  const parts = readParts(bytes, (name) => /^xl\/(workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/.test(name));
  const part = (name: string): XmlNode => parseXml(parts.get(name) ?? '');
  const workbook = parseXml(requiredPart(parts, 'xl/workbook.xml'));
  const targets = new Map(
    [...descendants(part('xl/_rels/workbook.xml.rels'), 'Relationship')].map(({ attributes }) => [
      attributes['Id'],
      (attributes['Target'] ?? '').replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  );
  const book: Workbook = {
    strings: [...descendants(part('xl/sharedStrings.xml'), 'si')].map(richText),
    formats: numberFormats(part('xl/styles.xml')),
    from1904: /^(1|true)$/.test(childAt(workbook, 'workbook', 'workbookPr')?.attributes['date1904'] ?? ''),
  };
  return [...descendants(workbook, 'sheet')].map(({ attributes }) => {
    const source = targets.get(attributes['r:id'] ?? '') ?? '';
    return { name: attributes['name'] ?? '', ...readRows(part(source), book) };
  });
}

function readRows(sheet: XmlNode, book: Workbook): { rows: Cell[][]; cut: boolean } {
  const rows: Cell[][] = [];
  let left = MOST_CELLS;
  for (const row of descendants(sheet, 'row')) {
    const place = Number(row.attributes['r'] ?? rows.length + 1) - 1;
    const cells: Cell[] = [];
    for (const node of childrenOf(row, 'c')) {
      const column = columnIndex(/^[A-Z]+/.exec(node.attributes['r'] ?? '')?.[0] ?? '');
      const at = column >= 0 ? column : cells.length;
      while (cells.length < at) cells.push(emptyCell);
      cells[at] = readCell(node, book);
    }
    left -= place - rows.length + cells.length;
    if (left < 0) return { rows: trimRows(rows), cut: true };
    while (rows.length < place) rows.push([]);
    rows[place] = cells;
  }
  return { rows: trimRows(rows), cut: false };
}

function readCell(node: XmlNode, book: Workbook): Cell {
  const written = childAt(node, 'v')?.children.map((child) => child.text).join('') ?? '';
  const source = childAt(node, 'f')?.children.map((child) => child.text).join('');
  const formula = source ? { formula: `=${source}` } : {};
  switch (node.attributes['t']) {
    case 's':
      return { type: 'text', value: book.strings[Number(written)] ?? '', ...formula };
    case 'inlineStr':
      return { type: 'text', value: richText(childAt(node, 'is') ?? node), ...formula };
    case 'str':
      return { type: 'text', value: written, ...formula };
    case 'b':
      return { type: 'boolean', value: written === '1' ? 'TRUE' : 'FALSE', ...formula };
    case 'e':
      return { type: 'error', value: written, ...formula };
    default:
      return { ...numberCell(written, book.formats[Number(node.attributes['s'] ?? 0)] ?? 'number', book.from1904), ...formula };
  }
}

function numberCell(value: string, format: NumberFormat, from1904: boolean): Cell {
  if (value === '') return emptyCell;
  if (format === 'number' || format === 'percent') return { type: format, value };
  return dateFromSerial(Number(value), format, from1904);
}

/** Text of a shared string; phonetic hints (rPh) are not part of it. */
function richText(node: XmlNode): string {
  if (node.name === 'rPh') return '';
  return node.name === '#text' ? node.text : node.children.filter((child) => child.name !== '#text' || node.name === 't').map(richText).join('');
}
