import { statSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { z } from 'zod';
import { ToolFault } from './fault';
import { findFiles, timeBudget, type FoundFiles } from './glob-find';
import { splitGlob } from './glob-pattern';
import { openPath, resolvePath } from './open-path';
import { defineTool, type ToolContext } from './tool';

const nothing: FoundFiles = { newest: [], total: 0, hidden: 0, cut: null, errors: [] };

/** Glob: files by name, anywhere below a folder. */
export const globTool = defineTool({
  name: 'Glob',
  description:
    'Find files by name below a folder, newest first; a pattern without "/" fits at any depth. Skips what .gitignore names. Not for content (Grep) or one folder (LS). Example: {"pattern": "src/**/*.test.ts"}',
  parameters: z.object({
    pattern: z.string().min(1).describe('Glob: * ? ** [a-z] {a,b}'),
    path: z.string().default('.').describe('Folder to search'),
    limit: z.number().int().min(1).max(1000).default(100).describe('Most paths to return'),
  }),
  access: 'read',
  // The search itself uses every processor.
  atOnce: 2,
  timeoutMs: timeBudget + 10_000,
  async facts({ pattern, path }, { workspace }) {
    return { paths: [await workspace.resolve(searchRoot(path, pattern), 'read')] };
  },
  async run({ pattern, path, limit }, context) {
    const base = await openPath(context, path, 'read');
    if (!base.stats.isDirectory()) throw new ToolFault('INVALID_PARAM', `${path} is a file.`, 'Give the folder to search.');
    const fact = await resolvePath(context, searchRoot(path, pattern), 'read');
    // A folder that only the pattern names may be missing: then nothing fits.
    const isThere = statSync(fact.real, { throwIfNoEntry: false })?.isDirectory() === true;
    const found = isThere ? await findFiles({ folder: fact.real, pattern: splitGlob(pattern).rest, most: limit, isOpen: (file) => !isHidden(file, context), signal: context.signal }) : nothing;
    // What a stopped search had found is no answer.
    context.signal.throwIfAborted();
    const { total, hidden } = found;
    const paths = found.newest.map((file) => nameFor(file, context));
    const partial = found.cut !== null || total > limit || found.errors.length > 0;
    const notes = [
      found.cut === 'time' ? 'the search took too long and was cut' : '',
      total > limit ? `the newest ${limit} are shown` : '',
      found.cut === 'enough' ? 'there are more' : '',
      hidden > 0 ? `${hidden} places for keys or passwords left out` : '',
      found.errors.length > 0 ? `not all folders could be read` : '',
      noteOnNames(paths),
    ].filter(Boolean);
    return {
      status: partial ? 'partial' : 'success',
      data: { paths, total, ...(found.errors.length > 0 ? { errors: found.errors.slice(0, 5) } : {}) },
      text: `${total} files match ${pattern}${notes.length > 0 ? `; ${notes.join(', ')}` : ''}.`,
      path_resolved: fact.real,
    };
  },
});

/** A pattern's fixed beginning narrows the search to that folder. */
function searchRoot(path: string, pattern: string): string {
  const { prefix } = splitGlob(pattern);
  if (prefix === '') return path;
  return posix.isAbsolute(prefix) ? prefix : `${path}/${prefix}`;
}

/** Whether a file that a search found must not be shown: a place for keys, or our own data. */
export function isHidden(real: string, { workspace }: Pick<ToolContext, 'workspace'>): boolean {
  const place = workspace.placeOf(real);
  return place === 'secret' || place === 'own';
}

/** What is to be said of names that can't be passed back; "" of others. */
export function noteOnNames(paths: readonly string[]): string {
  return paths.some((path) => path.includes('\ufffd')) ? 'a name with \ufffd is not valid UTF-8 and opens only through Bash, by a wildcard' : '';
}

/** Inside the workspace by its relative name, outside by its whole one. */
export function nameFor(file: string, { workspace }: Pick<ToolContext, 'workspace'>): string {
  const name = relative(workspace.root, file);
  return name.startsWith('..') || name === '' ? file : name;
}
