import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ToolFault } from '../fault';

/** An element, or a run of text when `name` is "#text". Names keep their prefix ("table:table-cell"). */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Decoded below: the parser leaves numeric ones, and counts how often &amp; occurs.
  processEntities: false,
});

/**
 * The document's nodes in order, white space kept; an empty source gives an empty document.
 * @throws ToolFault ENCODING when it is not well-formed or declares entities of its own.
 */
export function parseXml(source: string): XmlNode {
  if (/<!DOCTYPE/i.test(source)) throw new ToolFault('ENCODING', 'The file declares XML entities, which no office program writes.', 'Do not trust it.');
  // The parser itself takes half a document for a whole one.
  const verdict = source === '' || XMLValidator.validate(source);
  if (verdict !== true) {
    const message = `A part of the file is not well-formed XML: ${verdict.err.msg}`;
    throw new ToolFault('ENCODING', message, 'Open it in its own program; it may offer to repair it.');
  }
  const parsed: unknown = parser.parse(source);
  return { name: '#document', attributes: {}, children: nodes(parsed), text: '' };
}

function nodes(raw: unknown): XmlNode[] {
  if (!Array.isArray(raw)) return [];
  return (raw as Record<string, unknown>[]).flatMap((entry) => {
    const name = Object.keys(entry).find((key) => key !== ':@');
    if (name === undefined) return [];
    if (name === '#text') return [{ name, attributes: {}, children: [], text: decode(String(entry[name])) }];
    return [{ name, attributes: decodeAll((entry[':@'] ?? {}) as Record<string, string>), children: nodes(entry[name]), text: '' }];
  });
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

function decodeAll(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, decode(value)]));
}

/** Child elements of that name. */
export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The first child along a path of names. */
export function childAt(node: XmlNode, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => childrenOf(at, name)[0], node);
}

/** Every descendant of that name, in order; descendants of a match are not searched. */
export function* descendants(node: XmlNode, ...names: string[]): Generator<XmlNode> {
  for (const child of node.children) {
    if (names.includes(child.name)) yield child;
    else yield* descendants(child, ...names);
  }
}
