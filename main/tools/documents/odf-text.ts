import type { XmlNode } from './xml';

/** What a paragraph of OpenDocument says: spaces, tabs and line breaks are elements there, notes are left out. */
export function textOf(node: XmlNode): string {
  switch (node.name) {
    case '#text':
      return node.text.replace(/[ \n\r\t]+/g, ' ');
    case 'text:s':
      return ' '.repeat(Number(node.attributes['text:c'] ?? 1));
    case 'text:tab':
      return '\t';
    case 'text:line-break':
      return '\n';
    case 'text:note':
    case 'office:annotation':
    case 'text:tracked-changes':
      return '';
    default:
      return node.children.map(textOf).join('');
  }
}
