import { decodeText } from './decode';
import type { DocumentKind } from './kind';
import { readCsv } from './read-csv';
import { readDocx } from './read-docx';
import { readOds } from './read-ods';
import { readOdt, type Paragraph } from './read-odt';
import { readXlsx } from './read-xlsx';
import type { Sheet } from './sheet';
import { renderSheet } from './sheet-text';

/** An office file as text: what Read pages through, and the table of contents it outlines with. */
export interface DocumentText {
  text: string;
  /** Headings or sheets, with the number of their first line in `text` (from 1). */
  outline: { line: number; level: number; title: string }[];
  /** Something was too large to be read whole. */
  cut: boolean;
}

/**
 * Turns an office file into text: a spreadsheet as one table a sheet with values and formulas, a
 * text document as one paragraph a line, headings marked with # as in Markdown.
 * @throws ToolFault ENCODING when the file isn't what its kind says, TOO_LARGE when it unpacks to too much.
 */
export function readDocument(bytes: Uint8Array, kind: DocumentKind): DocumentText {
  switch (kind) {
    case 'ods':
      return fromSheets(readOds(bytes));
    case 'xlsx':
      return fromSheets(readXlsx(bytes));
    case 'csv':
      return fromSheets([readCsv(decodeText(bytes))]);
    case 'odt':
      return fromParagraphs(readOdt(bytes));
    case 'docx':
      return fromParagraphs(readDocx(bytes));
  }
}

function fromSheets(sheets: Sheet[]): DocumentText {
  const outline: DocumentText['outline'] = [];
  const lines: string[] = [];
  for (const sheet of sheets) {
    if (lines.length > 0) lines.push('');
    outline.push({ line: lines.length + 1, level: 1, title: sheet.name });
    lines.push(...renderSheet(sheet).split('\n'));
  }
  return { text: lines.join('\n'), outline, cut: sheets.some((sheet) => sheet.cut) };
}

function fromParagraphs(paragraphs: Paragraph[]): DocumentText {
  const outline: DocumentText['outline'] = [];
  const lines: string[] = [];
  for (const { text, level } of paragraphs) {
    if (level !== null && text.trim()) outline.push({ line: lines.length + 1, level, title: text.trim() });
    lines.push(...(level === null ? text : `${'#'.repeat(level)} ${text}`).split('\n'));
  }
  return { text: lines.join('\n'), outline, cut: false };
}
