import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { startWatchdog, tellWatchdog } from './watchdog';

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

/** After the command's end, output already on its way is awaited this long, milliseconds. */
const drainTime = 100;

/** Where what isolates says which place it made; its words must name it. */
export const infoPipe = 8;

/** Stands in the environment of every process we start, so that one that leaves its group is found again. */
const mark = randomBytes(8).toString('hex');
let started = 0;

/** How what a command started is found again, wherever it went. */
interface Trail {
  /** The mark in the environment. */
  own: string;
  /** The isolated place's own mount namespace, which nothing in it can leave; "" without isolation. */
  namespace: string;
}

const alive = new Map<number, Trail>();
process.once('exit', () => {
  for (const pid of alive.keys()) end(pid);
});

/**
 * Starts a Bash command in a process group of its own, without a terminal and without input.
 * `onOutput` gets standard output and error as they come. `ended` rejects only when Bash can't be started.
 */
export function startGroup(
  command: string,
  options: { directory: string; environment: Record<string, string>; /** Program and words that start the shell in isolation. */ within?: readonly string[]; onOutput(chunk: Buffer): void },
): ProcessGroup {
  startWatchdog(mark);
  const own = `${mark}-${++started}`;
  const { within = [] } = options;
  const [program = '', ...words] = [...within, ...shellFor(command, process.platform)];
  const child = spawn(program, words, {
    cwd: options.directory,
    env: { ...options.environment, DESKWRIGHT_TASK: own },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', within.length > 0 ? 'pipe' : 'ignore', 'pipe'],
  });
  const pid = child.pid ?? -1;
  const trail: Trail = { own, namespace: '' };
  if (pid > 0) {
    alive.set(pid, trail);
    tellWatchdog('add', String(pid));
  }
  child.stdout?.on('data', options.onOutput);
  child.stderr?.on('data', options.onOutput);
  let report = '';
  // The types know five pipes only.
  const pipes = child.stdio as (Readable | Writable | null | undefined)[];
  pipes[9]?.on('data', (chunk: Buffer) => {
    report += chunk.toString();
  });
  let place = '';
  pipes[infoPipe]?.on('data', (chunk: Buffer) => {
    place += chunk.toString();
    const namespace = /"mnt-namespace": (\d+)/.exec(place)?.[1];
    if (namespace === undefined || trail.namespace !== '') return;
    trail.namespace = `mnt:[${namespace}]`;
    if (alive.has(pid)) tellWatchdog('add', trail.namespace);
  });
  return { pid, ended: whenEnded(child, pid, () => report, within.length > 0), kill: () => end(pid) };
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

function whenEnded(child: ChildProcess, pid: number, report: () => string, isolated: boolean): Promise<GroupEnd> {
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
      const timer = setTimeout(settle, drainTime);
      child.once('close', settle);
    });
  });
}

/** Ends a group and those of its processes that left it. */
function end(pid: number): void {
  if (pid <= 1) return;
  if (process.platform === 'win32') {
    // Windows has no groups; taskkill follows the tree of parents.
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
    forget(pid);
    return;
  }
  const trail = alive.get(pid);
  kill(-pid);
  // A process may have started another between the look and the kill.
  for (let round = 0; round < 3; round++) {
    const left = trail ? onTrail(trail) : [];
    if (left.length === 0) break;
    left.forEach(kill);
  }
  forget(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

function forget(pid: number): void {
  const trail = alive.get(pid);
  if (!trail) return;
  alive.delete(pid);
  tellWatchdog('drop', String(pid));
  if (trail.namespace !== '') tellWatchdog('drop', trail.namespace);
}

function processes(): number[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

/** Processes that carry the mark or are in the isolated place, and are not only waiting to be buried. */
function onTrail({ own, namespace }: Trail, among = processes()): number[] {
  return among.filter((pid) => (isMarked(pid, own) || (namespace !== '' && isIn(pid, namespace))) && groupOf(pid) !== null);
}

function isMarked(pid: number, own: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`DESKWRIGHT_TASK=${own}\0`);
  } catch {
    return false;
  }
}

function isIn(pid: number, namespace: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`) === namespace;
  } catch {
    return false;
  }
}

/** What a command left running, in its group or out of it; empty where the process table can't be read. */
function survivorsOf(group: number): { pid: number; command: string }[] {
  // What it started is younger, so its number is higher; looking at fewer saves milliseconds at every command.
  const younger = processes().filter((pid) => pid > group);
  const trail = alive.get(group);
  const left = new Set([...younger.filter((pid) => groupOf(pid) === group), ...(trail ? onTrail(trail, younger) : [])]);
  return [...left].map((pid) => ({ pid, command: commandLine(pid) }));
}

/** A process's group; null when it is gone or only waits to be buried. */
function groupOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : Number(fields[2]);
  } catch {
    return null;
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0/g, ' ').trim().slice(0, 200);
  } catch {
    return '';
  }
}
