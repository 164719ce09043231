import type { Format } from '../formats';
import { readPackage, type Package } from '../package';
import type { Contents } from './contents';
import { readOdp, readOds, readOdt } from './odf';
import { readDocx, readPptx, readXlsx } from './ooxml';

/** What a document that is a zip of XML says. */
export function contentsOf(parts: Package, { family, zip }: Format): Contents {
  const odf = zip === 'odf';
  if (family === 'sheet') return { family, sheets: odf ? readOds(parts) : readXlsx(parts) };
  if (family === 'slides') return { family, slides: odf ? readOdp(parts) : readPptx(parts) };
  return { family: 'text', markdown: odf ? readOdt(parts) : readDocx(parts) };
}

export function contentsOfBytes(bytes: Uint8Array, format: Format): Contents {
  return contentsOf(readPackage(bytes), format);
}
