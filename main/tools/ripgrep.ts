import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { matchesAll } from './glob-pattern';
import { startProgram } from './starter';

/** A search that says more than this is cut off with what it had found, characters: lines may be without end. */
const mostOutput = 64 * 1024 * 1024;

/** How a search ended. */
export interface RipgrepEnd {
  /** 0: found, 1: nothing found, 2: an error, maybe beside results; null when it was cut off or could not start. */
  code: number | null;
  errors: string;
  /** Why it was cut off with what it had found. */
  cut: 'time' | 'enough' | null;
}

/**
 * How a tree is walked: hidden files too, .git not, and by the rules of .gitignore and .ignore files that `ignoreRules`
 * tells; rules that stand elsewhere on this machine would make the answer differ from one to the next.
 */
export const treeOptions: readonly string[] = ['--hidden', '--glob', '!.git', '--no-ignore-global', '--no-ignore-exclude'];

/**
 * Options for the files whose path fits a glob. A name alone is given as a type of file, which leaves the rules of
 * .gitignore in force; `--glob` makes ripgrep forget them for what fits, which `overrides` says.
 */
export function globOptions(pattern: string): { words: string[]; overrides: boolean } {
  if (matchesAll(pattern)) return { words: [], overrides: false };
  const name = pattern.replace(/^(\*\*\/)+/, '');
  if (!name.includes('/')) return { words: ['--type-add', `wanted:${name}`, '--type', 'wanted'], overrides: false };
  return { words: ['--glob', pattern.replace(/^!/, '\\!')], overrides: true };
}

/** Where the search program is; null where no package of it fits this system. */
export function ripgrepPath(): string | null {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', '@vscode', `ripgrep-${process.platform}-${process.arch}`, 'bin', name);
    // A program can't be started from inside the app's archive.
    const unpacked = path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);
    if (existsSync(unpacked)) return unpacked;
    if (dirname(folder) === folder) return null;
  }
}

/**
 * Runs ripgrep and hands its output on in whole records, split at `separator`. `onRecord` says
 * false when it has enough. Patterns are given with -e or -g, so that none is taken for an option.
 */
export function runRipgrep(
  program: string,
  args: readonly string[],
  options: { cwd: string; separator: string; timeMs: number; signal: AbortSignal; onRecord(record: string): boolean },
): Promise<RipgrepEnd> {
  return new Promise((resolve) => {
    let cut: RipgrepEnd['cut'] = null;
    let rest = '';
    let errors = '';
    let said = 0;
    const stop = (why: RipgrepEnd['cut']) => {
      cut ??= why;
      running.kill();
    };
    const abort = () => stop(null);
    const onOutput = (chunk: string) => {
      if (cut !== null) return;
      said += chunk.length;
      const records = (rest + chunk).split(options.separator);
      rest = records.pop() ?? '';
      if (!records.every((record) => options.onRecord(record))) stop('enough');
      else if (said > mostOutput) stop('enough');
    };
    const onErrors = (chunk: string) => {
      if (errors.length < 10_000) errors += chunk;
    };
    const onEnd = (code: number | null) => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
      resolve({ code: cut === null ? code : null, errors, cut });
    };
    const running = startProgram({ program, words: ['--no-config', ...args], cwd: options.cwd, onOutput, onErrors, onEnd });
    const timer = setTimeout(() => stop('time'), options.timeMs);
    options.signal.addEventListener('abort', abort, { once: true });
  });
}
