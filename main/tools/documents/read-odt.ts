import { odfBody } from './odf-body';
import { textOf } from './odf-text';
import { childrenOf, descendants, type XmlNode } from './xml';

/** A paragraph of a text document; `level` is 1 for the highest heading, null for ordinary text. */
export interface Paragraph {
  text: string;
  level: number | null;
}

/** The paragraphs of an OpenDocument text in order; list items and table cells are paragraphs too. */
export function readOdt(bytes: Uint8Array): Paragraph[] {
  const body = odfBody(bytes, 'office:text');
  return body ? paragraphs(body) : [];
}

function paragraphs(node: XmlNode): Paragraph[] {
  return node.children.flatMap((child): Paragraph[] => {
    switch (child.name) {
      case 'text:p':
        return [{ text: textOf(child), level: null }];
      case 'text:h':
        return [{ text: textOf(child), level: Number(child.attributes['text:outline-level'] ?? 1) }];
      case 'table:table-row':
        return [{ text: cellsOf(child).join(' | '), level: null }];
      case 'text:tracked-changes':
      case 'office:annotation':
        return [];
      default:
        return paragraphs(child);
    }
  });
}

function cellsOf(row: XmlNode): string[] {
  return childrenOf(row, 'table:table-cell').map((cell) => [...descendants(cell, 'text:p', 'text:h')].map(textOf).join(' '));
}
