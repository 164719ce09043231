import { join } from 'node:path';
import { ToolFault } from './fault';
import { cutAround } from './grep-line';
import { mostMatches, refuse, timeBudget, type FileMatches, type GrepFound, type GrepQuery } from './grep-query';
import { searchByWalking } from './grep-walk';
import { ignoreRules } from './ignore-rules';
import { globOptions, ripgrepPath, runRipgrep, treeOptions } from './ripgrep';
import { decodeText } from './text-encoding';

/** Searches a folder, or one `file` of it, with ripgrep where there is one. */
export async function searchFiles(query: GrepQuery, folder: string, file: string | null, signal: AbortSignal): Promise<GrepFound> {
  const program = ripgrepPath();
  return program === null ? searchByWalking(query, folder, file, signal) : searchWithRipgrep(program, query, folder, file, signal);
}

/** @throws ToolFault INVALID_PARAM for a pattern or glob that isn't valid */
export async function searchWithRipgrep(program: string, query: GrepQuery, folder: string, file: string | null, signal: AbortSignal): Promise<GrepFound> {
  const plain = await run(program, query, folder, file, signal, []);
  // Look-around and back-references need the slower engine.
  return plain ?? (await run(program, query, folder, file, signal, ['--pcre2'])) ?? refuse(query.pattern, 'it is not a valid regular expression');
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
async function run(program: string, query: GrepQuery, folder: string, file: string | null, signal: AbortSignal, extra: string[]): Promise<GrepFound | null> {
  const files = new Map<string, FileMatches>();
  const rules = ignoreRules(folder);
  const include = file === null && query.include !== undefined ? globOptions(query.include) : { words: [], overrides: false };
  let count = 0;
  const args = [
    '--json', '--crlf', ...treeOptions, ...rules.options, ...extra,
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.contextLines > 0 ? ['--context', String(query.contextLines)] : []),
    ...include.words,
    '--regexp', query.pattern, '--', file ?? './',
  ];
  const end = await runRipgrep(program, args, {
    cwd: folder,
    separator: '\n',
    timeMs: timeBudget,
    signal,
    onRecord: (text) => {
      const { type, data } = JSON.parse(text) as Record;
      if (type !== 'match' && type !== 'context') return true;
      const path = absolute(folder, nameOf(data.path));
      if (include.overrides && !files.has(path) && rules.leavesOut(path)) return true;
      const entry = files.get(path) ?? { path, lines: [], matches: 0 };
      files.set(path, entry);
      if (type === 'match') entry.matches++;
      const line = textOf(data.lines);
      const start = data.submatches?.[0]?.start ?? 0;
      entry.lines.push(`${data.line_number ?? 0}${type === 'match' ? ':' : '-'} ${cutAround(line, start === 0 ? 0 : Buffer.from(line, 'utf8').toString('utf8', 0, start).length)}`);
      return type !== 'match' || ++count < mostMatches;
    },
  });
  const errors = end.errors.split('\n').filter((line) => line.trim() !== '');
  if (end.code === 2 && files.size === 0 && /regex parse error|PCRE2: error|look-around|backreferences/i.test(end.errors)) return null;
  if (/error parsing glob/i.test(end.errors)) throw new ToolFault('INVALID_PARAM', `include is not a valid glob: ${query.include ?? ''}`, 'Close every bracket and brace.');
  if (end.code === null && end.cut === null && !signal.aborted) return searchByWalking(query, folder, file, signal);
  return { files: [...files.values()], cut: end.cut, errors: end.code === 2 || end.cut !== null ? errors.slice(0, 20) : [] };
}

function absolute(folder: string, path: string): string {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : join(folder, path);
}

/** As Node reads a name that is no UTF-8: a guess could be the name of another file. */
const nameOf = (value: { text?: string; bytes?: string } | undefined): string => value?.text ?? Buffer.from(value?.bytes ?? '', 'base64').toString();

/** What ripgrep gives as bytes is no UTF-8: shown in the encoding it most likely has. */
function textOf(value: { text?: string; bytes?: string } | undefined): string {
  if (value?.text !== undefined) return value.text;
  const bytes = Buffer.from(value?.bytes ?? '', 'base64');
  return decodeText(bytes)?.text ?? bytes.toString('latin1');
}
