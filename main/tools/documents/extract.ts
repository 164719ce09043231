import type { DocumentText } from './document-text';
import type { DocumentKind } from './kind';
import { readDocument } from './read-document';
import { readPdf } from './read-pdf';

/** Any document as text. Takes as long as it takes: `documentText` bounds that. Rejects with what `readDocument` and `readPdf` throw. */
export async function extract(bytes: Uint8Array, kind: DocumentKind): Promise<DocumentText> {
  return kind === 'pdf' ? readPdf(bytes) : readDocument(bytes, kind);
}
