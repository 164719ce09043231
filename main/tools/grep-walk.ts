import { readFile, stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ToolFault } from './fault';
import { fullGlobPattern } from './glob-pattern';
import { cutAround } from './grep-line';
import { mostMatches, refuse, timeBudget, type GrepFound, type GrepQuery } from './grep-query';
import { ignoreRules } from './ignore-rules';
import { decodeText } from './text-encoding';
import { walkFiles } from './walk-files';

/** Larger files are passed over, which is said, bytes. */
const largest = 20 * 1024 * 1024;

/**
 * The search without ripgrep, with the same answers: every file below a folder, or one file. A pattern is a regular
 * expression of JavaScript, which knows nearly all of ripgrep's.
 * @throws ToolFault INVALID_PARAM for a pattern or glob that isn't valid
 */
export async function searchByWalking(query: GrepQuery, folder: string, file: string | null, signal: AbortSignal): Promise<GrepFound> {
  const pattern = compile(query);
  const include = file === null && query.include !== undefined ? fullGlobPattern(query.include) : undefined;
  if (include === null) throw new ToolFault('INVALID_PARAM', `include is not a valid glob: ${query.include ?? ''}`, 'Close every bracket and brace.');
  const found: GrepFound = { files: [], cut: null, errors: [] };
  const until = Date.now() + timeBudget;
  let count = 0;
  for await (const path of file === null ? walkFiles(folder, ignoreRules(folder), signal, (path) => found.errors.push(`${path} could not be read`)) : [file]) {
    if (Date.now() > until) return { ...found, cut: 'time' };
    if (include && !include.test(relative(folder, path).replace(/\\/g, '/')) && !(query.include?.includes('/') === false && include.test(basename(path)))) continue;
    const text = await textOf(path, found.errors);
    if (text === null) continue;
    const matches = matchLines(text, pattern, query.contextLines, mostMatches - count);
    // Files come from memory faster than a stop could be noticed.
    await setImmediate();
    if (matches.count === 0) continue;
    found.files.push({ path, lines: matches.lines, matches: matches.count });
    count += matches.count;
    if (count >= mostMatches) return { ...found, cut: 'enough' };
  }
  return found;
}

async function textOf(path: string, errors: string[]): Promise<string | null> {
  try {
    const { size } = await stat(path);
    if (size > largest) {
      errors.push(`${path} is too large to be searched without ripgrep`);
      return null;
    }
    const bytes = await readFile(path);
    return bytes.includes(0) ? (decodeText(bytes)?.text ?? null) : (decodeText(bytes)?.text ?? bytes.toString('latin1'));
  } catch {
    errors.push(`${path} could not be read`);
    return null;
  }
}

function matchLines(text: string, pattern: RegExp, around: number, most: number): { lines: string[]; count: number } {
  const all = text.split(/\r?\n/);
  if (all.at(-1) === '') all.pop();
  const starts = new Map<number, number>();
  for (const [index, line] of all.entries()) {
    const at = line.search(pattern);
    if (at !== -1) starts.set(index, at);
    if (starts.size >= most) break;
  }
  const near = new Set([...starts.keys()].flatMap((hit) => Array.from({ length: 2 * around + 1 }, (_, i) => hit - around + i)));
  const lines = [...near]
    .filter((index) => index >= 0 && index < all.length)
    .sort((a, b) => a - b)
    .map((index) => `${index + 1}${starts.has(index) ? ':' : '-'} ${cutAround(all[index] ?? '', starts.get(index) ?? 0)}`);
  return { lines, count: starts.size };
}

const classes: Record<string, string> = { alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', space: '\\s', punct: '!-\\/:-@\\[-`{-~', xdigit: '0-9A-Fa-f', word: '\\w' };

/** ripgrep's spelling of a pattern in JavaScript's: flags at its beginning, POSIX classes, named groups, \\A and \\z. */
function compile({ pattern, caseSensitive }: GrepQuery): RegExp {
  const flags = /^\(\?([imsu]+)\)/.exec(pattern);
  const source = pattern
    .slice(flags?.[0].length ?? 0)
    .replace(/\[:(\w+):\]/g, (whole, name: string) => classes[name] ?? whole)
    .replace(/\(\?P</g, '(?<')
    .replace(/(?<!\\)((?:\\\\)*)\\A/g, '$1^')
    .replace(/(?<!\\)((?:\\\\)*)\\z/g, '$1$$');
  const fold = !caseSensitive || flags?.[1]?.includes('i') === true ? 'i' : '';
  try {
    return new RegExp(source, `${fold}u`);
  } catch {
    try {
      // Escapes of signs that need none are an error with "u" only.
      return new RegExp(source, fold);
    } catch (error) {
      return refuse(pattern, error instanceof Error ? error.message : String(error));
    }
  }
}
