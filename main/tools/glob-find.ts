import { availableParallelism } from 'node:os';
import { relative, sep } from 'node:path';
import { ToolFault } from './fault';
import { fullGlobPattern, matchesAll } from './glob-pattern';
import { ignoreRules } from './ignore-rules';
import { modifiedAt, newestOf } from './newest-first';
import { ripgrepPath, runRipgrep, treeOptions } from './ripgrep';
import { walkFiles } from './walk-files';

/** A search that takes longer returns what it has found, milliseconds. */
export const timeBudget = 20_000;
/** More files than this are not counted, only said to be more. */
const mostFound = 20_000;

/** Each is asked for its time as it comes: a moment later the search itself would be over. */
export interface FoundFiles {
  /** Absolute, the newest first; no more than `Wanted.most`. */
  newest: string[];
  /** How many there are, without those that `isOpen` left out. */
  total: number;
  hidden: number;
  cut: 'time' | 'enough' | null;
  errors: string[];
}

/** What is searched for. */
export interface Wanted {
  /** Absolute, real. */
  folder: string;
  pattern: string;
  /** How many are wanted of those found. */
  most: number;
  /** Whether a file may be shown. */
  isOpen(path: string): boolean;
  signal: AbortSignal;
}

/** Files below a folder whose path fits the pattern, with ripgrep where there is one. */
export async function findFiles(wanted: Wanted): Promise<FoundFiles> {
  const program = ripgrepPath();
  return (program === null ? null : await findWithRipgrep(program, wanted)) ?? findByWalking(wanted);
}

/** Takes files in; false when there are enough. */
function collector({ isOpen, most }: Wanted): { take(path: string): boolean; found(cut: FoundFiles['cut'], errors: string[]): FoundFiles } {
  const newest = newestOf(most);
  let total = 0;
  let hidden = 0;
  return {
    take(path) {
      if (isOpen(path)) {
        total++;
        newest.add(path, modifiedAt(path));
      } else hidden++;
      return total + hidden < mostFound;
    },
    found: (cut, errors) => ({ newest: newest.list(), total, hidden, cut, errors }),
  };
}

/** Null when the program can't be run. */
export async function findWithRipgrep(program: string, wanted: Wanted): Promise<FoundFiles | null> {
  const { folder, pattern, signal } = wanted;
  const { take, found } = collector(wanted);
  const rules = ignoreRules(folder);
  const base = folder.endsWith(sep) ? folder : folder + sep;
  // A type of file would leave the rules of .gitignore in force, but ripgrep then takes a fifth longer for the whole tree.
  const overrides = !matchesAll(pattern);
  const words = [...(overrides ? ['--glob', pattern.replace(/^!/, '\\!')] : []), ...loadFor(pattern)];
  const end = await runRipgrep(program, ['--files', '--null', ...treeOptions, ...rules.options, ...words], {
    cwd: folder,
    separator: '\0',
    timeMs: timeBudget,
    signal,
    onRecord(record) {
      const path = base + record;
      return (overrides && rules.leavesOut(path)) || take(path);
    },
  });
  if (end.code === null && end.cut === null && !signal.aborted) return null;
  const errors = end.errors.split('\n').filter(Boolean);
  if (errors.some((line) => /error parsing glob/i.test(line))) throw invalid(pattern, errors[0] ?? '');
  return found(end.cut, errors);
}

/**
 * A pattern of a mere ending fits thousands of files, and to ask for their times takes a processor of its own: where there
 * are two, ripgrep leaves one of them (its own two threads get in each other's way, so one does it with a third less work).
 * What fits few files would all come at the end, at once: in small pieces it is looked at while the search goes on.
 */
const loadFor = (pattern: string): string[] => (/(^|\/)\*+(\.[^*?/]+)?$/.test(pattern) ? (availableParallelism() <= 2 ? ['--threads', '1'] : []) : ['--line-buffered']);

/** The same without ripgrep. */
export async function findByWalking(wanted: Wanted): Promise<FoundFiles> {
  const { folder, pattern, signal } = wanted;
  const matches = fullGlobPattern(pattern);
  if (matches === null) throw invalid(pattern, 'a bracket or brace is not closed');
  const { take, found } = collector(wanted);
  const errors: string[] = [];
  const until = Date.now() + timeBudget;
  for await (const file of walkFiles(folder, ignoreRules(folder), signal, (path) => errors.push(`${path} could not be read`))) {
    if (Date.now() > until) return found('time', errors);
    if (matches.test(relative(folder, file).replace(/\\/g, '/')) && !take(file)) return found('enough', errors);
  }
  return found(null, errors);
}

function invalid(pattern: string, why: string): ToolFault {
  return new ToolFault('INVALID_PARAM', `${pattern} is not a valid pattern: ${why}`, 'Close every bracket and brace; ** stands alone between slashes.');
}
