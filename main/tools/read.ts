import { open } from 'node:fs/promises';
import { z } from 'zod';
import { answersAtOnce } from './at-once';
import { documentKind, isPdf } from './documents/kind';
import { describeBinary } from './documents/refusal';
import { ToolFault } from './fault';
import { rememberContent, rememberLarge } from './file-locks';
import { openPath, requireFile } from './open-path';
import { outlineOf } from './outline';
import { identityOf, readCache } from './read-cache';
import { documentPage } from './read-document-page';
import { largeFrom, readLargePage } from './read-large';
import { isPicture, readPicture } from './read-picture';
import { readWhole } from './read-whole';
import { decodeText } from './text-encoding';
import { pageText, showOutline, type Page } from './text-page';
import { defineTool, type Outcome, type ToolContext } from './tool';

/** Larger files are for Grep; reading one whole would fill the memory, bytes. */
const mostBytes = 256 * 1024 * 1024;
/** So much is read sooner than a thread is asked to, bytes. */
const mostAtOnce = 128 * 1024;

/** Read: a file's text, page by page; also pictures and office documents. */
export const readTool = defineTool({
  name: 'Read',
  description:
    'Read a file: text with line numbers, pictures, and PDF, docx, xlsx, pptx, odt, ods, odp, csv as text. Needed before Edit, MultiEdit or Write on an existing file. Not for folders (LS) or searching (Grep). Example: {"path": "notes.txt", "start_line": 200}',
  parameters: z.object({
    path: z.string().describe('File'),
    start_line: z.number().int().min(1).default(1).describe('First line, from 1'),
    limit: z.number().int().min(1).max(2000).default(500).describe('Most lines to return'),
    outline: z.boolean().default(false).describe('Only headings, functions and keys with their lines'),
  }),
  access: 'read',
  timeoutMs: 30_000,
  async facts({ path }, { workspace }) {
    return { paths: [await workspace.resolve(path, 'read')] };
  },
  async run({ path, start_line, limit, outline }, context) {
    const { fact, stats } = await openPath(context, path, 'read');
    requireFile(path, stats);
    if (fact.real.startsWith('/proc/') || fact.real.startsWith('/sys/')) {
      throw new ToolFault('UNSUPPORTED', `${path} is a pseudo-file of the system.`, 'Ask for what you need with Bash.');
    }
    const page: Page = { startLine: start_line, limit, outline };
    const cache = readCache(context);
    const key = JSON.stringify([fact.real, path, page]);
    const known = cache.byIdentity(key, fact.real);
    if (known) return known;
    const identity = identityOf(fact.real);
    if (stats.size > largeFrom && !outline && documentKind(path) === null && !isDocumentOrPicture(await headOf(fact.real))) {
      rememberLarge(context, fact.real);
      const outcome = { ...(await readLargePage(fact.real, path, start_line, limit, context.signal)), path_resolved: fact.real };
      cache.keep(key, identity, null, outcome);
      return outcome;
    }
    if (stats.size > mostBytes) throw new ToolFault('TOO_LARGE', `${path} has ${stats.size} bytes.`, 'Read it page by page, or search it with Grep.');
    const bytes = await readWhole(fact.real, stats.size, stats.size <= mostAtOnce && answersAtOnce(context.workspace.root, fact.real));
    rememberContent(context, fact.real, bytes);
    const same = cache.byContent(key, bytes);
    const outcome = same ?? { ...(await readBytes(path, bytes, page, context)), path_resolved: fact.real };
    if (outcome.status !== 'error') cache.keep(key, identity, bytes, outcome);
    return outcome;
  },
});

const isDocumentOrPicture = (head: Buffer): boolean => isPdf(head) || isPicture(head);

async function headOf(real: string): Promise<Buffer> {
  const file = await open(real, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readBytes(path: string, bytes: Buffer, page: Page, context: ToolContext): Promise<Outcome> {
  if (isPicture(bytes)) return readPicture(bytes, path);
  const kind = isPdf(bytes) ? 'pdf' : documentKind(path);
  if (kind !== null && kind !== 'csv' && bytes.length > 0) return documentPage(path, bytes, kind, page, context);
  const decoded = decodeText(bytes);
  if (decoded === null) {
    const { what, hint } = describeBinary(bytes);
    throw new ToolFault('BINARY_FILE', `${path} is ${what} (${bytes.length} bytes), not text.`, hint);
  }
  const { name, mark } = decoded.encoding;
  const encoding = mark.length > 0 ? `${name} with BOM` : name;
  const facts = encoding === 'utf-8' ? {} : { encoding };
  if (page.outline) return showOutline(outlineOf(path, decoded.text), decoded.text, path, facts);
  return pageText(decoded.text, path, page.startLine, page.limit, facts);
}
