import { sep } from 'node:path';
import { z } from 'zod';
import { loadSeen, unifiedDiff } from './change-file';
import { ToolFault } from './fault';
import { rememberContent } from './file-locks';
import { resolvePath } from './open-path';
import { findPlaceholder } from './placeholder';
import { encodeText, type DecodedText } from './text-encoding';
import { defineTool } from './tool';

/** Write: a whole file, new or replaced. */
export const writeTool = defineTool({
  name: 'Write',
  description:
    'Create a file, or replace the whole of one you have read; missing folders are made. The content must be complete. Not for small changes (Edit). Example: {"path": "todo.md", "content": "# Todo\\n"}',
  parameters: z.object({
    path: z.string().describe('File'),
    content: z.string().describe('The whole content'),
  }),
  access: 'write',
  timeoutMs: 30_000,
  async facts({ path, content }, context) {
    requireFileName(path);
    const fact = await context.workspace.resolve(path, 'write');
    if (fact.place === 'secret' || fact.place === 'own') return { paths: [fact] };
    const old = fact.exists ? await loadSeen(path, context, 'Write the text to a new file.') : null;
    check(content, old?.file.text ?? '');
    const diff = { path: fact.real, text: unifiedDiff(path, plain(old?.file.text ?? ''), plain(content)) };
    return { paths: [fact], diff, ...(context.changes.keeps(old?.bytes.length ?? 0) ? {} : { irreversible: fact.real }) };
  },
  async run({ path, content }, context) {
    const fact = await resolvePath(context, path, 'write');
    const old = fact.exists ? await loadSeen(path, context, 'Write the text to a new file.') : null;
    check(content, old?.file.text ?? '');
    const bytes = old ? keepForm(content, old.file) : encodeText(content, { name: 'utf-8', mark: Buffer.alloc(0) });
    if (context.signal.aborted) throw context.signal.reason;
    await context.changes.replace(fact.real, old?.bytes ?? null, bytes);
    rememberContent(context, fact.real, bytes);
    return {
      status: 'success',
      data: { bytes: bytes.length, created: old === null, diff: unifiedDiff(path, plain(old?.file.text ?? ''), plain(content)) },
      text: `${path} ${old ? 'replaced' : 'created'}: ${bytes.length} bytes.`,
      path_resolved: fact.real,
    };
  },
});

/** A replaced file keeps its encoding, its mark and, where all its lines agreed, its line endings. */
function keepForm(content: string, old: DecodedText): Buffer {
  const allWindows = old.text.includes('\r\n') && !/(^|[^\r])\n/.test(old.text);
  const text = allWindows ? content.replace(/\r?\n/g, '\r\n') : content;
  // An empty or plain ASCII file says nothing about its encoding, so it may grow any character.
  const encoding = old.encoding;
  return Buffer.concat([encoding.mark, encodeText(text, encoding)]);
}

function requireFileName(path: string): void {
  if (path.endsWith('/') || path.endsWith(sep)) throw new ToolFault('IS_DIRECTORY', `${path} is a folder.`, 'Give the name of a file; folders that are missing are made.');
}

function check(content: string, old: string): void {
  const placeholder = findPlaceholder(content, old);
  if (placeholder !== null) {
    throw new ToolFault('INVALID_PARAM', `The content has a placeholder instead of text: “${placeholder}”. Nothing was written.`, 'Send the whole content, or change a part with Edit.');
  }
}

function plain(text: string): string {
  return text.replace(/\r\n/g, '\n');
}
