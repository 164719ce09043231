import { readParts, requiredPart } from './archive';
import type { Paragraph } from './read-odt';
import { childAt, childrenOf, descendants, parseXml, type XmlNode } from './xml';

/** The paragraphs of a Word document in order; a table row is one paragraph, its cells parted by bars. */
export function readDocx(bytes: Uint8Array): Paragraph[] {
  const parts = readParts(bytes, (name) => name === 'word/document.xml' || name === 'word/styles.xml');
  const document = parseXml(requiredPart(parts, 'word/document.xml'));
  const headings = headingStyles(parseXml(parts.get('word/styles.xml') ?? ''));
  const body = childAt(document, 'w:document', 'w:body');
  if (!body) return [];
  return [...descendants(body, 'w:p', 'w:tr')].map((node) => (node.name === 'w:p' ? paragraph(node, headings) : tableRow(node)));
}

/** Levels of the heading styles by their ids, which each language of Word names in its own way; their names are English. */
function headingStyles(styles: XmlNode): Map<string, number> {
  return new Map(
    [...descendants(styles, 'w:style')].flatMap((style): [string, number][] => {
      const name = childAt(style, 'w:name')?.attributes['w:val']?.toLowerCase() ?? '';
      const level = name === 'title' ? 1 : Number(/^heading (\d)$/.exec(name)?.[1] ?? 0);
      return level > 0 ? [[style.attributes['w:styleId'] ?? '', level]] : [];
    }),
  );
}

function paragraph(node: XmlNode, headings: ReadonlyMap<string, number>): Paragraph {
  const style = childAt(node, 'w:pPr', 'w:pStyle')?.attributes['w:val'] ?? '';
  const outline = childAt(node, 'w:pPr', 'w:outlineLvl')?.attributes['w:val'];
  const level = headings.get(style) ?? Number(/^Heading(\d)$/.exec(style)?.[1] ?? (style === 'Title' ? 1 : 0));
  // Level 9 means body text (ECMA-376, 17.3.1.20).
  const own = outline === undefined || Number(outline) >= 9 ? level : Number(outline) + 1;
  return { text: textOf(node), level: own > 0 ? own : null };
}

function tableRow(row: XmlNode): Paragraph {
  const cells = childrenOf(row, 'w:tc').map((cell) => [...descendants(cell, 'w:p')].map(textOf).join(' '));
  return { text: cells.join(' | '), level: null };
}

/** Deleted text (w:del) and field codes (w:instrText) are not what the document says; mc:Fallback says again what stood before it. */
function textOf(node: XmlNode): string {
  switch (node.name) {
    case 'w:t':
      return node.children.map((child) => child.text).join('');
    case 'w:tab':
      return '\t';
    case 'w:br':
    case 'w:cr':
      return '\n';
    case 'w:del':
    case 'mc:Fallback':
    case 'w:instrText':
    case 'w:pPr':
      return '';
    default:
      return node.children.map(textOf).join('');
  }
}
