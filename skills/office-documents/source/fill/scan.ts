import { decodeXml } from '../xml';
import type { Dialect } from './dialect';

/** A piece of shown text in the source. */
export interface TextNode {
  start: number;
  end: number;
  text: string;
  /** The tag that opens its element, from and to; null when text stands anywhere. */
  tag: { start: number; end: number } | null;
}

export interface Paragraph {
  nodes: TextNode[];
}

/** An element in the source, tags included. */
export interface Span {
  start: number;
  end: number;
}

const TOKEN = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|[^<]+/g;

/** Paragraphs with their text, and outermost rows, as places in the source (well-formed XML). */
export function scan(source: string, dialect: Dialect): { paragraphs: Paragraph[]; rows: Span[] } {
  const paragraphs: Paragraph[] = [];
  const rows: Span[] = [];
  const open: { name: string; tag: Span; paragraph: Paragraph | null }[] = [];
  let row: { start: number; depth: number } | null = null;
  for (const found of source.matchAll(TOKEN)) {
    const [token, closing, name, , empty] = found;
    const start = found.index;
    const end = start + token.length;
    if (name === undefined) {
      if (token.startsWith('<')) continue;
      const top = open.at(-1);
      const paragraph = [...open].reverse().find((element) => element.paragraph)?.paragraph;
      const shown = dialect.texts === null ? !open.some((element) => element.name === 'office:annotation') : dialect.texts.includes(top?.name ?? '') && !open.some((element) => element.name === 'rPh');
      if (paragraph && top && shown) paragraph.nodes.push({ start, end, text: decodeXml(token), tag: dialect.keepsBlanks ? top.tag : null });
    } else if (closing) {
      open.pop();
      if (row && open.length === row.depth) {
        rows.push({ start: row.start, end });
        row = null;
      }
    } else if (!empty) {
      const paragraph = dialect.paragraphs.includes(name) ? { nodes: [] } : null;
      if (paragraph) paragraphs.push(paragraph);
      if (!row && dialect.rows.includes(name)) row = { start, depth: open.length };
      open.push({ name, tag: { start, end }, paragraph });
    }
  }
  return { paragraphs, rows };
}

/** The source with pieces replaced; they don't overlap. */
export function splice(source: string, edits: readonly (Span & { text: string })[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...edits].sort((one, other) => one.start - other.start)) {
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}
