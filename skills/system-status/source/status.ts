import { uptime } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { cpuOf, cpuTimes, usedBetween, type Cpu } from './cpu';
import { disksNow, type Disk } from './disks';
import { memoryNow, type Memory } from './memory';
import { programsByPs, readProcesses, topPrograms, type Program } from './processes';

/** The computer now; what wasn't asked for is left out. */
export interface Status {
  cpu?: Cpu;
  memory?: Memory;
  disks?: Disk[];
  programs?: Program[];
  uptime_seconds?: number;
}

export const PARTS = ['all', 'cpu', 'memory', 'disk', 'programs'] as const;
export type Part = (typeof PARTS)[number];

/** How long processors and programs are watched, milliseconds. */
const MEASURED = 500;

export async function statusNow(part: Part, top: number): Promise<Status> {
  const wants = (wanted: Part): boolean => part === 'all' || part === wanted;
  const busy = wants('cpu') || wants('programs') ? await measure(top) : null;
  return {
    ...(wants('cpu') && busy && { cpu: cpuOf(busy.used) }),
    ...(wants('memory') && { memory: memoryNow() }),
    ...(wants('disk') && { disks: await disksNow() }),
    ...(wants('programs') && busy && { programs: busy.programs }),
    ...(part === 'all' && { uptime_seconds: Math.round(uptime()) }),
  };
}

async function measure(top: number): Promise<{ used: number; programs: Program[] }> {
  const [times, processes, begin] = [cpuTimes(), readProcesses(), process.hrtime.bigint()];
  await setTimeout(MEASURED);
  const after = readProcesses();
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const programs = processes && after ? topPrograms(processes, after, seconds, top) : ((await programsByPs(top)) ?? []);
  return { used: usedBetween(times, cpuTimes()), programs };
}
