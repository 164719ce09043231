import { readParts, requiredPart } from './archive';
import type { Paragraph } from './read-odt';
import { childAt, childrenOf, descendants, parseXml, type XmlNode } from './xml';

/** The paragraphs of a Word document in order; a table row is one paragraph, its cells parted by bars. */
export function readDocx(bytes: Uint8Array): Paragraph[] {
  const document = parseXml(requiredPart(readParts(bytes, (name) => name === 'word/document.xml'), 'word/document.xml'));
  const body = childAt(document, 'w:document', 'w:body');
  if (!body) return [];
  return [...descendants(body, 'w:p', 'w:tr')].map((node) => (node.name === 'w:p' ? paragraph(node) : tableRow(node)));
}

function paragraph(node: XmlNode): Paragraph {
  const style = childAt(node, 'w:pPr', 'w:pStyle')?.attributes['w:val'] ?? '';
  const level = /^(?:Heading|heading|berschrift)\s*(\d)$/.exec(style)?.[1];
  return { text: textOf(node), level: level ? Number(level) : style === 'Title' ? 1 : null };
}

function tableRow(row: XmlNode): Paragraph {
  const cells = childrenOf(row, 'w:tc').map((cell) => [...descendants(cell, 'w:p')].map(textOf).join(' '));
  return { text: cells.join(' | '), level: null };
}

/** Deleted text (w:del) and field codes (w:instrText) are not what the document says. */
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
    case 'w:instrText':
    case 'w:pPr':
      return '';
    default:
      return node.children.map(textOf).join('');
  }
}
