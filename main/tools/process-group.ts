import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

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
  /** Ends every process of the group at once. */
  kill(): void;
}

/** After the command's end, output already on its way is awaited this long, milliseconds. */
const drainTime = 100;

const alive = new Set<number>();
process.once('exit', () => alive.forEach(killGroup));

/**
 * Starts a Bash command in a process group of its own, without a terminal and without input.
 * `onOutput` gets standard output and error as they come. Rejects only when Bash can't be started.
 */
export function startGroup(
  command: string,
  options: { directory: string; environment: Record<string, string>; onOutput(chunk: Buffer): void },
): ProcessGroup {
  // The trap runs first thing at the end, when PIPESTATUS still is the command's own.
  const report = "trap 'printf %s\\\\n \"${PIPESTATUS[*]}\" >&9' EXIT\n";
  const child = spawn('bash', ['--noprofile', '--norc', '-c', report + command], {
    cwd: options.directory,
    env: options.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pid = child.pid ?? -1;
  if (pid > 0) alive.add(pid);
  child.stdout?.on('data', options.onOutput);
  child.stderr?.on('data', options.onOutput);
  let stages = '';
  // The types know five pipes only.
  const reports = (child.stdio as (Readable | Writable | null | undefined)[])[9];
  reports?.on('data', (chunk: Buffer) => {
    stages += chunk.toString();
  });
  return { pid, ended: whenEnded(child, pid, () => stages), kill: () => killGroup(pid) };
}

function whenEnded(child: ChildProcess, pid: number, stages: () => string): Promise<GroupEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      alive.delete(pid);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      const end = () => {
        clearTimeout(timer);
        const survivors = membersOf(pid);
        if (survivors.length === 0) alive.delete(pid);
        const codes = stages().trim().split('\n').at(-1)?.split(' ').filter(Boolean).map(Number) ?? [];
        resolve({ code, signal, stages: codes.length > 1 ? codes : [], survivors });
      };
      const timer = setTimeout(end, drainTime);
      child.once('close', end);
    });
  });
}

/** Ends every process of a group; harmless when none is left. */
export function killGroup(pid: number): void {
  if (pid <= 1) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
  alive.delete(pid);
}

/** The processes of a group, from the system's process table; empty where it can't be read. */
function membersOf(group: number): { pid: number; command: string }[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => groupOf(pid) === group)
      .map((pid) => ({ pid, command: commandLine(pid) }));
  } catch {
    return [];
  }
}

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
