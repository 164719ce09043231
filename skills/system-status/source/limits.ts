import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** When to warn, percent; 0: never. */
export interface Limits {
  disk_percent: number;
  memory_percent: number;
  cpu_percent: number;
  /** How long the processors must be that busy, minutes. */
  cpu_minutes: number;
}

export const DEFAULTS: Limits = { disk_percent: 90, memory_percent: 92, cpu_percent: 95, cpu_minutes: 10 };

const NAMES = Object.keys(DEFAULTS) as (keyof Limits)[];
const FILE = 'limits.json';

/** The person's limits from the data folder; the defaults where there are none or they can't be read. */
export function readLimits(data: string): Limits {
  try {
    return withDefaults(JSON.parse(readFileSync(path.join(data, FILE), 'utf8')));
  } catch {
    return DEFAULTS;
  }
}

/** Keeps what `changes` gives, and says what holds from now on. @throws Error for a number that is no limit */
export function changeLimits(data: string, changes: Record<string, unknown>): Limits {
  const limits = { ...readLimits(data) };
  for (const name of NAMES) {
    const given = changes[name];
    if (given === undefined || given === null) continue;
    const value = Number(given);
    const [least, most] = name === 'cpu_minutes' ? [1, 120] : [0, 100];
    if (String(given).trim() === '' || !Number.isInteger(value) || value < least || value > most) throw new Error(`“${name}” has to be a whole number from ${least} to ${most}.`);
    limits[name] = value;
  }
  mkdirSync(data, { recursive: true });
  // Another session's watch may read it at any moment.
  const fresh = path.join(data, `.${FILE}.${process.pid}`);
  writeFileSync(fresh, `${JSON.stringify(limits, null, 2)}\n`);
  renameSync(fresh, path.join(data, FILE));
  return limits;
}

function withDefaults(kept: unknown): Limits {
  const values = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  const valid = NAMES.filter((name) => typeof values[name] === 'number' && values[name] >= 0 && values[name] <= 120);
  return { ...DEFAULTS, ...Object.fromEntries(valid.map((name) => [name, values[name]])) };
}
