import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Another running process has the session open. */
export class SessionBusy extends Error {
  constructor(
    readonly id: string,
    readonly pid: number,
  ) {
    super(`The session ${id} is open in another Deskwright (process ${pid}).`);
    this.name = 'SessionBusy';
  }
}

interface Owner {
  pid: number;
  /** When the process began, where the system tells: a pid may be used again. */
  began: string;
}

/** Sessions this process holds, with how often: the app may open one anew before the old one is let go. */
const held = new Map<string, number>();

/**
 * Marks a session as open by this process (`<id>.lock` beside the log). A lock whose process is
 * gone, as after a crash, is taken over.
 * @throws SessionBusy when its process runs.
 */
export function lockSession(folder: string, id: string): { release(): void } {
  const file = path.join(folder, `${id}.lock`);
  if (!held.has(file)) take(file, id);
  held.set(file, (held.get(file) ?? 0) + 1);
  let released = false;
  return {
    release() {
      if (released) return;
      released = true;
      const left = (held.get(file) ?? 1) - 1;
      if (left > 0) {
        held.set(file, left);
        return;
      }
      held.delete(file);
      rmSync(file, { force: true });
    },
  };
}

/** Who has a session open in another process; null when nobody has. */
export function sessionOwner(folder: string, id: string): number | null {
  const owner = readOwner(path.join(folder, `${id}.lock`));
  return owner && owner.pid !== process.pid && isRunning(owner) ? owner.pid : null;
}

function take(file: string, id: string): void {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, began: beginning(process.pid) }), { mode: 0o600 });
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        // A link appears whole or not at all: nobody ever reads half a lock.
        linkSync(mine, file);
        return;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (attempt > 2) throw error;
        if (code !== 'EEXIST') {
          // A file system without links, as on many memory sticks.
          renameSync(mine, file);
          return;
        }
        const owner = readOwner(file);
        if (owner && owner.pid !== process.pid && isRunning(owner)) throw new SessionBusy(id, owner.pid);
        rmSync(file, { force: true });
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function readOwner(file: string): Owner | null {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>;
    return typeof value.pid === 'number' ? { pid: value.pid, began: String(value.began ?? '') } : null;
  } catch {
    return null;
  }
}

function isRunning({ pid, began }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && began === beginning(pid);
  }
  return began === beginning(pid);
}

/** A process' start as the kernel counts it (field 22 of /proc/pid/stat, proc(5)); '' elsewhere. */
function beginning(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
