import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readTrace } from '../../store/trace';
import { entriesOf, type Step } from '../../store/trace/steps';

/** What the traces show of one skill. */
export interface SkillUse {
  /** Calls with arguments. */
  calls: number;
  /** Calls that its schema did not take. */
  wrongArguments: number;
  /** Calls that followed a failed one in the same run. */
  retries: number;
  /** Calls that failed otherwise; what a person refused or stopped is not one. */
  failed: number;
  /** Runs in which it was chosen, gave nothing, and the work went on without it. */
  abandoned: number;
  /** What was wrong with arguments, and those that were taken after it in the same run. */
  mistakes: { fault: string; right: Record<string, unknown> | null }[];
  /** Skills that were used instead of it, by how often. */
  instead: Map<string, number>;
  /** Names that are none under which it was asked for, by how often. */
  misnamed: Map<string, number>;
}

/** The latest traces that are looked at, and how many bytes of them: the window waits meanwhile. */
const MOST_TRACES = 100;
const MOST_BYTES = 32 * 1024 * 1024;
/** The person's decisions say nothing of a skill. */
const THEIRS = new Set(['DENIED', 'CANCELLED', 'FORBIDDEN']);

/** The runs of the latest sessions, each as its steps. What can't be read is passed over. */
export function readRuns(dataFolder: string, most: number = MOST_TRACES): Step[][] {
  const folder = path.join(dataFolder, 'traces');
  const traces = namesIn(folder).map((name) => path.join(folder, name, 'trace.jsonl'));
  const dated = traces.flatMap((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats ? [{ file, at: stats.mtimeMs, bytes: stats.size }] : [];
  });
  let bytes = 0;
  const latest = dated.sort((one, other) => other.at - one.at).slice(0, most).filter((one) => (bytes += one.bytes) <= MOST_BYTES);
  return latest.reverse().flatMap(({ file }) => runsIn(file));
}

function runsIn(file: string): Step[][] {
  const runs: Step[][] = [];
  try {
    for (const entry of entriesOf(readTrace(file))) {
      if (entry.kind === 'line' && entry.type === 'run_start') runs.push([]);
      if (entry.kind === 'step') runs.at(-1)?.push(entry);
    }
  } catch {
    // A trace that is being written, or was damaged, is no evidence.
  }
  return runs;
}

interface Use {
  name: string;
  /** Null when its manual was opened. */
  args: Record<string, unknown> | null;
  code: string | null;
  message: string;
  /** Place among the run's steps. */
  at: number;
}

/** What runs show of every skill that was named in them; `callable` are the names of skills with a program. */
export function observe(runs: readonly (readonly Step[])[], callable: ReadonlySet<string>): Map<string, SkillUse> {
  const uses = new Map<string, SkillUse>();
  const of = (name: string): SkillUse => {
    const known = uses.get(name) ?? { calls: 0, wrongArguments: 0, retries: 0, failed: 0, abandoned: 0, mistakes: [], instead: new Map<string, number>(), misnamed: new Map<string, number>() };
    uses.set(name, known);
    return known;
  };
  for (const steps of runs) {
    const made = steps.flatMap((step, at) => useOf(step, at) ?? []);
    for (const [index, use] of made.entries()) {
      const later = made.slice(index + 1);
      if (use.code === 'NOT_FOUND') {
        const next = later.find(({ code }) => code === null);
        if (next && next.name !== use.name) count(of(next.name).misnamed, use.name);
        continue;
      }
      const seen = of(use.name);
      if (use.args) seen.calls += 1;
      if (use.args && made.slice(0, index).reverse().find(({ name, args }) => name === use.name && args)?.code) seen.retries += 1;
      if (use.code === 'INVALID_PARAM') {
        seen.wrongArguments += 1;
        seen.mistakes.push({ fault: use.message, right: later.find(({ name, args, code }) => name === use.name && args && code === null)?.args ?? null });
      } else if (use.code !== null && !THEIRS.has(use.code)) seen.failed += 1;
    }
    for (const name of new Set(made.filter(({ code }) => code !== 'NOT_FOUND').map((use) => use.name))) {
      const mine = made.filter((use) => use.name === name);
      const last = mine.at(-1);
      const gave = mine.some(({ args, code }) => code === null && (args !== null || !callable.has(name)));
      if (!last || gave || THEIRS.has(last.code ?? '')) continue;
      const after = steps.slice(last.at + 1).some(({ result, tool }) => result?.status !== 'error' && tool !== 'TodoWrite' && tool !== 'AskUser');
      if (!after) continue;
      of(name).abandoned += 1;
      const other = made.find((use) => use.at > last.at && use.name !== name && use.code === null);
      if (other) count(of(name).instead, other.name);
    }
  }
  return uses;
}

/** A step as a use of a skill; null when it is none: another tool, a search, a look at a task, one that has no end. */
function useOf({ tool, arguments: given, result }: Step, at: number): Use | null {
  if (tool !== 'Skill' || !result || typeof given !== 'object' || given === null) return null;
  const { name, args } = given as { name?: unknown; args?: unknown };
  if (typeof name !== 'string' || name === '?') return null;
  const object = typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as Record<string, unknown>) : null;
  if (object && 'task_id' in object) return null;
  return { name, args: object, code: result.status === 'error' ? (result.error?.code ?? 'EXECUTION_ERROR') : null, message: result.error?.message ?? '', at };
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
