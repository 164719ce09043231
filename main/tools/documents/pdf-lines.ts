import type { PdfText } from './pdf-library';

/** One line of a page. */
export interface PdfLine {
  text: string;
  /** Height of its largest letters, in the page's units. */
  size: number;
}

/** A wider gap inside a line, in heights of its letters, parts columns; a narrower one down to the second is a space. */
const columnGap = 1.5;
const wordGap = 0.15;

/** A page's pieces of text, in the order of the file, joined into lines; columns of a table are parted by tabs. */
export function linesOfPage(items: readonly (PdfText | { type: string })[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: (PdfLine & { y: number; end: number }) | null = null;
  const close = (): void => {
    if (line && line.text.trim() !== '') lines.push({ text: line.text.trimEnd(), size: line.size });
    line = null;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform;
    const size = item.height || Math.hypot(a, b);
    if (item.str !== '') {
      if (line && Math.abs(y - line.y) > Math.max(size, line.size) * 0.6) close();
      line ??= { text: '', size: 0, y, end: x };
      // The library makes a space of a wide gap.
      line.text += item.str.trim() === '' && item.width > line.size * columnGap ? '\t' : gap(line, x, size) + item.str;
      line.end = x + item.width;
      if (item.str.trim() !== '') line.size = Math.max(line.size, size);
    }
    if (item.hasEOL && item.str !== '') close();
  }
  close();
  return lines;
}

function gap(line: { text: string; end: number }, x: number, size: number): string {
  if (line.text === '' || /\s$/.test(line.text)) return '';
  const width = x - line.end;
  if (width > size * columnGap || width < -size * 2) return '\t';
  return width > size * wordGap ? ' ' : '';
}

/** The sizes of letters that are larger than the document's ordinary ones, the largest first: those of its headings. */
export function headingSizes(lines: readonly PdfLine[]): number[] {
  const weights = new Map<number, number>();
  for (const { text, size } of lines) weights.set(rounded(size), (weights.get(rounded(size)) ?? 0) + text.length);
  const ordinary = [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  return [...weights.keys()].filter((size) => size >= ordinary * 1.15).sort((a, b) => b - a);
}

/** A heading's level among `sizes` (1 for the largest, 4 at most); null for a line that is none. */
export function headingLevel({ text, size }: PdfLine, sizes: readonly number[]): number | null {
  const rank = sizes.indexOf(rounded(size));
  return rank === -1 || text.length > 120 || !/\p{L}/u.test(text) ? null : Math.min(4, rank + 1);
}

const rounded = (size: number): number => Math.round(size * 2) / 2;
