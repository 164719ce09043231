import type { Disk } from './disks';
import type { Limits } from './limits';

/** One look at the computer, percent. */
export interface Look {
  disks: Pick<Disk, 'path' | 'used_percent' | 'available_bytes'>[];
  memory: number;
  cpu: number;
}

export type Warning =
  | { code: 'DISK_FULL'; path: string; used: number; available: number; limit: number }
  | { code: 'MEMORY_LOW'; used: number; limit: number }
  | { code: 'CPU_BUSY'; used: number; minutes: number };

/** What was warned of is warned of again only after it was this far below its limit, percent. */
const BELOW = 5;
/** A short peak of memory is no news: it must be seen in so many looks. */
const MEMORY_LOOKS = 2;

/** Says when a limit is crossed: once, until things were clearly better. Holds no clock: it counts looks. */
export class Watcher {
  private readonly warned = new Set<string>();
  private memoryLooks = 0;
  private cpuLooks = 0;

  constructor(private readonly looksPerMinute: number) {}

  look({ disks, memory, cpu }: Look, limits: Limits): Warning[] {
    this.memoryLooks = limits.memory_percent > 0 && memory >= limits.memory_percent ? this.memoryLooks + 1 : 0;
    this.cpuLooks = limits.cpu_percent > 0 && cpu >= limits.cpu_percent ? this.cpuLooks + 1 : 0;
    const warnings: (Warning | null)[] = [
      ...disks.map(({ path, used_percent: used, available_bytes: available }) =>
        this.once(`disk ${path}`, used >= limits.disk_percent && limits.disk_percent > 0, used <= limits.disk_percent - BELOW, () => ({ code: 'DISK_FULL', path, used, available, limit: limits.disk_percent })),
      ),
      this.once('memory', this.memoryLooks >= MEMORY_LOOKS, memory <= limits.memory_percent - BELOW, () => ({ code: 'MEMORY_LOW', used: memory, limit: limits.memory_percent })),
      this.once('cpu', this.cpuLooks >= limits.cpu_minutes * this.looksPerMinute, cpu <= limits.cpu_percent - BELOW, () => ({ code: 'CPU_BUSY', used: cpu, minutes: limits.cpu_minutes })),
    ];
    return warnings.filter((warning): warning is Warning => warning !== null);
  }

  private once(what: string, over: boolean, better: boolean, warning: () => Warning): Warning | null {
    if (better) this.warned.delete(what);
    if (!over || this.warned.has(what)) return null;
    this.warned.add(what);
    return warning();
  }
}
