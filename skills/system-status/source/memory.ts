import { readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';

export interface Memory {
  total_bytes: number;
  /** What programs could still get, caches that give way included. */
  available_bytes: number;
  used_percent: number;
  /** Null where it isn't known or there is none. */
  swap: { total_bytes: number; used_bytes: number } | null;
}

/** `/proc/meminfo` where there is one: free memory alone would count every cache as used. */
export function memoryNow(file = '/proc/meminfo'): Memory {
  const told = readMeminfo(file);
  const total = told.get('MemTotal') ?? totalmem();
  const available = Math.min(total, told.get('MemAvailable') ?? freemem());
  const swap = told.get('SwapTotal') ?? 0;
  return {
    total_bytes: total,
    available_bytes: available,
    used_percent: total > 0 ? Math.round(((total - available) / total) * 100) : 0,
    swap: swap > 0 ? { total_bytes: swap, used_bytes: swap - (told.get('SwapFree') ?? 0) } : null,
  };
}

/** Bytes by name; empty where there is no such file. */
function readMeminfo(file: string): Map<string, number> {
  try {
    return new Map([...readFileSync(file, 'utf8').matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name = '', kilobytes]) => [name, Number(kilobytes) * 1024]));
  } catch {
    return new Map();
  }
}
