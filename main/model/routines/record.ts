import path from 'node:path';
import type { Envelope } from '../../../preload/contract/envelope';
import type { TraceRecord } from '../../store/trace';
import { entriesOf, type Step } from '../../store/trace/steps';
import { focusOf, sight, type SeenElement } from '../planner/results';
import type { CallStep, Routine, RoutineStep, Target } from './routine';

/** Why a run can't become a routine; `code` is a key of main/locales. */
export class NotRecordable extends Error {
  constructor(
    readonly code: 'routine.no_run' | 'routine.nothing' | 'routine.by_point',
    readonly step = 0,
  ) {
    super(code);
    this.name = 'NotRecordable';
  }
}

/** Calls that only look, or keep books: the replay looks for itself. */
const LOOKING = new Set(['Observe', 'LS', 'Glob', 'Grep', 'TodoWrite', 'AskUser']);
/** What the planner does after entering a table to settle texts; entering other rows does it as they need it. */
const SETTLING_KEYS = new Set(['ctrl+home ctrl+shift+end', 'shift+escape', 'enter', 'escape', 'enter escape', 'ctrl+shift+t']);
const SETTLING_TEXT = /^(?:Formula to Value|[A-Z]{1,3}\d+\n|=.*)$/s;

/**
 * The routine of a trace's last completed run: its calls that did something, elements by role, name
 * and window, the window that had the focus after each, and blanks for the file that was saved and
 * the rows that were entered.
 * @throws NotRecordable
 */
export function recordRoutine(name: string, session: string, records: readonly TraceRecord[], now: Date): Routine {
  const run = lastCompleted(records);
  const file = savedFile(run);
  const blanks: Record<string, string> = file === null ? {} : { file };
  const named = (text: string): string => (file === null ? text : blankFile(text, file));
  const steps: RoutineStep[] = [];
  let elements = new Map<string, SeenElement>();
  let window = '';
  let rows: string[] = [];
  let settling = false;
  for (const step of run) {
    const args = step.arguments as Record<string, unknown>;
    if (step.tool === 'Observe' && step.result) {
      elements = new Map(sight(step.result).elements.map((element) => [element.ref, element]));
      window = sight(step.result).windows.find(({ active }) => active)?.title ?? window;
    }
    if (!step.result || step.result.status === 'error' || LOOKING.has(step.tool) || isActivation(step.tool, args)) continue;
    const after = expectationOf(step.result, named);
    if (isRows(step, args)) {
      rows = [...rows, ...String(args['text']).split('\n').filter((line) => line !== '')];
      if (!settling) steps.push({ kind: 'rows', why: step.why, ...after });
      settling = true;
      continue;
    }
    if (settling && isSettling(args)) continue;
    settling = false;
    if (args['action'] === 'wait') {
      // What was waited for is the effect of the step before.
      Object.assign(steps.at(-1) ?? {}, after);
      continue;
    }
    steps.push({ kind: 'call', why: named(step.why), tool: step.tool, ...identified(step, args, elements, window, named), ...after });
    window = focusOf(step.result).window || window;
  }
  if (steps.length === 0) throw new NotRecordable('routine.nothing');
  if (rows.length > 0) blanks['rows'] = rows.map((row) => row.split('\t').map(asWritten).join('\t')).join('\n');
  return { format: 'deskwright-routine', version: 1, name, created: now.toISOString(), from: session, blanks, steps };
}

function lastCompleted(records: readonly TraceRecord[]): Step[] {
  const entries = entriesOf(records);
  const end = entries.map((entry) => entry.kind === 'line' && entry.type === 'run_end' && entry.code === 'completed').lastIndexOf(true);
  if (end === -1) throw new NotRecordable('routine.no_run');
  const start = entries.slice(0, end).map((entry) => entry.kind === 'line' && entry.type === 'run_start').lastIndexOf(true);
  return entries.slice(start + 1, end).filter((entry): entry is Step => entry.kind === 'step');
}

/** A skill named without arguments is read, not run; one asked for a task it began looks, too. */
function isActivation(tool: string, args: Record<string, unknown>): boolean {
  const given = args['args'];
  return tool === 'Skill' && (typeof given !== 'object' || given === null || 'task_id' in given || args['name'] === '?');
}

/** The absolute path with an ending that was typed into a dialog; else the file that was written. */
function savedFile(steps: readonly Step[]): string | null {
  const texts = steps.flatMap(({ tool, arguments: args }) => (tool === 'Computer' ? [String((args as Record<string, unknown>)['text'] ?? '')] : []));
  const written = steps.find(({ tool, result }) => tool === 'Write' && result?.status !== 'error')?.arguments as { path?: unknown } | undefined;
  return texts.find((text) => path.isAbsolute(text) && /\.\w{2,5}$/.test(text) && !text.includes('\n')) ?? (typeof written?.path === 'string' ? written.path : null);
}

/** Every mention of the file: its path, its name and its name without the ending. */
function blankFile(text: string, file: string): string {
  const { base } = path.parse(file);
  return text.replaceAll(file, '{file}').replaceAll(base, '{file_name}');
}

function expectationOf(result: Envelope, named: (text: string) => string): { expect?: { window: string } } {
  const { window } = focusOf(result);
  return window === '' ? {} : { expect: { window: named(window) } };
}

function isRows({ tool }: Step, args: Record<string, unknown>): boolean {
  return tool === 'Computer' && args['action'] === 'type' && /\t.*\n/.test(String(args['text']));
}

function isSettling(args: Record<string, unknown>): boolean {
  if (args['action'] === 'key') return SETTLING_KEYS.has(String(args['keys']));
  return args['action'] === 'wait' || (args['action'] === 'type' && SETTLING_TEXT.test(String(args['text'])));
}

/** The call's arguments, its element by what it is. A point alone says nothing about another screen. */
function identified(step: Step, args: Record<string, unknown>, elements: ReadonlyMap<string, SeenElement>, window: string, named: (text: string) => string): Pick<CallStep, 'arguments' | 'target'> {
  const { ref, capture: _capture, ...rest } = args;
  const kept = blankDeep(rest, named) as Record<string, unknown>;
  // A tool takes the whole path, wherever the workspace of another run is.
  if (kept['path'] === '{file_name}') kept['path'] = '{file}';
  if (step.tool === 'Computer' && typeof rest['x'] === 'number') throw new NotRecordable('routine.by_point', step.number);
  if (typeof ref !== 'string') return { arguments: kept };
  const element = elements.get(ref);
  if (!element?.name) throw new NotRecordable('routine.by_point', step.number);
  const target: Target = { role: element.role, name: named(element.name), window: named(window) };
  return { arguments: kept, target };
}

function blankDeep(value: unknown, named: (text: string) => string): unknown {
  if (typeof value === 'string') return named(value);
  if (Array.isArray(value)) return value.map((item) => blankDeep(item, named));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, blankDeep(item, named)]));
}

/** A cell as a person writes it: without what only typing needed. */
function asWritten(cell: string): string {
  const literal = /^="((?:[^"]|"")*)"$/.exec(cell);
  return literal ? (literal[1] ?? '').replaceAll('""', '"') : cell.replace(/^'/, '');
}
