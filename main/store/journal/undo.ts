import type { Blobs } from './blobs';
import { judge, stepOf, take, type Reason, type Step, type Verdict } from './apply-effect';
import { imageOf } from './image';
import type { Change, JournalWriter } from './journal-file';
import { sameContent, type Image } from './records';

/** What became of one change in an undo or a redo, or what would become of it. */
export interface UndoItem {
  number: number;
  /** `done`: all of it; `partly`: what could be; `left`: nothing was touched. */
  result: 'done' | 'partly' | 'left';
  /** What stays as it is and why. */
  left: { path: string; why: Reason; detail?: string }[];
}

export interface UndoOptions {
  direction: 'undo' | 'redo';
  /** Content that goes away is kept up to this size, bytes, so that the step can be taken back. */
  largestKept: number;
  /** Looks only. */
  dryRun?: boolean;
  /** The person chose this very change, so one that may be their own is meant. */
  chosen?: boolean;
}

/**
 * Takes changes back (newest first) or makes them again (oldest first). A path is touched only if it
 * holds exactly what the change left there; everything else is left alone and said. Recorded as it
 * happens, so that a crash in between leaves each change done or not done.
 */
export async function undoChanges(all: readonly Change[], numbers: ReadonlySet<number>, blobs: Blobs, writer: JournalWriter, options: UndoOptions): Promise<UndoItem[]> {
  const { direction, dryRun = false } = options;
  const order = all.filter(({ number, state }) => numbers.has(number) && state === (direction === 'undo' ? 'made' : 'undone'));
  if (direction === 'undo') order.reverse();
  const assumed = dryRun ? new Map<string, Image>() : undefined;
  const items: UndoItem[] = [];
  for (const change of order) {
    const item = await one(change, blobs, options, assumed);
    item.left = await Promise.all(item.left.map((left) => explain(left, change, all, direction)));
    if (item.result !== 'left' && !dryRun) await writer.append({ type: direction, at: new Date().toISOString(), change: change.number });
    items.push(item);
  }
  return items;
}

async function one(change: Change, blobs: Blobs, options: UndoOptions, assumed?: Map<string, Image>): Promise<UndoItem> {
  const { number } = change;
  if (change.uncertain && !options.chosen) return { number, result: 'left', left: [{ path: change.path, why: 'maybe_yours' }] };
  const steps = change.effects.map((effect) => stepOf(effect, options.direction));
  if (options.direction === 'undo') steps.reverse();
  const left: UndoItem['left'] = [];
  for (const step of steps) {
    const verdict = await judge(step, blobs, assumed);
    left.push(...leftOf(step, verdict));
    if (verdict.kind !== 'go') continue;
    if (assumed) {
      assumed.set(step.path, step.to);
      if (step.target !== undefined) assumed.set(step.target, step.from);
    } else {
      await take(step, blobs, options.largestKept).catch((error: unknown) => {
        left.push({ path: step.path, why: 'failed', detail: error instanceof Error ? error.message : String(error) });
      });
    }
  }
  return { number, result: left.length === 0 ? 'done' : left.length === steps.length ? 'left' : 'partly', left };
}

function leftOf({ path }: Step, verdict: Verdict): UndoItem['left'] {
  if (verdict.kind !== 'left') return [];
  const { why, detail } = verdict;
  return [detail === undefined ? { path, why } : { path, why, detail }];
}

/** What looks like the person's change may be a later one of ours, which has to be taken back first. */
async function explain(left: UndoItem['left'][number], change: Change, all: readonly Change[], direction: 'undo' | 'redo'): Promise<UndoItem['left'][number]> {
  if (left.why !== 'changed_since' || direction === 'redo') return left;
  const made = all.filter(({ number, state }) => number > change.number && state === 'made');
  const effects = made.flatMap(({ number, effects: own }) => own.filter(({ path, from }) => path === left.path || from === left.path).map((effect) => ({ number, effect })));
  const latest = effects.at(-1);
  if (!latest) return left;
  const { path, after } = latest.effect;
  const now = await imageOf(path, after).catch(() => null);
  const later = now !== null && sameContent(after, now) ? latest : undefined;
  return later ? { path: left.path, why: 'later_change', detail: String(later.number) } : left;
}
