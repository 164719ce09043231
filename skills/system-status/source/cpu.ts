import { cpus, loadavg, platform } from 'node:os';

/** Time that the processors were busy and in all, since the computer started; milliseconds. */
export interface CpuTimes {
  busy: number;
  all: number;
}

export interface Cpu {
  /** Of all processors together, 0 to 100, over the time that was measured. */
  used_percent: number;
  processors: number;
  model: string;
  /** Over 1, 5 and 15 minutes; null where the system has no such thing. */
  load: number[] | null;
}

export function cpuTimes(): CpuTimes {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.idle + time.irq, 0);
  return { busy: all - times.reduce((sum, time) => sum + time.idle, 0), all };
}

/** Percent between two readings; 0 when no time has passed. */
export function usedBetween(before: CpuTimes, after: CpuTimes): number {
  const all = after.all - before.all;
  return all <= 0 ? 0 : Math.min(100, Math.max(0, Math.round(((after.busy - before.busy) / all) * 100)));
}

export function cpuOf(used: number): Cpu {
  const processors = cpus();
  return {
    used_percent: used,
    processors: processors.length,
    model: (processors[0]?.model ?? '').replace(/\s+/g, ' ').trim(),
    load: platform() === 'win32' ? null : loadavg().map((load) => Math.round(load * 100) / 100),
  };
}
