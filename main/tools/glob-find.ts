import { relative, sep } from 'node:path';
import { ToolFault } from './fault';
import { fullGlobPattern, matchesAll } from './glob-pattern';
import { ignoreRules } from './ignore-rules';
import { modifiedAt, type DatedFiles } from './newest-first';
import { ripgrepPath, runRipgrep, treeOptions } from './ripgrep';
import { walkFiles } from './walk-files';

/** A search that takes longer returns what it has found, milliseconds. */
export const timeBudget = 20_000;
/** More files than this are not counted, only said to be more. */
const mostFound = 20_000;

/** Their paths are absolute. Each is asked for its time as it comes: a moment later the search itself would be over. */
export interface FoundFiles extends DatedFiles {
  /** How many were left out by `isOpen`. */
  hidden: number;
  cut: 'time' | 'enough' | null;
  errors: string[];
}

/** What is searched for. */
export interface Wanted {
  /** Absolute, real. */
  folder: string;
  pattern: string;
  /** Whether a file may be shown. */
  isOpen(path: string): boolean;
  signal: AbortSignal;
}

/** Files below a folder whose path fits the pattern, in no order, with ripgrep where there is one. */
export async function findFiles(wanted: Wanted): Promise<FoundFiles> {
  const program = ripgrepPath();
  return (program === null ? null : await findWithRipgrep(program, wanted)) ?? findByWalking(wanted);
}

/** Takes files in; false when there are enough. */
function collector(isOpen: Wanted['isOpen']): { found: FoundFiles; take(path: string): boolean } {
  const found: FoundFiles = { paths: [], times: [], hidden: 0, cut: null, errors: [] };
  return {
    found,
    take(path) {
      if (isOpen(path)) {
        found.paths.push(path);
        found.times.push(modifiedAt(path));
      } else found.hidden++;
      return found.paths.length + found.hidden < mostFound;
    },
  };
}

/** Null when the program can't be run. */
export async function findWithRipgrep(program: string, { folder, pattern, isOpen, signal }: Wanted): Promise<FoundFiles | null> {
  const { found, take } = collector(isOpen);
  const rules = ignoreRules(folder);
  const base = folder.endsWith(sep) ? folder : folder + sep;
  // A type of file would leave the rules of .gitignore in force, but ripgrep then takes a fifth longer for the whole tree.
  const overrides = !matchesAll(pattern);
  const words = overrides ? ['--glob', pattern.replace(/^!/, '\\!')] : [];
  const end = await runRipgrep(program, ['--files', '--null', ...treeOptions, ...words], {
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
  return { ...found, cut: end.cut, errors };
}

/** The same without ripgrep. */
export async function findByWalking({ folder, pattern, isOpen, signal }: Wanted): Promise<FoundFiles> {
  const matches = fullGlobPattern(pattern);
  if (matches === null) throw invalid(pattern, 'a bracket or brace is not closed');
  const { found, take } = collector(isOpen);
  const until = Date.now() + timeBudget;
  for await (const file of walkFiles(folder, ignoreRules(folder), signal, (path) => found.errors.push(`${path} could not be read`))) {
    if (Date.now() > until) return { ...found, cut: 'time' };
    if (matches.test(relative(folder, file).replace(/\\/g, '/')) && !take(file)) return { ...found, cut: 'enough' };
  }
  return found;
}

function invalid(pattern: string, why: string): ToolFault {
  return new ToolFault('INVALID_PARAM', `${pattern} is not a valid pattern: ${why}`, 'Close every bracket and brace; ** stands alone between slashes.');
}
