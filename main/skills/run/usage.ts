import { readdirSync, readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { isOnTrail } from '../../tools/process-trail';

/** What a program and all that it started take right now. */
export interface Usage {
  /** Memory of their own, not what they share with others, bytes. */
  bytes: number;
  processes: number;
}

interface Limits {
  bytes: number;
  processes: number;
}

const quickly = 100;
const slowly = 1000;
/** A program that has run this long without trouble is looked at less often, milliseconds. */
const settled = 10_000;

/**
 * Looks at a program's whole family while it runs, wherever the processes went, and says once when
 * they take too much. Where there is no process table it says nothing. Returns what ends the watch.
 */
export function watchUsage(pid: number, limits: Limits, onOver: (what: keyof Limits) => void): () => void {
  const family = new Family(pid);
  const began = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const { bytes, processes } = family.usage();
    if (bytes > limits.bytes) return onOver('bytes');
    if (processes > limits.processes) return onOver('processes');
    timer = setTimeout(look, Date.now() - began < settled ? quickly : slowly);
    timer.unref();
  };
  look();
  return () => clearTimeout(timer);
}

interface Row {
  parent: number;
  group: number;
}

/** The processes that stem from one. */
export class Family {
  /** Those that no longer have a parent in the family, and whether they belong to it by their mark. */
  private readonly strays = new Map<number, boolean>();

  constructor(private readonly pid: number) {}

  members(): number[] {
    const rows = new Map<number, Row>();
    for (const pid of processesFrom(this.pid)) {
      const row = rowOf(pid);
      if (row) rows.set(pid, row);
    }
    const belongs = new Map<number, boolean>([[this.pid, true]]);
    const isMember = (pid: number): boolean => {
      const known = belongs.get(pid);
      const row = rows.get(pid);
      if (known !== undefined || !row) return known ?? false;
      // Against a loop of numbers that were used again between two reads.
      belongs.set(pid, false);
      const is = row.group === this.pid || isMember(row.parent) || this.isStray(pid);
      belongs.set(pid, is);
      return is;
    };
    return [...rows.keys()].filter(isMember);
  }

  usage(): Usage {
    const members = this.members();
    return { bytes: members.reduce((sum, pid) => sum + ownMemory(pid), 0), processes: members.length };
  }

  private isStray(pid: number): boolean {
    const known = this.strays.get(pid) ?? isOnTrail(this.pid, pid);
    this.strays.set(pid, known);
    return known;
  }
}

/** What it started is younger, so its number is higher. */
function processesFrom(first: number): number[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => pid >= first);
  } catch {
    return [];
  }
}

function rowOf(pid: number): Row | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
    return { parent: Number(parent), group: Number(group) };
  } catch {
    return null;
  }
}

/** Resident memory without what is shared with other processes or is a file's. */
function ownMemory(pid: number): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) - Number(shared)) * pageBytes();
  } catch {
    return 0;
  }
}

let page = 0;

/** From what the kernel told our own process when it started (AT_PAGESZ, 6). */
function pageBytes(): number {
  if (page > 0) return page;
  page = 4096;
  try {
    const told = readFileSync('/proc/self/auxv');
    for (let at = 0; at + 16 <= told.length && endianness() === 'LE'; at += 16) if (told.readBigUInt64LE(at) === 6n) page = Number(told.readBigUInt64LE(at + 8));
  } catch {
    // The usual size then.
  }
  return page;
}
