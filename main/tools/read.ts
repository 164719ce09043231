import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { documentKind } from './documents/kind';
import { readDocument } from './documents/read-document';
import { ToolFault } from './fault';
import { rememberContent, rememberLarge } from './file-locks';
import { openPath, requireFile } from './open-path';
import { outlineOf, type OutlineEntry } from './outline';
import { largeFrom, readLargePage } from './read-large';
import { isPicture, readPicture } from './read-picture';
import { decodeText } from './text-encoding';
import { pageText } from './text-page';
import { defineTool, type Outcome } from './tool';

/** Larger files are for Grep; reading one whole would fill the memory, bytes. */
const mostBytes = 256 * 1024 * 1024;

/** More entries than this are no longer an overview. */
const mostEntries = 300;

/** Read: a file's text, page by page; also pictures and office documents. */
export const readTool = defineTool({
  name: 'Read',
  description:
    'Read a file: text with line numbers, pictures, and office documents (docx, xlsx, odt, ods, csv) as text. Needed before Edit, MultiEdit or Write on an existing file. Not for folders (LS) or searching (Grep). Example: {"path": "notes.txt", "start_line": 200}',
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
    if (stats.size > mostBytes) {
      throw new ToolFault('TOO_LARGE', `${path} has ${stats.size} bytes.`, 'Search it with Grep, or cut a piece out with Bash.');
    }
    if (stats.size > largeFrom && !outline && documentKind(path) === null && !isPicture(await headOf(fact.real))) {
      rememberLarge(context, fact.real);
      return { ...(await readLargePage(fact.real, path, start_line, limit, context.signal)), path_resolved: fact.real };
    }
    const bytes = await readFile(fact.real);
    rememberContent(context, fact.real, bytes);
    const outcome = isPicture(bytes) ? await readPicture(bytes, path) : readTextOrDocument(path, bytes, { startLine: start_line, limit, outline });
    return { ...outcome, path_resolved: fact.real };
  },
});

async function headOf(real: string): Promise<Buffer> {
  const file = await open(real, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

interface Page {
  startLine: number;
  limit: number;
  outline: boolean;
}

function readTextOrDocument(path: string, bytes: Buffer, page: Page): Outcome {
  const kind = documentKind(path);
  if (kind !== null && kind !== 'csv') {
    const { text, outline, cut } = readDocument(bytes, kind);
    const facts = { format: kind, ...(cut ? { cut: true } : {}) };
    return page.outline ? showOutline(path, outline, text, facts) : pageText(text, path, page.startLine, page.limit, facts);
  }
  const decoded = decodeText(bytes);
  if (decoded === null) {
    throw new ToolFault('BINARY_FILE', `${path} is a binary file (${bytes.length} bytes).`, 'Open it with its own program, or inspect it with Bash.');
  }
  const { name, mark } = decoded.encoding;
  const encoding = mark.length > 0 ? `${name} with BOM` : name;
  const facts = encoding === 'utf-8' ? {} : { encoding };
  return page.outline ? showOutline(path, outlineOf(path, decoded.text), decoded.text, facts) : pageText(decoded.text, path, page.startLine, page.limit, facts);
}

function showOutline(path: string, entries: OutlineEntry[], text: string, facts: Record<string, unknown>): Outcome {
  const shown = entries.slice(0, mostEntries);
  const lines = shown.map(({ line, level, title }) => `${line}\t${'  '.repeat(Math.max(0, level - 1))}${title}`);
  const left = entries.length - shown.length;
  return {
    status: left > 0 ? 'partial' : 'success',
    data: { outline: lines.join('\n'), total_lines: text.split('\n').length, ...facts },
    text: `Outline of ${path}: ${entries.length} entries${left > 0 ? `, the first ${mostEntries} shown` : ''}.`,
  };
}
