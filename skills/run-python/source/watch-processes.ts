import { readFileSync, readdirSync } from 'node:fs';

/** What a program and all that it started use at one moment. */
export interface Usage {
  /** Processes and threads. */
  count: number;
  /** Bytes of memory in use. */
  memory: number;
}

/** Size of a page in /proc/<pid>/statm on the processors that Deskwright runs on. */
const page = 4096;

/** Usage of all processes below `root` (not of itself), from /proc. Shared memory is shared out where that matters: above `enough`. */
export function usageBelow(root: number, enough = Infinity): Usage {
  const children = new Map<number, number[]>();
  const threads = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Fields after the program's name, which may hold anything: state, parent, …; the 18th is the number of threads.
    const fields = textOf(`/proc/${name}/stat`).replace(/^.*\) /s, '').split(' ');
    const pid = Number(name);
    const parent = Number(fields[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    threads.set(pid, Number(fields[17]) || 1);
  }
  const found: number[] = [];
  const queue = [...(children.get(root) ?? [])];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    found.push(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  const memory = sum(found.map(residentOf));
  return { count: sum(found.map((pid) => threads.get(pid) ?? 1)), memory: memory > enough ? sum(found.map(proportionalOf)) : memory };
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Quick to find, but what processes share is counted for each. */
const residentOf = (pid: number): number => (Number(textOf(`/proc/${pid}/statm`).split(' ')[1]) || 0) * page;

/** What processes share is shared out among them; slow for large ones. */
function proportionalOf(pid: number): number {
  const line = /^Pss:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1];
  return line === undefined ? residentOf(pid) : Number(line) * 1024;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
