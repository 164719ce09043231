import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { startWatchdog, tellWatchdog } from './watchdog';

/** Stands in the environment of every process we start, so that one that leaves its group is found again. */
const mark = randomBytes(8).toString('hex');
let started = 0;

/** For so long the numbers of processes can't have been given to all anew, milliseconds. */
const numbersLast = 5_000;

/** How what was started is found again, wherever it went. */
interface Trail {
  /** When it was started, in the time of `performance.now()`. */
  since: number;
  /** The mark in the environment. */
  own: string;
  /** The isolated place's own mount namespace, which nothing in it can leave; "" without isolation. */
  namespace: string;
  /** An open file that keeps the namespace's number from being given to another place; null where it could not be opened. */
  hold: number | null;
}

const alive = new Map<number, Trail>();
process.once('exit', () => {
  for (const pid of alive.keys()) endGroup(pid);
});

/** The variable by which what is about to be started will be found again; the watchdog is up when this returns. */
export function newMark(): { DESKWRIGHT_TASK: string } {
  startWatchdog(mark);
  return { DESKWRIGHT_TASK: `${mark}-${++started}` };
}

/** Takes charge of a process that carries a mark, and of all that it starts: nothing of it outlives us. */
export function track(pid: number, { DESKWRIGHT_TASK: own }: { DESKWRIGHT_TASK: string }): void {
  if (pid <= 0) return;
  alive.set(pid, { since: performance.now(), own, namespace: '', hold: null });
  tellWatchdog('add', String(pid));
}

/** Notes the isolated place that a process lives in, from what bubblewrap says of it. */
export function notePlace(pid: number, said: string): void {
  const trail = alive.get(pid);
  const namespace = /"mnt-namespace": (\d+)/.exec(said)?.[1];
  if (!trail || namespace === undefined || trail.namespace !== '') return;
  const first = /"child-pid": (\d+)/.exec(said)?.[1];
  trail.hold = holdPlace(first, `mnt:[${namespace}]`);
  // It has ended before it could begin: by now the number may be another's.
  if (trail.hold === null && !existsSync(`/proc/${first}`)) return;
  trail.namespace = `mnt:[${namespace}]`;
  tellWatchdog('add', trail.namespace);
}

/**
 * Keeps a namespace for as long as the file is open. The system gives the number of one that is gone to the
 * next that is made, and what runs there would be taken for ours and killed.
 */
function holdPlace(pid: string | undefined, namespace: string): number | null {
  try {
    const hold = openSync(`/proc/${pid}/ns/mnt`, 'r');
    if (readlinkSync(`/proc/self/fd/${hold}`) === namespace) return hold;
    closeSync(hold);
  } catch {
    // Its first process was ended, or the system lets nobody look at it.
  }
  return null;
}

/** Ends a group and those of its processes that left it. */
export function endGroup(pid: number): void {
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

/** Nothing of the group is left to be ended. */
export function forget(pid: number): void {
  const trail = alive.get(pid);
  if (!trail) return;
  alive.delete(pid);
  if (trail.hold !== null) closeSync(trail.hold);
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

/** Whether a process stems from one that is tracked, though nothing else shows it. */
export function isOnTrail(tracked: number, pid: number): boolean {
  const trail = alive.get(tracked);
  return trail !== undefined && onTrail(trail, [pid]).length > 0;
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
export function survivorsOf(group: number): { pid: number; command: string }[] {
  const trail = alive.get(group);
  const isNew = trail !== undefined && performance.now() - trail.since < numbersLast;
  const younger = youngerThan(group, processes(), isNew ? newestNumber() : 0);
  const left = new Set([...younger.filter((pid) => groupOf(pid) === group), ...(trail ? onTrail(trail, younger) : [])]);
  return [...left].map((pid) => ({ pid, command: commandLine(pid) }));
}

/**
 * The processes that may have been started after a group: their numbers are higher, until the highest was given and
 * they begin anew. Looking at fewer saves milliseconds at every command. `newest`: the number given last.
 */
export function youngerThan(group: number, among: readonly number[], newest: number): number[] {
  return newest < group ? [...among] : among.filter((pid) => pid > group);
}

/** The number that was given to a process last; 0 where the system does not say. */
function newestNumber(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'utf8').trim().split(' ').at(-1)) || 0;
  } catch {
    return 0;
  }
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
