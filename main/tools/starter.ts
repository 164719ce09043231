import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** A program to run, and who hears of it. */
export interface Start {
  program: string;
  words: readonly string[];
  /** Absolute. */
  cwd: string;
  /** What it prints, as UTF-8. */
  onOutput(text: string): void;
  onErrors(text: string): void;
  /** Once, after all it printed: its exit code; null when it could not start or was killed. */
  onEnd(code: number | null): void;
}

/** A program that runs. */
export interface Running {
  kill(): void;
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** So many shells are kept for the next start. */
const mostIdle = 2;
/** What a shell answers where a program could not start or was killed: 126 and more; less than that is the program's own. */
const failed = 126;
const idle: Child[] = [];
let hasShell = process.platform === 'linux';

/**
 * Starts a program that reads nothing. On Linux a small shell does it, which is kept for the next time: starting a program
 * begins with a copy of the process that starts it, and of one as large as ours that takes longer than many a search. The
 * shell ends with its input, so with us.
 */
export function startProgram(start: Start): Running {
  // A shell can't be given a NUL; started directly such a word is refused by name.
  return hasShell && !start.words.some((word) => word.includes('\0')) ? startByShell(start) : startDirectly(start);
}

/** @throws {TypeError} for a word that holds a NUL */
export function startDirectly({ program, words, cwd, onOutput, onErrors, onEnd }: Start): Running {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8').on('data', onOutput);
  child.stderr.setEncoding('utf8').on('data', onErrors);
  child.once('error', ({ message }) => onErrors(message));
  child.once('close', (code) => onEnd(code !== null && code >= 0 && code < failed ? code : null));
  return { kill: () => child.kill('SIGKILL') };
}

export function startByShell(start: Start, path = '/bin/sh'): Running {
  const shell = idle.pop() ?? newShell(path);
  let kill = (): void => void shell.kill('SIGTERM');
  let isKilled = false;
  let open = 2;
  const mark = `\0${randomBytes(12).toString('hex')} `;
  const end = (code: number | null): void => {
    leave();
    kill = () => undefined;
    start.onEnd(code);
  };
  const onMark = (code: number): void => {
    if (--open > 0) return;
    end(code < failed ? code : null);
    if (idle.length < mostIdle && !isKilled) idle.push(shell);
    else shell.stdin?.end();
  };
  const onOutput = untilMark(mark, start.onOutput, onMark);
  const onErrors = untilMark(mark, start.onErrors, onMark);
  const onGone = (): void => {
    if (hasShell || isKilled) return end(null);
    // There is no shell on this machine, so nothing has been started yet.
    leave();
    kill = startDirectly(start).kill;
  };
  const leave = (): void => {
    shell.stdout.off('data', onOutput);
    shell.stderr.off('data', onErrors);
    shell.off('close', onGone);
    keepUsAlive(shell, false);
  };
  shell.stdout.on('data', onOutput);
  shell.stderr.on('data', onErrors);
  shell.once('close', onGone);
  keepUsAlive(shell, true);
  shell.stdin?.write(scriptFor(start, mark));
  return {
    kill() {
      isKilled = true;
      kill();
    },
  };
}

function newShell(path: string): Child {
  const shell = spawn(path, [], { stdio: ['pipe', 'pipe', 'pipe'] });
  shell.stdout.setEncoding('utf8');
  shell.stderr.setEncoding('utf8');
  shell.once('error', () => {
    hasShell = shell.pid !== undefined;
  });
  // It was ended by somebody else: that shows at its end.
  shell.stdin.on('error', () => undefined);
  shell.once('exit', () => {
    const at = idle.indexOf(shell);
    if (at !== -1) idle.splice(at, 1);
  });
  // Ctrl+C at a terminal comes to the whole group. It is ours to answer it, by `kill`, which needs the shell.
  shell.stdin.write("trap '' INT QUIT\n");
  return shell;
}

/** Runs the program in the background, where it is given no input and the shell can be told to kill it; the mark and its code follow on both streams. */
function scriptFor({ program, words, cwd }: Start, mark: string): string {
  const line = [program, ...words].map(quoted).join(' ');
  const end = `printf '\\000%s %s\\n' ${mark.slice(1, -1)} "$code"`;
  return `trap 'kill -9 $!; exit' TERM; ( cd -- ${quoted(cwd)} || exit 126; exec ${line} ) & wait $!; code=$?; trap - TERM; ${end}; ${end} >&2\n`;
}

/** A word that a shell takes as it is, whatever stands in it. */
const quoted = (word: string): string => `'${word.replace(/'/g, `'\\''`)}'`;

/** Hands text on up to a mark, behind which a code stands. So much is held back as may be the beginning of the mark. */
function untilMark(mark: string, hand: (text: string) => void, onMark: (code: number) => void): (chunk: string) => void {
  let held = '';
  return (chunk) => {
    held += chunk;
    const at = held.indexOf(mark);
    const code = at === -1 ? undefined : /^(\d+)\n/.exec(held.slice(at + mark.length))?.[1];
    const end = at === -1 ? Math.max(0, held.length - mark.length) : at;
    if (end > 0) hand(held.slice(0, end));
    held = held.slice(end);
    if (code !== undefined) onMark(Number(code));
  };
}

function keepUsAlive(shell: Child, isTrue: boolean): void {
  for (const handle of [shell, shell.stdin, shell.stdout, shell.stderr]) {
    if (handle === shell || handle instanceof Socket) (handle as ChildProcess | Socket)[isTrue ? 'ref' : 'unref']();
  }
}
