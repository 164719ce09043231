import { randomBytes } from 'node:crypto';
import { encodeXml } from '../xml';
import { BLANK, blanksIn, listOf, valueAt, type Data } from './blanks';
import type { Dialect } from './dialect';
import { scan, splice, type Paragraph, type Span } from './scan';

/** What was met while filling. */
export interface Filling {
  filled: Set<string>;
  /** Blanks without a value. */
  missing: Set<string>;
}

/** A row that stands once for each item of a list; `start` is its place in the source. */
export interface Repeated {
  start: number;
  count: number;
}

/** Fills what is more than text (a number in a cell), before texts are; the same source when there is none. */
export type Typed = (source: string, data: Data, filling: Filling) => string;

/**
 * A part with its blanks filled. A blank may be parted over several pieces of differing style: its value takes the
 * style of the first. A row with blanks of a list stands once for each item.
 */
export function fillPart(source: string, dialect: Dialect, data: Data, filling: Filling, typed: Typed = (text) => text): { text: string; repeated: Repeated[] } {
  const repeated: Repeated[] = [];
  const fill = (text: string, scope: Data): string => fillTexts(typed(text, scope, filling), dialect, scope, filling);
  // Rows that are done are taken out while the rest is filled: a value that looks like a blank is none.
  const done: string[] = [];
  const mark = randomBytes(8).toString('hex');
  const rows = scan(source, dialect).rows.flatMap((row) => {
    const text = source.slice(row.start, row.end);
    const blanks = blanksOfPart(text, dialect);
    const list = listOf(data, blanks);
    if (!list) return [];
    repeated.push({ start: row.start, count: list.items.length });
    if (list.items.length === 0) blanks.forEach((name) => filling.filled.add(name));
    done.push(list.items.map((item) => fill(text, { ...data, [list.name]: item })).join(''));
    return [{ ...row, text: `<!--${mark} ${done.length - 1}-->` }];
  });
  const text = fill(splice(source, rows), data).replace(new RegExp(`<!--${mark} (\\d+)-->`, 'g'), (_, index: string) => done[Number(index)] ?? '');
  return { text, repeated };
}

/** Names of the blanks in a part. */
export function blanksOfPart(source: string, dialect: Dialect): string[] {
  return scan(source, dialect).paragraphs.flatMap(({ nodes }) => blanksIn(nodes.map(({ text }) => text).join('')));
}

function fillTexts(source: string, dialect: Dialect, data: Data, filling: Filling): string {
  return splice(source, scan(source, dialect).paragraphs.flatMap((paragraph) => editsOf(paragraph, source, dialect, data, filling)));
}

function editsOf({ nodes }: Paragraph, source: string, dialect: Dialect, data: Data, filling: Filling): (Span & { text: string })[] {
  const whole = nodes.map(({ text }) => text).join('');
  const matches = [...whole.matchAll(BLANK)].flatMap((match) => {
    const name = match[1] ?? '';
    const value = valueAt(data, name);
    if (value === null) {
      filling.missing.add(name);
      return [];
    }
    filling.filled.add(name);
    return [{ start: match.index, end: match.index + match[0].length, value: String(value) }];
  });
  if (matches.length === 0) return [];
  let at = 0;
  return nodes.flatMap((node) => {
    const from = at;
    at += node.text.length;
    const touching = matches.filter(({ start, end }) => start < at && end > from);
    if (touching.length === 0) return [];
    let text = '';
    let done = from;
    for (const { start, end, value } of touching) {
      text += encodeXml(whole.slice(done, Math.max(done, start)));
      if (start >= from) text += dialect.encode(value);
      done = Math.min(at, end);
    }
    text += encodeXml(whole.slice(done, at));
    return [{ start: node.start, end: node.end, text }, ...keeping(node.tag, source)];
  });
}

/** Blanks at the ends of a value would be dropped without the attribute. */
function keeping(tag: Span | null, source: string): (Span & { text: string })[] {
  if (!tag || source.slice(tag.start, tag.end).includes('xml:space')) return [];
  return [{ start: tag.end - 1, end: tag.end - 1, text: ' xml:space="preserve"' }];
}
