import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** A program, all its processes together. The name alone: arguments can hold secrets. */
export interface Program {
  name: string;
  processes: number;
  /** Of one processor, so it can be above 100. */
  cpu_percent: number;
  memory_bytes: number;
}

interface Reading {
  name: string;
  /** Clock ticks. */
  ticks: number;
  bytes: number;
}

/** Linux counts time for programs in hundredths of a second on every architecture. */
const TICKS_PER_SECOND = 100;

/** What each process has used so far; null where the system has no process table of this kind. */
export function readProcesses(root = '/proc'): Map<number, Reading> | null {
  try {
    const readings = new Map<number, Reading>();
    for (const entry of readdirSync(root)) {
      const reading = /^\d+$/.test(entry) ? readOne(`${root}/${entry}/stat`) : null;
      if (reading) readings.set(Number(entry), reading);
    }
    return readings.size > 0 ? readings : null;
  } catch {
    return null;
  }
}

function readOne(file: string): Reading | null {
  try {
    const stat = readFileSync(file, 'utf8');
    // The name stands in parentheses and may hold any sign, parentheses too.
    const [open, close] = [stat.indexOf('('), stat.lastIndexOf(')')];
    const fields = stat.slice(close + 2).split(' ');
    return { name: plainName(stat.slice(open + 1, close)), ticks: Number(fields[11]) + Number(fields[12]), bytes: Number(fields[21]) * pageBytes() };
  } catch {
    return null;
  }
}

let page = 0;

/** The size of a page, from our own process, which tells its memory in bytes and in pages. */
function pageBytes(): number {
  if (page > 0) return page;
  page = 4096;
  try {
    const pages = Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[1]);
    if (pages > 0) page = 2 ** Math.round(Math.log2(process.memoryUsage.rss() / pages));
  } catch {
    // The usual size then.
  }
  return page;
}

/** The programs that took most of the processors between two readings, then of memory. */
export function topPrograms(before: Map<number, Reading>, after: Map<number, Reading>, seconds: number, most: number): Program[] {
  const programs = new Map<string, Program>();
  for (const [pid, { name, ticks, bytes }] of after) {
    const program = programs.get(name) ?? { name, processes: 0, cpu_percent: 0, memory_bytes: 0 };
    const spent = Math.max(0, ticks - (before.get(pid)?.ticks ?? ticks));
    programs.set(name, { name, processes: program.processes + 1, cpu_percent: program.cpu_percent + (spent / TICKS_PER_SECOND / seconds) * 100, memory_bytes: program.memory_bytes + bytes });
  }
  return [...programs.values()]
    .map((program) => ({ ...program, cpu_percent: Math.round(program.cpu_percent) }))
    .sort((a, b) => b.cpu_percent - a.cpu_percent || b.memory_bytes - a.memory_bytes)
    .slice(0, most);
}

/** The same from `ps`, for systems without a process table in files; null where there is no `ps` either. */
export function programsByPs(most: number): Promise<Program[] | null> {
  if (platform() === 'win32') return Promise.resolve(null);
  return new Promise((resolve) => {
    execFile('ps', ['-axco', 'pcpu=,rss=,comm='], { timeout: 5000 }, (error, output) => resolve(error ? null : readPs(output, most)));
  });
}

function readPs(output: string, most: number): Program[] {
  const programs = new Map<string, Program>();
  for (const [, cpu, kilobytes, written = ''] of output.matchAll(/^\s*([\d.]+)\s+(\d+)\s+(.+)$/gm)) {
    const name = plainName(written);
    const program = programs.get(name) ?? { name, processes: 0, cpu_percent: 0, memory_bytes: 0 };
    programs.set(name, { name, processes: program.processes + 1, cpu_percent: program.cpu_percent + Number(cpu), memory_bytes: program.memory_bytes + Number(kilobytes) * 1024 });
  }
  return [...programs.values()].sort((a, b) => b.cpu_percent - a.cpu_percent || b.memory_bytes - a.memory_bytes).slice(0, most);
}

function plainName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim().slice(0, 40);
}
