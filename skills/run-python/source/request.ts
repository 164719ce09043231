import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { limits } from './limits';

/** What is to be run, checked; all paths real and absolute. */
export interface Request {
  /** Either the program's text or its file. */
  code: string | null;
  file: string | null;
  arguments: string[];
  input: string;
  /** Absolute; there need be none yet. */
  output: string;
  seconds: number;
}

/** A call that can't be run, said with what to do instead. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly hint: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Checks a call against the workspace and makes its output folder. Throws a Refusal. */
export function readRequest(args: Record<string, unknown>, workspace: string): Request {
  const root = realpathSync(workspace);
  if (root === '/') throw new Refusal('Nothing was run: the workspace is the whole disk, which no program in isolation may see.', 'Choose a folder as the workspace.', 'ACCESS_DENIED');
  const code = typeof args['code'] === 'string' && args['code'].trim() !== '' ? args['code'] : null;
  const file = typeof args['file'] === 'string' && args['file'] !== '' ? args['file'] : null;
  if ((code === null) === (file === null)) {
    throw new Refusal('Give either code or file.', 'code holds the program’s text, file the path of one in the workspace.', 'INVALID_PARAM');
  }
  const seconds = typeof args['seconds'] === 'number' ? Math.round(args['seconds']) : limits.usualTime;
  if (!(seconds >= 1 && seconds <= limits.longestTime)) {
    throw new Refusal(`seconds is ${seconds}, but must be 1 to ${limits.longestTime}.`, 'Leave it out for 30.', 'OUT_OF_RANGE');
  }
  const source = file === null ? null : fileWithin(file, root);
  return {
    code,
    file: source,
    arguments: Array.isArray(args['arguments']) ? args['arguments'].map(String) : [],
    input: typeof args['input'] === 'string' ? args['input'] : '',
    ...outputWithin(typeof args['output'] === 'string' && args['output'] !== '' ? args['output'] : 'python-output', root),
    seconds,
  };
}

function fileWithin(file: string, root: string): string {
  const real = realOr(resolve(root, file));
  if (real === null || !statSync(real).isFile()) throw new Refusal(`There is no file ${file}.`, 'Look with LS or Glob for its name.', 'NOT_FOUND');
  if (!isInside(real, root)) throw outside('file', file);
  return real;
}

function outputWithin(output: string, root: string): { output: string } {
  const wanted = resolve(root, output);
  const there = realAbove(wanted);
  const real = join(there, relative(existingAbove(wanted), wanted));
  if (!isInside(real, root)) throw outside('output', output);
  const status = statSync(real, { throwIfNoEntry: false });
  if (status && !status.isDirectory()) throw new Refusal(`${output} is a file, not a folder.`, 'Name a folder as output.', 'INVALID_PARAM');
  return { output: real };
}

const outside = (name: string, path: string): Refusal =>
  new Refusal(`${name} ${path} is outside the workspace.`, 'A program in isolation sees the workspace only. Copy what it needs there first.', 'ACCESS_DENIED');

const realAbove = (path: string): string => realpathSync(existingAbove(path));
const existingAbove = (path: string): string => (realOr(path) !== null || path === dirname(path) ? path : existingAbove(dirname(path)));

function realOr(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Whether an absolute path is a folder or something in it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}
