import { encodeXml } from '../xml';

/** How a format writes paragraphs, text and rows. */
export interface Dialect {
  paragraphs: readonly string[];
  /** Elements whose text is shown; null: all text inside a paragraph. */
  texts: readonly string[] | null;
  rows: readonly string[];
  /** Text with line breaks and tabs as the format has them. */
  encode(text: string): string;
  /** Whether a text element says that its blanks count. */
  keepsBlanks: boolean;
}

const WORD: Dialect = {
  paragraphs: ['w:p'],
  texts: ['w:t'],
  rows: ['w:tr'],
  encode: (text) => encodeXml(text).replaceAll('\n', '</w:t><w:br/><w:t xml:space="preserve">').replaceAll('\t', '</w:t><w:tab/><w:t xml:space="preserve">'),
  keepsBlanks: true,
};

const DRAWING: Dialect = { paragraphs: ['a:p'], texts: ['a:t'], rows: ['a:tr'], encode: (text) => encodeXml(text.replace(/\s*\n\s*/g, ' ')), keepsBlanks: false };

const SHEET: Dialect = { paragraphs: ['is', 'si'], texts: ['t'], rows: ['row'], encode: encodeXml, keepsBlanks: true };

const ODF: Dialect = {
  paragraphs: ['text:p', 'text:h'],
  texts: null,
  rows: ['table:table-row'],
  encode: (text) =>
    encodeXml(text)
      .replace(/ {2,}|^ | $/g, (blanks) => `<text:s text:c="${blanks.length}"/>`)
      .replaceAll('\n', '<text:line-break/>')
      .replaceAll('\t', '<text:tab/>'),
  keepsBlanks: false,
};

/** The dialect of a part that people fill in; null for all others. */
export function dialectOf(part: string): Dialect | null {
  if (/^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/.test(part)) return WORD;
  if (/^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/.test(part)) return DRAWING;
  if (/^xl\/worksheets\/[^/]+\.xml$/.test(part)) return SHEET;
  return /^(?:content|styles)\.xml$/.test(part) ? ODF : null;
}
