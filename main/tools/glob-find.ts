import { relative, sep } from 'node:path';
import { ToolFault } from './fault';
import { fullGlobPattern, matchesAll } from './glob-pattern';
import { ignoreRules } from './ignore-rules';
import { ripgrepPath, runRipgrep, treeOptions } from './ripgrep';
import { walkFiles } from './walk-files';

/** A search that takes longer returns what it has found, milliseconds. */
export const timeBudget = 20_000;
/** More files than this are not counted, only said to be more. */
const mostFound = 20_000;

export interface FoundFiles {
  /** Absolute. */
  paths: string[];
  cut: 'time' | 'enough' | null;
  errors: string[];
}

/** Files below a folder whose path fits the pattern, in no order, with ripgrep where there is one. */
export async function findFiles(folder: string, pattern: string, signal: AbortSignal): Promise<FoundFiles> {
  const program = ripgrepPath();
  return (program === null ? null : await findWithRipgrep(program, folder, pattern, signal)) ?? findByWalking(folder, pattern, signal);
}

/** Null when the program can't be run. */
export async function findWithRipgrep(program: string, folder: string, pattern: string, signal: AbortSignal): Promise<FoundFiles | null> {
  const paths: string[] = [];
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
      if (!overrides || !rules.leavesOut(path)) paths.push(path);
      return paths.length < mostFound;
    },
  });
  if (end.code === null && end.cut === null && !signal.aborted) return null;
  const errors = end.errors.split('\n').filter(Boolean);
  if (errors.some((line) => /error parsing glob/i.test(line))) throw invalid(pattern, errors[0] ?? '');
  return { paths, cut: end.cut, errors };
}

/** The same without ripgrep. */
export async function findByWalking(folder: string, pattern: string, signal: AbortSignal): Promise<FoundFiles> {
  const matches = fullGlobPattern(pattern);
  if (matches === null) throw invalid(pattern, 'a bracket or brace is not closed');
  const paths: string[] = [];
  const errors: string[] = [];
  const until = Date.now() + timeBudget;
  for await (const file of walkFiles(folder, ignoreRules(folder), signal, (path) => errors.push(`${path} could not be read`))) {
    if (Date.now() > until) return { paths, cut: 'time', errors };
    if (matches.test(relative(folder, file).replace(/\\/g, '/')) && paths.push(file) >= mostFound) return { paths, cut: 'enough', errors };
  }
  return { paths, cut: null, errors };
}

function invalid(pattern: string, why: string): ToolFault {
  return new ToolFault('INVALID_PARAM', `${pattern} is not a valid pattern: ${why}`, 'Close every bracket and brace; ** stands alone between slashes.');
}
