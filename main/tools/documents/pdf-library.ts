import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What we use of pdf.js; its own types need a browser's. */
export interface PdfLibrary {
  getDocument(options: Record<string, unknown>): { promise: Promise<PdfDocument>; destroy(): Promise<void> };
}

export interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getOutline(): Promise<PdfBookmark[] | null>;
  getDestination(name: string): Promise<unknown[] | null>;
  getPageIndex(reference: unknown): Promise<number>;
}

export interface PdfPage {
  getTextContent(): Promise<{ items: (PdfText | { type: string })[] }>;
  cleanup(): unknown;
}

/** A piece of text; `transform` is the matrix [a b c d x y] of its beginning, `width` and `height` in the page's units. */
export interface PdfText {
  str: string;
  transform: number[];
  width: number;
  height: number;
  hasEOL: boolean;
}

export interface PdfBookmark {
  title: string;
  dest: string | unknown[] | null;
  items: PdfBookmark[];
}

/**
 * pdf.js, loaded with the first PDF. It looks for a native canvas to draw with, which we never do and must not load
 * into Electron, so that it is shown an empty one; it also needs the classes to be there.
 */
export async function loadPdfLibrary(): Promise<PdfLibrary> {
  const shown = process as { getBuiltinModule?: unknown };
  const real = shown.getBuiltinModule;
  shown.getBuiltinModule = () => ({ createRequire: () => () => ({ DOMMatrix: Object, ImageData: Object, Path2D: Object }) });
  try {
    // Its worker runs in this thread: we are in one of our own.
    (globalThis as Record<string, unknown>)['pdfjsWorker'] ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return (await import('pdfjs-dist/legacy/build/pdf.mjs')) as unknown as PdfLibrary;
  } finally {
    if (real === undefined) delete shown.getBuiltinModule;
    else shown.getBuiltinModule = real;
  }
}

/** Hands pdf.js the tables of East Asian encodings, which many Chinese and Japanese files name without bringing them. */
export class CharacterMaps {
  async fetch({ name }: { name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    const folder = mapsFolder();
    if (folder === null || !/^[\w-]+$/.test(name)) throw new Error(`There is no character map ${name}.`);
    return { cMapData: new Uint8Array(await readFile(join(folder, `${name}.bcmap`))), isCompressed: true };
  }
}

/** Beside the built program, else where the package is. */
function mapsFolder(): string | null {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const found = [join(folder, 'cmaps'), join(folder, 'node_modules', 'pdfjs-dist', 'cmaps')].find(existsSync);
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return null;
  }
}
