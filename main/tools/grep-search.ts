import { readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { ToolFault } from './fault';
import { fullGlobPattern } from './glob-pattern';
import { ripgrepPath, runRipgrep } from './ripgrep';
import { decodeText } from './text-encoding';
import type { ToolContext } from './tool';
import { walkFiles } from './walk-files';

export interface GrepQuery {
  pattern: string;
  include: string | undefined;
  caseSensitive: boolean;
  contextLines: number;
}

export interface FileMatches {
  path: string;
  /** "12: text" for a match, "13- text" for a line around one. */
  lines: string[];
  matches: number;
}

export interface GrepFound {
  files: FileMatches[];
  cut: 'time' | 'enough' | null;
  errors: string[];
}

/** A search that takes longer returns what it has found, milliseconds. */
const timeBudget = 20_000;
/** So many matches are enough for any model. */
const mostMatches = 2000;
/** Longer lines are cut around the match, characters. */
const longestLine = 300;
/** The walk without ripgrep passes over larger files, bytes. */
const largestWalked = 20 * 1024 * 1024;

/** Searches a folder, or one `file` of it, with ripgrep where there is one. */
export async function searchFiles(query: GrepQuery, folder: string, file: string | null, context: ToolContext): Promise<GrepFound> {
  const program = ripgrepPath();
  if (program === null) return searchByWalking(query, folder, file, context);
  const plain = await searchWithRipgrep(program, query, folder, file, context, []);
  // Look-around and back-references need the slower engine.
  return plain ?? (await searchWithRipgrep(program, query, folder, file, context, ['--pcre2'])) ?? refuse(query.pattern, 'it is not a valid regular expression');
}

interface Record {
  type: string;
  data: {
    path?: { text?: string; bytes?: string };
    lines?: { text?: string; bytes?: string };
    line_number?: number | null;
    submatches?: { start: number; end: number }[];
  };
}

/** Null when the pattern isn't valid for the engine that `extra` chooses. */
async function searchWithRipgrep(program: string, query: GrepQuery, folder: string, file: string | null, context: ToolContext, extra: string[]): Promise<GrepFound | null> {
  const files = new Map<string, FileMatches>();
  let count = 0;
  const args = [
    '--json', '--hidden', '--glob', '!.git', ...extra,
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.contextLines > 0 ? ['--context', String(query.contextLines)] : []),
    ...(query.include !== undefined && file === null ? ['--glob', query.include.replace(/^!/, '\\!')] : []),
    '--regexp', query.pattern, '--', file ?? './',
  ];
  const end = await runRipgrep(program, args, {
    cwd: folder,
    separator: '\n',
    timeMs: timeBudget,
    signal: context.signal,
    onRecord: (text) => {
      const { type, data } = JSON.parse(text) as Record;
      if (type !== 'match' && type !== 'context') return true;
      const path = absolute(folder, textOf(data.path));
      const entry = files.get(path) ?? { path, lines: [], matches: 0 };
      files.set(path, entry);
      if (type === 'match') entry.matches++;
      const [first] = data.submatches ?? [];
      entry.lines.push(`${data.line_number ?? 0}${type === 'match' ? ':' : '-'} ${cutAround(textOf(data.lines), first?.start ?? 0)}`);
      return type !== 'match' || ++count < mostMatches;
    },
  });
  const errors = end.errors.split('\n').filter((line) => line.trim() !== '');
  if (end.code === 2 && files.size === 0 && /regex parse error|PCRE2: error|look-around|backreferences/i.test(end.errors)) return null;
  if (/error parsing glob/i.test(end.errors)) throw new ToolFault('INVALID_PARAM', `include is not a valid glob: ${query.include ?? ''}`, 'Close every bracket and brace.');
  if (end.code === null && end.cut === null && !context.signal.aborted) return searchByWalking(query, folder, file, context);
  return { files: [...files.values()], cut: end.cut, errors: end.code === 2 || end.cut !== null ? errors.slice(0, 20) : [] };
}

function absolute(folder: string, path: string): string {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : join(folder, path);
}

function textOf(value: { text?: string; bytes?: string } | undefined): string {
  return value?.text ?? Buffer.from(value?.bytes ?? '', 'base64').toString('latin1');
}

/** The line without its ending; a long one by the piece around the match, which starts at byte `start`. */
function cutAround(line: string, start: number): string {
  const text = line.replace(/\r?\n$/, '');
  if (text.length <= longestLine) return text;
  const at = Buffer.from(text, 'utf8').subarray(0, start).toString('utf8').length;
  const from = Math.max(0, Math.min(at - longestLine / 3, text.length - longestLine));
  const piece = text.slice(from, from + longestLine).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${piece}${from + longestLine < text.length ? '…' : ''}`;
}

async function searchByWalking(query: GrepQuery, folder: string, file: string | null, context: ToolContext): Promise<GrepFound> {
  const pattern = compile(query);
  const include = query.include === undefined || file !== null ? null : fullGlobPattern(query.include);
  const found: GrepFound = { files: [], cut: null, errors: [] };
  const until = Date.now() + timeBudget;
  let count = 0;
  const sources = file === null ? walkFiles(folder, context.signal, (path) => found.errors.push(`${path} could not be read`)) : [file];
  for await (const path of sources) {
    if (Date.now() > until) return { ...found, cut: 'time' };
    if (include && !include.test(relative(folder, path).replace(/\\/g, '/')) && !include.test(basename(path))) continue;
    const size = await stat(path).then((stats) => stats.size, () => Infinity);
    if (size > largestWalked) continue;
    const text = decodeText(await readFile(path).catch(() => Buffer.alloc(0)))?.text;
    if (text === undefined) continue;
    const matches = matchLines(text, pattern, query.contextLines);
    if (matches.count === 0) continue;
    found.files.push({ path, lines: matches.lines, matches: matches.count });
    count += matches.count;
    if (count >= mostMatches) return { ...found, cut: 'enough' };
  }
  return found;
}

function matchLines(text: string, pattern: RegExp, around: number): { lines: string[]; count: number } {
  const all = text.split(/\r?\n/);
  const hits = all.flatMap((line, index) => (pattern.test(line) ? [index] : []));
  const near = new Set(hits.flatMap((hit) => Array.from({ length: 2 * around + 1 }, (_, i) => hit - around + i)));
  const isHit = new Set(hits);
  const lines = [...near]
    .filter((index) => index >= 0 && index < all.length)
    .sort((a, b) => a - b)
    .map((index) => `${index + 1}${isHit.has(index) ? ':' : '-'} ${cutAround(all[index] ?? '', 0)}`);
  return { lines, count: hits.length };
}

function compile({ pattern, caseSensitive }: GrepQuery): RegExp {
  try {
    return new RegExp(pattern, caseSensitive ? 'u' : 'iu');
  } catch (error) {
    return refuse(pattern, error instanceof Error ? error.message : String(error));
  }
}

function refuse(pattern: string, why: string): never {
  throw new ToolFault('INVALID_PARAM', `${pattern}: ${why}.`, 'Escape special characters with a backslash: \\( \\[ \\{ \\. \\*');
}
