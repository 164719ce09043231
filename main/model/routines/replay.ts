import path from 'node:path';
import type { Envelope } from '../../../preload/contract/envelope';
import type { Phrase } from '../../locales/say';
import { compareSheet } from '../planner/office/compare';
import { enterTable } from '../planner/office/enter-table';
import { sheetOf } from '../planner/office/read-back';
import { focusOf, sight } from '../planner/results';
import { createWork, Halt, type Ending, type Plan, type Work } from '../planner/script';
import type { PlannedCell } from '../planner/task';
import { planCell } from '../planner/understand/cell';
import { takeTable } from '../planner/understand/table';
import { fill, fillDeep, type CallStep, type Routine, type Target } from './routine';

/** What was met that the recorded run had not met. */
export class Drift extends Error {
  constructor(
    readonly code: Extract<Phrase, `routine.drift.${string}`>,
    readonly values: Record<string, string>,
  ) {
    super(code);
    this.name = 'Drift';
  }
}

/** Looks at a window this often before it counts as another than expected. */
const MOST_WAITS = 3;

export interface Replay {
  routine: Routine;
  /** Blanks as the person filled them; the others are as they were recorded. */
  values: Readonly<Record<string, string>>;
  workspace: string;
  /** Told when the replay can't go on; the rest is then somebody else's. */
  onDrift(drift: Drift, step: number): void;
}

/** Does a routine again, step by step; ends with what was done, or with what was met and what is left. */
export function* replayPlan(replay: Replay, language: Work['language'], tools: string[], today: Date): Plan<Ending> {
  const { routine } = replay;
  const work = createWork(language, tools, today);
  const values = valuesOf(replay);
  let at = 0;
  try {
    yield* untouched(work, values);
    for (const [index, step] of routine.steps.entries()) {
      at = index;
      const why = fill(step.why, values);
      const expected = step.expect ? fill(step.expect.window, values) : null;
      if (step.kind === 'rows') yield* enterRows(work, rowsOf(values['rows'] ?? ''), expected);
      else yield* callAgain(work, step, why, values, expected);
      work.done.push(why);
    }
    at = routine.steps.length;
    const wrong = yield* differencesOf(work, values);
    if (wrong.length > 0) throw new Drift('routine.drift.file', { what: wrong.join(', ') });
    const checked = values['file'] !== undefined && values['rows'] !== undefined;
    return { text: work.say(checked ? 'routine.done' : 'routine.done_steps', { name: routine.name, steps: routine.steps.length, file: values['file'] ?? '-' }), unmet: false };
  } catch (error) {
    const drift = error instanceof Halt ? new Drift('routine.drift.refused', { what: error.doing, reason: error.message }) : error;
    if (!(drift instanceof Drift)) throw error;
    replay.onDrift(drift, at);
    const left = routine.steps.slice(at).map((step) => `- ${fill(step.why, values)}`);
    return { text: [work.say('routine.stopped', { name: routine.name, step: at + 1, steps: routine.steps.length, why: work.say(drift.code, drift.values) }), work.say('routine.left'), ...left].join('\n'), unmet: true };
  }
}

/** Every blank filled; `file` is an absolute path, and `file_name` the name in it. */
export function valuesOf({ routine, values, workspace }: Pick<Replay, 'routine' | 'values' | 'workspace'>): Record<string, string> {
  const all = { ...routine.blanks, ...values };
  const { file } = all;
  return file === undefined ? all : { ...all, file: path.resolve(workspace, file), file_name: path.basename(file) };
}

/** A file that is there already is not replaced by a routine: nobody was asked. */
function* untouched(work: Work, values: Record<string, string>): Plan<void> {
  const { file } = values;
  if (file === undefined) return;
  const found = yield* say(work, work.say('routine.looking', { file }), 'LS', { path: path.dirname(file), include_hidden: true, limit: 1000 });
  const entries = (found.data['entries'] as { name?: string }[] | undefined) ?? [];
  if (entries.some(({ name }) => name === path.basename(file))) throw new Drift('routine.drift.exists', { file });
}

function* callAgain(work: Work, step: CallStep, why: string, values: Record<string, string>, expected: string | null): Plan<void> {
  const args = fillDeep(step.arguments, values) as Record<string, unknown>;
  const ref = step.target ? { ref: yield* refOf(work, step.target, why, values) } : {};
  const envelope = yield* say(work, why, step.tool, { ...args, ...ref });
  if (envelope.status === 'error') throw new Drift('routine.drift.failed', { what: why, code: envelope.error?.code ?? '', reason: envelope.text });
  if (expected !== null) yield* untilWindow(work, envelope, expected, why);
}

/** The element that has this role and name now. */
function* refOf(work: Work, target: Target, why: string, values: Record<string, string>): Plan<string> {
  const name = fill(target.name, values);
  const seen = sight(yield* say(work, why, 'Observe', { what: 'elements' }));
  const found = seen.elements.filter((element) => element.role === target.role && element.name === name);
  const [element] = found;
  const window = seen.windows.find(({ active }) => active)?.title ?? '';
  if (!element || found.length > 1 || !sameWindow(window, fill(target.window, values))) throw new Drift('routine.drift.element', { role: target.role, name, window });
  return element.ref;
}

/** The effect of a step is the window that then has the focus; a slow program is waited for. */
function* untilWindow(work: Work, first: Envelope, expected: string, why: string): Plan<void> {
  let window = focusOf(first).window;
  for (let wait = 0; wait < MOST_WAITS && !sameWindow(window, expected); wait++) {
    window = focusOf(yield* say(work, why, 'Computer', { action: 'wait', text: '1' })).window;
  }
  if (sameWindow(window, expected)) return;
  // An act tells where the focus is, but not of every window; a look does.
  const { windows, elements } = sight(yield* say(work, why, 'Observe', { what: 'elements' }));
  const active = windows.find((each) => each.active)?.title ?? '';
  if (sameWindow(active, expected)) return;
  const words = elements.filter(({ role, name }) => /label|alert|text/.test(role) && name !== '').map(({ name }) => name);
  throw new Drift('routine.drift.window', { window: [active || window || '?', ...words].join(' — ').slice(0, 300), expected });
}

/** Numbers of untitled documents differ from run to run. */
function sameWindow(found: string, expected: string): boolean {
  const plain = (title: string): string => title.replace(/\d+/g, '#').trim();
  return plain(found) === plain(expected);
}

/** Enters a table as the planner does; a window that is not the document's ends it before another key. */
function* enterRows(work: Work, rows: PlannedCell[][], expected: string | null): Plan<void> {
  const plan = enterTable(work, rows);
  let next = plan.next();
  while (!next.done) {
    const step = next.value;
    const envelope = yield step;
    if (!envelope) throw new Error('A call that is no aside was left without its result.');
    const window = step.tool === 'Computer' ? focusOf(envelope).window : '';
    if (expected !== null && window !== '' && !sameWindow(window, expected)) throw new Drift('routine.drift.window', { window, expected });
    next = plan.next(envelope);
  }
}

/** What the saved file holds otherwise than asked, by cell. */
function* differencesOf(work: Work, values: Record<string, string>): Plan<string[]> {
  const { file, rows } = values;
  if (file === undefined || rows === undefined) return [];
  const ending = path.extname(file).slice(1).toLowerCase();
  const sheet = yield* sheetOf(work, { file, absolute: file, ending, replaces: false, instead: null });
  if (!sheet) return [file];
  return compareSheet(rowsOf(rows), sheet, ending === 'csv').differences.map(({ cell }) => cell);
}

/** Rows as a person writes them: a Markdown table, tab-separated or comma-separated lines. */
export function rowsOf(text: string): PlannedCell[][] {
  const table = takeTable(text)?.rows ?? text.split(/\r?\n/).filter(Boolean).map((line) => line.split('\t'));
  const width = Math.max(...table.map((row) => row.length));
  return table.map((row) => Array.from({ length: width }, (_none, column) => planCell(row[column] ?? '')));
}

function* say(work: Work, why: string, tool: string, args: Record<string, unknown>): Plan<Envelope> {
  const envelope = yield { why, tool, arguments: args };
  if (!envelope) throw new Error('A call that is no aside was left without its result.');
  if (envelope.error && ['DENIED', 'FORBIDDEN', 'CANCELLED'].includes(envelope.error.code)) throw new Halt(envelope, why);
  return envelope;
}
