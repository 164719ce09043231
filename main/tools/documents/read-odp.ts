import type { Slide } from './document-text';
import { odfBody } from './odf-body';
import { textOf } from './odf-text';
import { childrenOf, descendants, type XmlNode } from './xml';

/** The slides of an OpenDocument presentation in order. */
export function readOdp(bytes: Uint8Array): Slide[] {
  return childrenOf(odfBody(bytes, 'office:presentation'), 'draw:page').map((page): Slide => {
    const isTitle = (frame: XmlNode): boolean => frame.attributes['presentation:class'] === 'title';
    const shapes = page.children.filter(({ name }) => name !== 'presentation:notes');
    const title = shapes.find(isTitle);
    return {
      title: title ? paragraphs(title).join(' ').trim() : '',
      lines: shapes.filter((shape) => shape !== title).flatMap(linesOf),
      notes: childrenOf(page, 'presentation:notes').flatMap((notes) => childrenOf(notes, 'draw:frame').flatMap(paragraphs)),
      hidden: false,
    };
  });
}

function linesOf(shape: XmlNode): string[] {
  const rows = [...descendants(shape, 'table:table-row')];
  if (rows.length === 0) return paragraphs(shape);
  return rows.map((row) => childrenOf(row, 'table:table-cell').map((cell) => paragraphs(cell).join(' ')).join(' | '));
}

function paragraphs(node: XmlNode): string[] {
  return [...descendants(node, 'text:p', 'text:h')].map(textOf).filter((text) => text.trim() !== '');
}
