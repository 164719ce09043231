import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Fault } from './fault';

/** An element, or a run of text when `name` is "#text". Names keep their prefix ("w:p"). */
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
  processEntities: false,
});

/**
 * The nodes in order, white space kept; an absent part gives an empty document.
 * @throws Fault ENCODING when it is not well-formed, or declares entities of its own.
 */
export function parseXml(source: string | undefined): XmlNode {
  checkXml(source ?? '');
  return { name: '#document', attributes: {}, children: nodes(source ? parser.parse(source) : []), text: '' };
}

/** @throws Fault ENCODING */
export function checkXml(source: string): void {
  if (/<!DOCTYPE/i.test(source)) throw new Fault('ENCODING', 'The file declares XML entities, which no office program writes.', 'Do not trust it.');
  const verdict = source === '' || XMLValidator.validate(source);
  if (verdict !== true) throw new Fault('ENCODING', `A part of the file is not well-formed XML: ${verdict.err.msg}`, 'Open it in its own program; it may offer to repair it.');
}

function nodes(raw: unknown): XmlNode[] {
  if (!Array.isArray(raw)) return [];
  return (raw as Record<string, unknown>[]).flatMap((entry) => {
    const name = Object.keys(entry).find((key) => key !== ':@');
    if (name === undefined) return [];
    if (name === '#text') return [{ name, attributes: {}, children: [], text: decodeXml(String(entry[name])) }];
    const attributes = Object.fromEntries(Object.entries((entry[':@'] ?? {}) as Record<string, string>).map(([key, value]) => [key, decodeXml(value)]));
    return [{ name, attributes, children: nodes(entry[name]), text: '' }];
  });
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function decodeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** As text or attribute; characters that XML can't hold are left out. */
export function encodeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(/[&<>"]/g, (character) => `&${Object.keys(ENTITIES).find((name) => ENTITIES[name] === character) ?? 'amp'};`);
}

/** Child elements of that name. */
export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The first child along a path of names. */
export function childAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => childrenOf(at, name)[0], node);
}

/** Every descendant of those names, in order; descendants of a match are not searched. */
export function* descendants(node: XmlNode | undefined, ...names: string[]): Generator<XmlNode> {
  for (const child of node?.children ?? []) {
    if (names.includes(child.name)) yield child;
    else yield* descendants(child, ...names);
  }
}
