import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { admit, pipesOf, placePipes } from './process-place';
import { endGroup, forget, newMark, survivorsOf, track } from './process-trail';

export interface GroupEnd {
  /** Exit code, null when a signal ended it. */
  code: number | null;
  signal: string | null;
  /** Exit code of each stage of the last pipeline, when it had several. */
  stages: number[];
  /** False when what isolates failed: then nothing of the command was run. */
  begun: boolean;
  /** Processes it left running. */
  survivors: { pid: number; command: string }[];
}

export interface ProcessGroup {
  readonly pid: number;
  /** Resolves when the command itself has ended, even if a child of it still holds its output. */
  readonly ended: Promise<GroupEnd>;
  /** Ends every process of the group at once, also those that left it. */
  kill(): void;
}

/** After the command's end, output of what it left running is awaited this long, milliseconds. */
const drainTime = 100;

/** How often the pipes are looked at again after that while they bring more; what runs on may print without end. */
const mostLooks = 64;

/**
 * Starts a Bash command in a process group of its own, without a terminal and without input.
 * `onOutput` gets standard output and error as they come. `ended` rejects only when Bash can't be started.
 */
export function startGroup(
  command: string,
  options: { directory: string; environment: Record<string, string>; /** Program and words that start the shell in isolation. */ within?: readonly string[]; onOutput(chunk: Buffer): void },
): ProcessGroup {
  const own = newMark();
  const { within = [] } = options;
  const [program = '', ...words] = [...within, ...shellFor(command, process.platform)];
  const child = spawn(program, words, {
    cwd: options.directory,
    env: { ...options.environment, ...own },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', ...placePipes(within.length > 0), 'pipe'],
  });
  const pid = child.pid ?? -1;
  track(pid, own);
  let heard = 0;
  const hear = (take: (chunk: Buffer) => void) => (chunk: Buffer) => {
    heard += 1;
    take(chunk);
  };
  child.stdout?.on('data', hear(options.onOutput));
  child.stderr?.on('data', hear(options.onOutput));
  let report = '';
  pipesOf(child)[9]?.on('data', hear((chunk) => {
    report += chunk.toString();
  }));
  admit(child, pid);
  return { pid, ended: whenEnded(child, pid, { report: () => report, heard: () => heard }, within.length > 0), kill: () => endGroup(pid) };
}

/** The program that runs a command text and its words: Bash, or PowerShell on Windows. */
export function shellFor(command: string, platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'win32') return ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', command];
  // The trap runs first thing at the end, when PIPESTATUS still is the command's own.
  const report = "printf 'begun\\n' >&9; trap 'printf %s\\\\n \"$? ${PIPESTATUS[*]}\" >&9' EXIT\n";
  return ['bash', '--noprofile', '--norc', '-c', report + command];
}

/** What the shell itself reported: that it began, and at its end the exit code with that of each stage. */
function readReport(text: string): { begun: boolean; exit: number | null; stages: number[] } {
  const [begun, ...lines] = text.trim().split('\n');
  const [exit, ...stages] = lines.at(-1)?.split(' ').filter(Boolean).map(Number) ?? [];
  return { begun: begun === 'begun', exit: exit ?? null, stages: stages.length > 1 ? stages : [] };
}

/** What isolates answers 128 + n for signal n, as a shell would; only the shell's own report tells it from an exit code. */
function signalOf(code: number | null, exit: number | null): string | null {
  if (code === null || code <= 128 || exit === code) return null;
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0] ?? null;
}

/**
 * Waits until a look at the pipes brings nothing more. What was printed before the end is in them by then, but where
 * this process was kept busy, the time for it may be over before it was read. `heard` counts what came.
 */
function whenRead(heard: () => number, then: () => void): void {
  let looks = 0;
  // The pipes are read between a timer and an immediate, and between two immediates.
  const look = (before: number) => setImmediate(() => {
    if (heard() === before || ++looks === mostLooks) then();
    else look(heard());
  });
  look(heard());
}

function whenEnded(child: ChildProcess, pid: number, { report, heard }: { report(): string; heard(): number }, isolated: boolean): Promise<GroupEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      forget(pid);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      const settle = () => {
        clearTimeout(timer);
        const survivors = survivorsOf(pid);
        if (survivors.length === 0) forget(pid);
        const { begun, exit, stages } = readReport(report());
        const ended = isolated && begun ? signalOf(code, exit) : null;
        resolve({ code: ended === null ? code : null, signal: ended ?? signal, stages, begun: begun || !isolated, survivors });
      };
      const timer = setTimeout(() => whenRead(heard, settle), drainTime);
      child.once('close', settle);
    });
  });
}
