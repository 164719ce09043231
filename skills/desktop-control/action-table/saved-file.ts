import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';

/** One member of a saved office file (a zip), as text. */
export function member(file: string, name: string): string {
  return Buffer.from(unzipSync(readFileSync(file))[name] ?? []).toString('utf8');
}

/** Row by row what a saved .ods holds: "formula → text" or text. Repeated empty cells and rows are one each. */
export function savedCells(file: string): string[][] {
  return [...member(file, 'content.xml').matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map((row) =>
    [...(row[1] ?? '').matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map((cell) => {
      const formula = /table:formula="of:([^"]*)"/.exec(cell[1] ?? '')?.[1];
      const text = plain(cell[2] ?? '');
      return formula ? `${plain(formula)} → ${text}` : text;
    }),
  );
}

/** Paragraph by paragraph what a saved .odt or .odp holds. */
export function savedParagraphs(file: string): string[] {
  return [...member(file, 'content.xml').matchAll(/<text:(?:p|h)(?: [^>]*?)?(?:\/>|>(.*?)<\/text:(?:p|h)>)/gs)].map((match) => plain(match[1] ?? ''));
}

/** ODF writes tabs, line breaks and all blanks but the first as elements. */
function plain(xml: string): string {
  return xml
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<text:line-break\/>/g, '\n')
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
}
