import { ToolFault } from '../fault';
import type { DocumentText } from './document-text';
import { passwordFault } from './old-office';
import { CharacterMaps, loadPdfLibrary, type PdfBookmark, type PdfDocument } from './pdf-library';
import { headingLevel, headingSizes, linesOfPage, type PdfLine } from './pdf-lines';

/** A longer document is read up to here, characters. */
const mostCharacters = 10_000_000;
/** And no longer than this, milliseconds: the pages after that are left out, which is said. */
const timeBudget = 20_000;

interface Heading {
  /** From 0. */
  page: number;
  level: number;
  title: string;
}

/**
 * A PDF as text, page by page, each after a line "[Page 3]"; outlined by its pages with its bookmarks, or with the lines
 * in larger letters where it has none.
 * @throws ToolFault UNSUPPORTED when it needs a password or holds pictures only, ENCODING when it is damaged
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  const library = await loadPdfLibrary();
  const task = library.getDocument({
    // The library takes the bytes for itself.
    data: Uint8Array.from(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    CMapReaderFactory: CharacterMaps,
    cMapPacked: true,
  });
  try {
    const document = await task.promise.catch(explain);
    const { pages, cut } = await readPages(document);
    if (pages.every((lines) => lines.length === 0)) throw noText(document.numPages);
    const bookmarks = await headingsFromBookmarks(document);
    return layOut(pages, bookmarks.length > 0 ? bookmarks : headingsFromSizes(pages), cut);
  } finally {
    await task.destroy();
  }
}

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') throw passwordFault();
  throw new ToolFault('ENCODING', `The PDF is damaged: ${error instanceof Error ? error.message : String(error)}`, 'Use another copy of it, or open it in its own program.');
}

function noText(pages: number): ToolFault {
  return new ToolFault('UNSUPPORTED', `The PDF has ${pages} ${pages === 1 ? 'page' : 'pages'} and no text: they are pictures, as a scanner makes them.`, 'Recognise the text with a program (Bash: ocrmypdf or tesseract, if there is one), or open it on the screen.');
}

async function readPages(document: PdfDocument): Promise<{ pages: PdfLine[][]; cut: boolean }> {
  const pages: PdfLine[][] = [];
  const until = Date.now() + timeBudget;
  let characters = 0;
  while (pages.length < document.numPages) {
    if (characters > mostCharacters || Date.now() > until) return { pages, cut: true };
    const page = await document.getPage(pages.length + 1).catch(explain);
    // One broken page must not cost the others.
    const lines = await page.getTextContent().then(({ items }) => linesOfPage(items), () => []);
    page.cleanup();
    pages.push(lines);
    characters += lines.reduce((sum, { text }) => sum + text.length, 0);
  }
  return { pages, cut: false };
}

async function headingsFromBookmarks(document: PdfDocument): Promise<Heading[]> {
  const headings: Heading[] = [];
  const visit = async (bookmarks: readonly PdfBookmark[], level: number): Promise<void> => {
    for (const { title, dest, items } of bookmarks) {
      const page = await pageOf(document, dest);
      if (page !== null && title.trim() !== '') headings.push({ page, level, title: title.trim() });
      if (level < 6) await visit(items, level + 1);
    }
  };
  await visit((await document.getOutline().catch(() => null)) ?? [], 1);
  return headings;
}

async function pageOf(document: PdfDocument, destination: PdfBookmark['dest']): Promise<number | null> {
  const place = typeof destination === 'string' ? await document.getDestination(destination).catch(() => null) : destination;
  const page = place?.[0];
  if (typeof page === 'number') return page;
  return page === undefined || page === null ? null : document.getPageIndex(page).catch(() => null);
}

function headingsFromSizes(pages: readonly PdfLine[][]): Heading[] {
  const sizes = headingSizes(pages.flat());
  return pages.flatMap((lines, page) =>
    lines.flatMap((line) => {
      const level = headingLevel(line, sizes);
      return level === null ? [] : [{ page, level, title: line.text.trim() }];
    }),
  );
}

function layOut(pages: readonly PdfLine[][], headings: readonly Heading[], cut: boolean): DocumentText {
  const text: string[] = [];
  const outline: DocumentText['outline'] = [];
  for (const [index, lines] of pages.entries()) {
    if (text.length > 0) text.push('');
    const first = text.length + 1;
    const name = `Page ${index + 1}`;
    text.push(lines.length > 0 ? `[${name}]` : `[${name}: no text]`, ...lines.map((line) => line.text));
    outline.push({ line: first, level: 1, title: name });
    let from = 0;
    for (const { level, title } of headings.filter(({ page }) => page === index)) {
      // Several headings of a page come in its order.
      const at = lines.findIndex((line, position) => position >= from && plain(line.text).includes(plain(title)));
      if (at !== -1) from = at + 1;
      outline.push({ line: at === -1 ? first : first + 1 + at, level: level + 1, title });
    }
  }
  return { text: text.join('\n'), outline, cut };
}

const plain = (text: string): string => text.replace(/\s+/g, '').toLowerCase();
