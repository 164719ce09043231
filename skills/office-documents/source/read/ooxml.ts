import path from 'node:path';
import { columnIndex, dateOfSerial, EMPTY, formulaCell, trimRows, type Cell, type Sheet } from '../cell';
import { partText, requiredText, type Package } from '../package';
import { childAt, childrenOf, descendants, parseXml, type XmlNode } from '../xml';
import { joinBlocks, tableMarkdown, type SlideText } from './contents';

/** The text of a Word document as Markdown. */
export function readDocx(parts: Package): string {
  const styles = new Map([...descendants(parseXml(partText(parts, 'word/styles.xml')), 'w:style')].map((style) => [style.attributes['w:styleId'] ?? '', (childAt(style, 'w:name')?.attributes['w:val'] ?? '').toLowerCase()]));
  const body = childAt(parseXml(requiredText(parts, 'word/document.xml')), 'w:document', 'w:body');
  const block = (node: XmlNode): string[] => {
    if (node.name === 'w:tbl') return [tableMarkdown(childrenOf(node, 'w:tr').map((row) => childrenOf(row, 'w:tc').map((cell) => [...descendants(cell, 'w:p')].map(wordText).join('\n'))))];
    if (node.name !== 'w:p') return node.children.flatMap(block);
    const properties = childAt(node, 'w:pPr');
    const style = styles.get(childAt(properties, 'w:pStyle')?.attributes['w:val'] ?? '') ?? '';
    const level = /^heading (\d)$/.exec(style)?.[1] ?? (style === 'title' ? '1' : undefined);
    const text = wordText(node);
    if (level !== undefined) return [`${'#'.repeat(Number(level))} ${text}`];
    const list = childAt(properties, 'w:numPr');
    return [list && text !== '' ? `${'  '.repeat(Number(childAt(list, 'w:ilvl')?.attributes['w:val'] ?? 0))}- ${text}` : text];
  };
  return joinBlocks((body?.children ?? []).flatMap(block));
}

function wordText(node: XmlNode): string {
  switch (node.name) {
    case 'w:t':
      return node.children.map(({ text }) => text).join('');
    case 'w:tab':
      return '\t';
    case 'w:br':
    case 'w:cr':
      return '\n';
    // Removed text, codes of fields, and the second form of a drawing.
    case 'w:del':
    case 'w:instrText':
    case 'mc:Fallback':
    case 'w:pPr':
      return '';
    default:
      return node.children.map(wordText).join('');
  }
}

/** The sheets of an Excel workbook: formulas with the values that were last computed. */
export function readXlsx(parts: Package): Sheet[] {
  const strings = [...descendants(parseXml(partText(parts, 'xl/sharedStrings.xml')), 'si')].map(richText);
  const dates = dateStyles(parts);
  const from1904 = /^(?:1|true)$/.test(childAt(parseXml(partText(parts, 'xl/workbook.xml')), 'workbook', 'workbookPr')?.attributes['date1904'] ?? '');
  return sheetParts(parts).map(({ name, part }) => {
    const rows: Cell[][] = [];
    for (const row of descendants(parseXml(partText(parts, part)), 'row')) {
      const at = Number(row.attributes['r'] ?? rows.length + 1) - 1;
      while (rows.length <= at) rows.push([]);
      const cells = rows[at] ?? [];
      for (const node of childrenOf(row, 'c')) {
        const column = node.attributes['r'] ? columnIndex(/^[A-Z]+/.exec(node.attributes['r'])?.[0] ?? '') : cells.length;
        while (cells.length < column) cells.push(EMPTY);
        cells[column] = xlsxCell(node, strings, dates, from1904);
      }
    }
    return { name, rows: trimRows(rows) };
  });
}

/** The workbook's sheets in their order, with the part that each is in. */
export function sheetParts(parts: Package): { name: string; part: string }[] {
  const targets = targetsOf(parts, 'xl/workbook.xml');
  return [...descendants(parseXml(requiredText(parts, 'xl/workbook.xml')), 'sheet')].map(({ attributes }) => ({ name: attributes['name'] ?? '', part: targets.get(attributes['r:id'] ?? '') ?? '' }));
}

/** Style numbers (`s` of a cell) that show dates. */
export function dateStyles(parts: Package): Set<number> {
  const styles = parseXml(partText(parts, 'xl/styles.xml'));
  const codes = new Map([...descendants(styles, 'numFmt')].map(({ attributes }) => [Number(attributes['numFmtId']), attributes['formatCode'] ?? '']));
  const formats = childrenOf(childAt(styles, 'styleSheet', 'cellXfs'), 'xf').map(({ attributes }) => Number(attributes['numFmtId'] ?? 0));
  return new Set(formats.flatMap((format, index) => (isDateFormat(format, codes.get(format)) ? [index] : [])));
}

function isDateFormat(format: number, code: string | undefined): boolean {
  if (code === undefined) return (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36) || (format >= 50 && format <= 58);
  return /[dy年日]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
}

function xlsxCell(node: XmlNode, strings: readonly string[], dates: ReadonlySet<number>, from1904: boolean): Cell {
  const written = childAt(node, 'v')?.children.map(({ text }) => text).join('') ?? '';
  const formula = childAt(node, 'f')?.children.map(({ text }) => text).join('') ?? '';
  const value = plainCell(node, written, strings, dates, from1904);
  return formula === '' ? value : formulaCell(`=${formula.replaceAll('_xlfn.', '')}`, value);
}

function plainCell(node: XmlNode, written: string, strings: readonly string[], dates: ReadonlySet<number>, from1904: boolean): Cell {
  const text = (it: string): Cell => (it === '' ? EMPTY : { kind: 'text', text: it });
  switch (node.attributes['t']) {
    case 's':
      return text(strings[Number(written)] ?? '');
    case 'inlineStr':
      return text(richText(childAt(node, 'is') ?? node));
    case 'str':
      return text(written);
    case 'b':
      return { kind: 'boolean', boolean: written === '1' };
    case 'e':
      return { kind: 'error', text: written };
    case 'd':
      return { kind: 'date', text: written.replace(/T00:00:00.*$/, '') };
    default:
      if (written === '') return EMPTY;
      return dates.has(Number(node.attributes['s'] ?? 0)) ? { kind: 'date', text: dateOfSerial(Number(written) + (from1904 ? 1462 : 0)) } : { kind: 'number', number: Number(written) };
  }
}

/** Text of a string; how it is to be pronounced (rPh) is no part of it. */
function richText(node: XmlNode): string {
  if (node.name === 'rPh') return '';
  return node.name === 't' ? node.children.map(({ text }) => text).join('') : node.children.map(richText).join('');
}

/** The slides of a PowerPoint presentation, in their order. */
export function readPptx(parts: Package): SlideText[] {
  const targets = targetsOf(parts, 'ppt/presentation.xml');
  const order = [...descendants(parseXml(requiredText(parts, 'ppt/presentation.xml')), 'p:sldId')].map(({ attributes }) => targets.get(attributes['r:id'] ?? '') ?? '');
  return order.map((part) => {
    const slide: SlideText = { title: '', lines: [], notes: [] };
    for (const shape of descendants(parseXml(partText(parts, part)), 'p:sp', 'p:graphicFrame')) {
      const kind = [...descendants(shape, 'p:ph')][0]?.attributes['type'] ?? '';
      if (['dt', 'ftr', 'sldNum'].includes(kind)) continue;
      const rows = [...descendants(shape, 'a:tr')].map((row) => [...descendants(row, 'a:tc')].map((cell) => linesOf(cell).join(' ')));
      const lines = rows.length > 0 ? tableMarkdown(rows).split('\n') : linesOf(shape);
      if (/^(?:title|ctrTitle)$/.test(kind) && slide.title === '') slide.title = lines.join(' ');
      else slide.lines.push(...lines);
    }
    const [notes] = [...targetsOf(parts, part).values()].filter((target) => target.includes('/notesSlides/'));
    const body = [...descendants(parseXml(notes === undefined ? undefined : partText(parts, notes)), 'p:sp')].filter((shape) => [...descendants(shape, 'p:ph')][0]?.attributes['type'] === 'body');
    slide.notes = body.flatMap(linesOf);
    return slide;
  });
}

function linesOf(node: XmlNode): string[] {
  const text = (it: XmlNode): string => (it.name === 'a:t' ? it.children.map((child) => child.text).join('') : it.name === 'a:br' ? '\n' : it.children.map(text).join(''));
  return [...descendants(node, 'a:p')].map(text).filter((line) => line.trim() !== '');
}

/** Parts that a part refers to, by the id of the reference. */
export function targetsOf(parts: Package, part: string): Map<string, string> {
  const folder = path.posix.dirname(part);
  const source = partText(parts, path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`));
  return new Map([...descendants(parseXml(source), 'Relationship')].filter(({ attributes }) => attributes['TargetMode'] !== 'External').map(({ attributes: { Id: id = '', Target: target = '' } }) => [id, target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target)]));
}
