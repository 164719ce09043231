import { dirname } from 'node:path';
import { z } from 'zod';
import { ToolFault } from './fault';
import { isHidden, nameFor, noteOnNames } from './glob';
import { searchFiles } from './grep-search';
import { newestFirst } from './newest-first';
import { openPath } from './open-path';
import { defineTool } from './tool';
import { keepWhole } from './tool-output';

/** The model gets at most this many lines and characters; the rest is counted. */
const mostShown = 200;
const mostCharacters = 30_000;

/** Grep: text in files, by regular expression. */
export const grepTool = defineTool({
  name: 'Grep',
  description:
    'Search the content of files by regular expression; newest files first. Skips binary files and what .gitignore names. Not for file names (Glob) or reading a known file (Read). Example: {"pattern": "TODO|FIXME", "include": "*.ts"}',
  parameters: z.object({
    pattern: z.string().min(1).describe('Regular expression'),
    path: z.string().default('.').describe('File or folder'),
    include: z.string().optional().describe('Only files whose name fits this glob'),
    case_sensitive: z.boolean().default(false).describe('Tell upper from lower case'),
    context_lines: z.number().int().min(0).max(20).default(0).describe('Lines around each match'),
  }),
  access: 'read',
  // The search itself uses every processor.
  atOnce: 2,
  timeoutMs: 30_000,
  async facts({ path }, { workspace }) {
    return { paths: [await workspace.resolve(path, 'read')] };
  },
  async run({ pattern, path, include, case_sensitive, context_lines }, context) {
    const { fact, stats } = await openPath(context, path, 'read');
    if (!stats.isDirectory() && !stats.isFile()) throw new ToolFault('UNSUPPORTED', `${path} is a device, pipe or socket.`, 'Name a file or folder.');
    const found = await searchFiles(
      { pattern, include, caseSensitive: case_sensitive, contextLines: context_lines },
      stats.isDirectory() ? fact.real : dirname(fact.real),
      stats.isDirectory() ? null : fact.real,
      context.signal,
    );
    const open = found.files.filter((file) => !isHidden(file.path, context));
    const hidden = found.files.length - open.length;
    const byPath = new Map(open.map((file) => [file.path, file]));
    const dated = (await newestFirst([...byPath.keys()], context.signal)).flatMap((file) => byPath.get(file) ?? []);
    const total = dated.reduce((sum, file) => sum + file.matches, 0);
    const named = dated.map((file) => ({ path: nameFor(file.path, context), lines: file.lines }));
    const shown = page(named);
    const whole = shown.left === 0 ? null : keepWhole(context.outputFolder, named.flatMap(({ path: name, lines }) => lines.map((line) => `${name}:${line}\n`)).join(''));
    const notes = [
      found.cut === 'time' ? 'the search took too long and was cut' : found.cut === 'enough' ? 'there are more; narrow the pattern or the path' : '',
      shown.left === 0 ? '' : `${shown.left} lines left out, ${whole === null ? 'which the disk had no room to keep' : `all of them are in ${whole}`}`,
      hidden > 0 ? `${hidden} places for keys or passwords left out` : '',
      found.errors.length > 0 ? 'not everything could be read' : '',
      noteOnNames(shown.files.map((file) => file.path)),
    ].filter(Boolean);
    const partial = found.cut !== null || shown.left > 0 || found.errors.length > 0;
    return {
      status: partial ? 'partial' : 'success',
      data: { files: shown.files, total_matches: total, total_files: dated.length, ...(whole === null ? {} : { output_file: whole }), ...(found.errors.length > 0 ? { errors: found.errors.slice(0, 5) } : {}) },
      text: `${total} matches in ${dated.length} files${notes.length > 0 ? `; ${notes.join(', ')}` : ''}.`,
      path_resolved: fact.real,
    };
  },
});

function page(files: { path: string; lines: string[] }[]): { files: { path: string; lines: string[] }[]; left: number } {
  const shown: { path: string; lines: string[] }[] = [];
  let count = 0;
  let characters = 0;
  let left = 0;
  for (const { path, lines } of files) {
    const kept = lines.filter((line) => {
      const fits = count < mostShown && characters + line.length <= mostCharacters;
      if (fits) {
        count++;
        characters += line.length;
      } else left++;
      return fits;
    });
    if (kept.length > 0) shown.push({ path, lines: kept });
  }
  return { files: shown, left };
}
