import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ToolFault } from './fault';
import { openPath } from './open-path';
import { defineTool } from './tool';

interface Entry {
  name: string;
  type: 'folder' | 'file' | 'link' | 'other';
  size?: number;
  target?: string;
}

/** LS: what is in one folder. */
export const lsTool = defineTool({
  name: 'LS',
  description:
    'List one folder: names, kinds, sizes; folders first. Use it to look around. Not for finding files by name in a tree (Glob) or by content (Grep). Example: {"path": "reports"}',
  parameters: z.object({
    path: z.string().default('.').describe('Folder'),
    include_hidden: z.boolean().default(false).describe('Also names that begin with a dot'),
    offset: z.number().int().min(0).default(0).describe('Entries to skip'),
    limit: z.number().int().min(1).max(1000).default(100).describe('Most entries to return'),
  }),
  access: 'read',
  timeoutMs: 15_000,
  async facts({ path }, { workspace }) {
    return { paths: [await workspace.resolve(path, 'read')] };
  },
  async run({ path, include_hidden, offset, limit }, context) {
    const { fact, stats } = await openPath(context, path, 'read');
    if (!stats.isDirectory()) throw new ToolFault('INVALID_PARAM', `${path} is a file.`, 'Read it with Read, or list its folder.');
    const all = await readdir(fact.real, { withFileTypes: true });
    const shown = all.filter((entry) => include_hidden || !entry.name.startsWith('.'));
    const folderFirst = (entry: (typeof shown)[number]) => (entry.isDirectory() ? 0 : 1);
    shown.sort((a, b) => folderFirst(a) - folderFirst(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));
    const page = shown.slice(offset, offset + limit);
    const entries = await Promise.all(page.map((entry) => describe(fact.real, entry.name)));
    const rest = shown.length - offset - page.length;
    const hidden = all.length - shown.length;
    return {
      status: rest > 0 ? 'partial' : 'success',
      data: { entries, total: shown.length, hidden, ...(rest > 0 ? { next_offset: offset + page.length } : {}) },
      text: `${shown.length} ${shown.length === 1 ? 'entry' : 'entries'} in ${path === '.' ? 'the workspace' : path}${hidden > 0 ? `, ${hidden} hidden` : ''}${rest > 0 ? `; ${rest} more from offset ${offset + page.length}` : ''}.`,
      path_resolved: fact.real,
    };
  },
});

async function describe(folder: string, name: string): Promise<Entry> {
  const path = join(folder, name);
  // An entry may vanish, or be closed to us, while we look.
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return { name, type: 'other' };
  if (stats.isSymbolicLink()) return { name, type: 'link', target: await readlink(path).catch(() => '?') };
  if (stats.isDirectory()) return { name, type: 'folder' };
  return stats.isFile() ? { name, type: 'file', size: stats.size } : { name, type: 'other' };
}
