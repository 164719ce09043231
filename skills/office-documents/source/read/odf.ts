import { EMPTY, formulaCell, trimRows, type Cell, type Sheet } from '../cell';
import { requiredText, type Package } from '../package';
import { childAt, childrenOf, descendants, parseXml, type XmlNode } from '../xml';
import { joinBlocks, tableMarkdown, type SlideText } from './contents';

/** Repetitions beyond this are the empty rest of a sheet. */
const MOST_REPEATED = 10_000;

function bodyOf(parts: Package, kind: string): XmlNode | undefined {
  return childAt(parseXml(requiredText(parts, 'content.xml')), 'office:document-content', 'office:body', `office:${kind}`);
}

/** The text of an ODF text document as Markdown. */
export function readOdt(parts: Package): string {
  return joinBlocks((bodyOf(parts, 'text')?.children ?? []).flatMap((node) => blocks(node, -1)));
}

function blocks(node: XmlNode, depth: number): string[] {
  switch (node.name) {
    case 'text:h':
      return [`${'#'.repeat(Math.min(6, Number(node.attributes['text:outline-level'] ?? 1)))} ${textOf(node)}`];
    case 'text:p':
      return [depth >= 0 && textOf(node) !== '' ? `${'  '.repeat(depth)}- ${textOf(node)}` : textOf(node)];
    case 'text:list':
      return node.children.flatMap((item) => item.children.flatMap((child) => blocks(child, depth + 1)));
    case 'table:table':
      return [tableMarkdown([...descendants(node, 'table:table-row')].map((row) => childrenOf(row, 'table:table-cell').map(linesIn).map((lines) => lines.join('\n'))))];
    case 'text:tracked-changes':
    case 'text:sequence-decls':
    case 'office:forms':
      return [];
    default:
      return node.children.flatMap((child) => blocks(child, depth));
  }
}

function linesIn(node: XmlNode): string[] {
  return [...descendants(node, 'text:p', 'text:h')].map(textOf).filter((line) => line !== '');
}

/** Text of a paragraph; runs of blanks are one, as the format says. */
function textOf(node: XmlNode): string {
  switch (node.name) {
    case '#text':
      return node.text.replace(/[ \t\n\r]+/g, ' ');
    case 'text:s':
      return ' '.repeat(Math.min(1_000, Number(node.attributes['text:c'] ?? 1)));
    case 'text:tab':
      return '\t';
    case 'text:line-break':
      return '\n';
    case 'office:annotation':
    case 'text:note-citation':
      return '';
    default:
      return node.children.map(textOf).join('');
  }
}

/** The sheets of an ODF spreadsheet: formulas with the values that were last computed. */
export function readOds(parts: Package): Sheet[] {
  return childrenOf(bodyOf(parts, 'spreadsheet'), 'table:table').map((table) => {
    const rows: Cell[][] = [];
    for (const row of descendants(table, 'table:table-row')) {
      const cells = childrenOf({ ...row, children: row.children.map((cell) => (cell.name === 'table:covered-table-cell' ? { ...cell, name: 'table:table-cell' } : cell)) }, 'table:table-cell').flatMap((node) => {
        const count = Number(node.attributes['table:number-columns-repeated'] ?? 1);
        const cell = odsCell(node);
        return cell.kind === 'empty' && count > MOST_REPEATED / 10 ? [] : Array<Cell>(Math.min(count, MOST_REPEATED)).fill(cell);
      });
      const filled = cells.some(({ kind }) => kind !== 'empty');
      const times = Number(row.attributes['table:number-rows-repeated'] ?? 1);
      if (filled || times <= MOST_REPEATED) for (let time = 0; time < Math.min(times, MOST_REPEATED); time++) rows.push([...cells]);
    }
    return { name: table.attributes['table:name'] ?? '', rows: trimRows(rows) };
  });
}

function odsCell(node: XmlNode): Cell {
  const { attributes } = node;
  const value = odsValue(attributes, linesIn(node).join('\n'));
  const formula = attributes['table:formula'];
  return formula === undefined ? value : formulaCell(plainFormula(formula), value);
}

function odsValue(attributes: Readonly<Record<string, string>>, text: string): Cell {
  if (attributes['calcext:value-type'] === 'error') return { kind: 'error', text };
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage':
      return { kind: 'number', number: Number(attributes['office:value']) };
    case 'boolean':
      return { kind: 'boolean', boolean: attributes['office:boolean-value'] === 'true' };
    case 'date':
      return { kind: 'date', text: (attributes['office:date-value'] ?? '').replace(/T00:00:00(?:\.0+)?$/, '') };
    default:
      return text === '' ? EMPTY : { kind: 'text', text };
  }
}

/** `of:=SUM([.B2:.B4];1)` as =SUM(B2:B4,1): A1 notation with commas. */
function plainFormula(formula: string): string {
  return formula.replace(/^\w+:(?==)/, '').replace(/"(?:[^"]|"")*"|\[([^\]]*)\]|;/g, (part, reference: string | undefined) => {
    if (part === ';') return ',';
    return reference === undefined ? part : reference.replace(/(^|:)\./g, '$1').replace(/^\$?((?:'[^']+'|[^'.:]+))\./, '$1!');
  });
}

/** The slides of an ODF presentation. */
export function readOdp(parts: Package): SlideText[] {
  return childrenOf(bodyOf(parts, 'presentation'), 'draw:page').map((page) => {
    const slide: SlideText = { title: '', lines: [], notes: linesIn(childAt(page, 'presentation:notes') ?? { ...page, children: [] }) };
    for (const frame of page.children.filter(({ name }) => name !== 'presentation:notes')) {
      const rows = [...descendants(frame, 'table:table-row')].map((row) => childrenOf(row, 'table:table-cell').map((cell) => linesIn(cell).join(' ')));
      const lines = rows.length > 0 ? tableMarkdown(rows).split('\n') : linesIn(frame);
      if (frame.attributes['presentation:class'] === 'title' && slide.title === '') slide.title = lines.join(' ');
      else slide.lines.push(...lines);
    }
    return slide;
  });
}
