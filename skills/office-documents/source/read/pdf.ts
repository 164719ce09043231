import { Fault } from '../fault';

interface PdfDocument {
  numPages: number;
  getPage(number: number): Promise<{ getTextContent(): Promise<{ items: { str?: string; hasEOL?: boolean }[] }>; cleanup(): unknown }>;
}
interface PdfLibrary {
  getDocument(options: Record<string, unknown>): { promise: Promise<PdfDocument>; destroy(): Promise<void> };
}

const MOST_PAGES = 500;

/**
 * The text of each page.
 * @throws Fault UNSUPPORTED for a password, ENCODING when it is damaged.
 */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const library = await load();
  const task = library.getDocument({ data: new Uint8Array(bytes), isEvalSupported: false, useSystemFonts: false, disableFontFace: true, verbosity: 0, stopAtErrors: false });
  try {
    const document = await task.promise;
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map(({ str = '', hasEOL }) => `${str}${hasEOL ? '\n' : ''}`).join('').trim());
      page.cleanup();
    }
    return pages;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new Fault('UNSUPPORTED', 'A password protects the PDF.', 'Ask for a copy without password.');
    throw new Fault('ENCODING', `The PDF can't be read: ${error instanceof Error ? error.message : String(error)}`, 'Open it in a PDF viewer; it may be damaged.');
  } finally {
    await task.destroy();
  }
}

/**
 * pdf.js without its drawing: it looks for a native canvas, which must not be loaded into Electron, so that it is shown
 * an empty one.
 */
async function load(): Promise<PdfLibrary> {
  const shown = process as { getBuiltinModule?: unknown };
  const real = shown.getBuiltinModule;
  shown.getBuiltinModule = () => ({ createRequire: () => () => ({ DOMMatrix: Object, ImageData: Object, Path2D: Object }) });
  try {
    (globalThis as Record<string, unknown>)['pdfjsWorker'] ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfLibrary;
  } finally {
    if (real === undefined) delete shown.getBuiltinModule;
    else shown.getBuiltinModule = real;
  }
}
