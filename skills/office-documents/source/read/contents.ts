import type { Sheet } from '../cell';

/** A slide: its lines in order, the title first. */
export interface SlideText {
  title: string;
  lines: string[];
  notes: string[];
}

/** What a document says, without how it looks. */
export type Contents =
  | { family: 'text'; /** Markdown: headings, list items, tables. */ markdown: string }
  | { family: 'sheet'; sheets: Sheet[] }
  | { family: 'slides'; slides: SlideText[] }
  | { family: 'pdf'; pages: string[] };

/** All words of it, for looking up whether something is there. */
export function wordsOf(contents: Contents): string {
  switch (contents.family) {
    case 'text':
      return contents.markdown;
    case 'pdf':
      return contents.pages.join('\n');
    case 'slides':
      return contents.slides.flatMap(({ title, lines, notes }) => [title, ...lines, ...notes]).join('\n');
    case 'sheet':
      return contents.sheets
        .flatMap(({ rows }) => rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : cell.kind === 'number' ? String(cell.number) : '')).join('\t')))
        .join('\n');
  }
}

/** A table as Markdown, the first row as its head. */
export function tableMarkdown(rows: readonly string[][]): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const line = (row: readonly string[]): string => `| ${Array.from({ length: width }, (_, column) => (row[column] ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  const [first = [], ...rest] = rows;
  return [line(first), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n');
}

/** Paragraphs with an empty line between them, items of one list without. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block.trim() !== '').reduce((text, block) => (text === '' ? block : `${text}${/^\s*- /.test(block) && /(?:^|\n)\s*- [^\n]*$/.test(text) ? '\n' : '\n\n'}${block}`), '');
}
