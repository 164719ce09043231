import { decodeText } from './decode';
import { fromSlides, type DocumentText } from './document-text';
import type { DocumentKind } from './kind';
import { readCsv } from './read-csv';
import { readDocx } from './read-docx';
import { readOds } from './read-ods';
import { readOdp } from './read-odp';
import { readOdt, type Paragraph } from './read-odt';
import { readPptx } from './read-pptx';
import { readXlsx } from './read-xlsx';
import type { Sheet } from './sheet';
import { renderSheet } from './sheet-text';

/**
 * Turns an office file into text: a spreadsheet as one table a sheet with values and formulas, a
 * text document as one paragraph a line, headings marked with # as in Markdown, a presentation slide by slide.
 * @throws ToolFault UNSUPPORTED when it is protected by a password, ENCODING when the file isn't what its kind says, TOO_LARGE when it unpacks to too much.
 */
export function readDocument(bytes: Uint8Array, kind: Exclude<DocumentKind, 'pdf'>): DocumentText {
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
    case 'odp':
      return fromSlides(readOdp(bytes));
    case 'pptx':
      return fromSlides(readPptx(bytes));
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
