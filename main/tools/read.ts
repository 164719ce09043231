import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { documentKind } from './documents/kind';
import { readDocument } from './documents/read-document';
import { ToolFault } from './fault';
import { rememberContent } from './file-locks';
import { openPath, requireFile } from './open-path';
import { isPicture, readPicture } from './read-picture';
import { decodeText } from './text-encoding';
import { pageText } from './text-page';
import { defineTool, type Outcome } from './tool';

/** Larger files are for Grep; reading one whole would fill the memory, bytes. */
const mostBytes = 256 * 1024 * 1024;

/** Read: a file's text, page by page; also pictures and office documents. */
export const readTool = defineTool({
  name: 'Read',
  description:
    'Read a file: text with line numbers, pictures, and office documents (docx, xlsx, odt, ods, csv) as text. Needed before Edit, MultiEdit or Write on an existing file. Not for folders (LS) or searching (Grep). Example: {"path": "notes.txt", "start_line": 200}',
  parameters: z.object({
    path: z.string().describe('File'),
    start_line: z.number().int().min(1).default(1).describe('First line, from 1'),
    limit: z.number().int().min(1).max(2000).default(500).describe('Most lines to return'),
  }),
  access: 'read',
  timeoutMs: 30_000,
  async facts({ path }, { workspace }) {
    return { paths: [await workspace.resolve(path, 'read')] };
  },
  async run({ path, start_line, limit }, context) {
    const { fact, stats } = await openPath(context, path, 'read');
    requireFile(path, stats);
    if (fact.real.startsWith('/proc/') || fact.real.startsWith('/sys/')) {
      throw new ToolFault('UNSUPPORTED', `${path} is a pseudo-file of the system.`, 'Ask for what you need with Bash.');
    }
    if (stats.size > mostBytes) {
      throw new ToolFault('TOO_LARGE', `${path} has ${stats.size} bytes.`, 'Search it with Grep, or cut a piece out with Bash.');
    }
    const bytes = await readFile(fact.real);
    rememberContent(context, fact.real, bytes);
    const outcome = isPicture(bytes) ? await readPicture(bytes, path) : readTextOrDocument(path, bytes, start_line, limit);
    return { ...outcome, path_resolved: fact.real };
  },
});

function readTextOrDocument(path: string, bytes: Buffer, startLine: number, limit: number): Outcome {
  const kind = documentKind(path);
  if (kind !== null && kind !== 'csv') {
    const document = readDocument(bytes, kind);
    return pageText(document.text, path, startLine, limit, { format: kind });
  }
  const decoded = decodeText(bytes);
  if (decoded === null) {
    throw new ToolFault('BINARY_FILE', `${path} is a binary file (${bytes.length} bytes).`, 'Open it with its own program, or inspect it with Bash.');
  }
  const encoding = decoded.encoding.mark.length > 0 ? `${decoded.encoding.name} with BOM` : decoded.encoding.name;
  return pageText(decoded.text, path, startLine, limit, encoding === 'utf-8' ? {} : { encoding });
}
