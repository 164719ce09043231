import { createHash } from 'node:crypto';
import type { DocumentText } from './documents/document-text';
import type { DocumentKind } from './documents/kind';
import { textOfDocument } from './documents/text-of-document';
import { pageText, showOutline, type Page } from './text-page';
import type { Outcome, ToolContext } from './tool';

/** Documents whose text is kept for the next page. */
const mostDocuments = 4;

/** One page, or the outline, of a document's text; the text itself is made once for all its pages. */
export async function documentPage(path: string, bytes: Buffer, kind: DocumentKind, page: Page, context: ToolContext): Promise<Outcome> {
  const { text, outline, cut } = await textOf(bytes, kind, context);
  const facts = { format: kind, ...(cut ? { cut: true } : {}) };
  const outcome = page.outline ? showOutline(outline, text, path, facts) : pageText(text, path, page.startLine, page.limit, facts);
  if (!cut || outcome.status === 'error') return outcome;
  return { ...outcome, status: 'partial', text: `${outcome.text} The document is too large to be read whole; its end is missing.` };
}

async function textOf(bytes: Buffer, kind: DocumentKind, { memory, signal }: ToolContext): Promise<DocumentText> {
  const known = memory.get('documents');
  const kept = known instanceof Map ? (known as Map<string, DocumentText>) : new Map<string, DocumentText>();
  memory.set('documents', kept);
  const key = `${kind} ${createHash('sha256').update(bytes).digest('hex')}`;
  const found = kept.get(key) ?? (await textOfDocument(bytes, kind, signal));
  kept.delete(key);
  kept.set(key, found);
  for (const oldest of [...kept.keys()].slice(0, -mostDocuments)) kept.delete(oldest);
  return found;
}
