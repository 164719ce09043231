import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { startWatchdog, tellWatchdog } from './watchdog';

export interface GroupEnd {
  /** Exit code, null when a signal ended it. */
  code: number | null;
  signal: string | null;
  /** Exit code of each stage of the last pipeline, when it had several. */
  stages: number[];
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

/** Stands in the environment of every process we start, so that one that leaves its group is found again. */
const mark = randomBytes(8).toString('hex');
let started = 0;

const alive = new Map<number, string>();
process.once('exit', () => {
  for (const [pid, own] of alive) end(pid, own);
});

/**
 * Starts a Bash command in a process group of its own, without a terminal and without input.
 * `onOutput` gets standard output and error as they come. `ended` rejects only when Bash can't be started.
 */
export function startGroup(
  command: string,
  options: { directory: string; environment: Record<string, string>; onOutput(chunk: Buffer): void },
): ProcessGroup {
  startWatchdog(mark);
  const own = `${mark}-${++started}`;
  const [program, ...words] = shellFor(command, process.platform);
  const child = spawn(program, words, {
    cwd: options.directory,
    env: { ...options.environment, DESKWRIGHT_TASK: own },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pid = child.pid ?? -1;
  if (pid > 0) {
    alive.set(pid, own);
    tellWatchdog('add', pid);
  }
  child.stdout?.on('data', options.onOutput);
  child.stderr?.on('data', options.onOutput);
  let stages = '';
  // The types know five pipes only.
  const reports = (child.stdio as (Readable | Writable | null | undefined)[])[9];
  reports?.on('data', (chunk: Buffer) => {
    stages += chunk.toString();
  });
  return { pid, ended: whenEnded(child, pid, () => stages), kill: () => end(pid, own) };
}

/** The program that runs a command text and its words: Bash, or PowerShell on Windows. */
export function shellFor(command: string, platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'win32') return ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', command];
  // The trap runs first thing at the end, when PIPESTATUS still is the command's own.
  const report = "trap 'printf %s\\\\n \"${PIPESTATUS[*]}\" >&9' EXIT\n";
  return ['bash', '--noprofile', '--norc', '-c', report + command];
}

function whenEnded(child: ChildProcess, pid: number, stages: () => string): Promise<GroupEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      forget(pid);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      const settle = () => {
        clearTimeout(timer);
        const survivors = survivorsOf(pid, alive.get(pid) ?? '');
        if (survivors.length === 0) forget(pid);
        const codes = stages().trim().split('\n').at(-1)?.split(' ').filter(Boolean).map(Number) ?? [];
        resolve({ code, signal, stages: codes.length > 1 ? codes : [], survivors });
      };
      const timer = setTimeout(settle, drainTime);
      child.once('close', settle);
    });
  });
}

/** Ends a group and, found by the mark in their environment, those of its processes that left it. */
function end(pid: number, own: string): void {
  if (pid <= 1) return;
  if (process.platform === 'win32') {
    // Windows has no groups; taskkill follows the tree of parents.
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
    forget(pid);
    return;
  }
  kill(-pid);
  // A process may have started another between the look and the kill.
  for (let round = 0; round < 3; round++) {
    const left = markedWith(own);
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
  if (alive.delete(pid)) tellWatchdog('drop', pid);
}

function processes(): number[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

function markedWith(own: string, among = processes()): number[] {
  return among.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`DESKWRIGHT_TASK=${own}\0`) && groupOf(pid) !== null;
    } catch {
      return false;
    }
  });
}

/** What a command left running, in its group or out of it; empty where the process table can't be read. */
function survivorsOf(group: number, own: string): { pid: number; command: string }[] {
  // What it started is younger, so its number is higher; looking at fewer saves milliseconds at every command.
  const younger = processes().filter((pid) => pid > group);
  const left = new Set([...younger.filter((pid) => groupOf(pid) === group), ...(own === '' ? [] : markedWith(own, younger))]);
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
