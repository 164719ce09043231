import { fill, fillDeep, type Routine, type RoutineStep } from './routine';

/** Something in a recorded run that may be another each time. */
export interface FoundBlank {
  /** Name in the routine: `file`, `rows`, or `text_1` and so on for a text of its steps. */
  key: string;
  /** What it was in the recorded run. */
  value: string;
  /** Whether recording found it, so that it is a blank unless the person says otherwise. */
  found: boolean;
}

/** Arguments whose words steer a tool: another value would be another action. */
const STEERING = new Set(['action', 'keys', 'what', 'status', 'capture', 'background', 'include', 'role', 'task_id']);
const MOST_TEXTS = 30;
const LONGEST_TEXT = 4_000;

/** The blanks of a routine, and the texts of its steps that the person can make blanks of. */
export function findBlanks(routine: Routine): FoundBlank[] {
  const known = Object.entries(routine.blanks).map(([key, value]) => ({ key, value, found: true }));
  const texts = new Set(routine.steps.flatMap((step) => (step.kind === 'call' ? textsOf(step.arguments) : [])));
  const usable = [...texts].filter((text) => text.trim().length > 1 && text.length <= LONGEST_TEXT && !/\{\w+\}/.test(text));
  return [...known, ...usable.slice(0, MOST_TEXTS).map((value, index) => ({ key: `text_${index + 1}`, value, found: false }))];
}

/**
 * The routine with just these blanks, called what the person calls them. What is left out is what it
 * was in the recorded run; a text becomes a blank wherever the steps have it, the longest first.
 */
export function withBlanks(routine: Routine, chosen: readonly { key: string; label: string }[]): Routine {
  const offered = new Map(findBlanks(routine).map((blank) => [blank.key, blank]));
  const kept = chosen.flatMap(({ key, label }) => {
    const blank = offered.get(key);
    return blank ? [{ ...blank, label: label.trim() }] : [];
  });
  const texts = kept.filter(({ found }) => !found).sort((one, other) => other.value.length - one.value.length);
  const blanked = (text: string): string => texts.reduce((left, { key, value }) => outsideBlanks(left, (part) => part.replaceAll(value, `{${key}}`)), text);
  return {
    ...routine,
    blanks: { ...routine.blanks, ...Object.fromEntries(texts.map(({ key, value }) => [key, value])) },
    labels: Object.fromEntries(kept.filter(({ label }) => label !== '').map(({ key, label }) => [key, label])),
    fixed: Object.keys(routine.blanks).filter((key) => !kept.some((blank) => blank.key === key)),
    steps: routine.steps.map((step) => mapTexts(step, blanked)),
  };
}

/** A step as it was in the recorded run, for showing it. */
export function stepAsRecorded(routine: Routine, step: RoutineStep): { why: string; tool: string; arguments: unknown; target: string | null } {
  const { file } = routine.blanks;
  const values: Record<string, string> = { ...routine.blanks, ...(file === undefined ? {} : { file_name: file.split(/[/\\]/).at(-1) ?? file }) };
  const why = fill(step.why, values);
  if (step.kind === 'rows') return { why, tool: '', arguments: { text: values['rows'] ?? '' }, target: null };
  return { why, tool: step.tool, arguments: fillDeep(step.arguments, values), target: step.target ? fill(step.target.name, values) : null };
}

function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return STEERING.has(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsOf(item, name));
}

function mapTexts(step: RoutineStep, change: (text: string) => string): RoutineStep {
  const expect = step.expect ? { expect: { window: change(step.expect.window) } } : {};
  if (step.kind === 'rows') return { ...step, why: change(step.why), ...expect };
  const target = step.target ? { target: { ...step.target, name: change(step.target.name), window: change(step.target.window) } } : {};
  return { ...step, why: change(step.why), arguments: mapDeep(step.arguments, change) as Record<string, unknown>, ...target, ...expect };
}

function mapDeep(value: unknown, change: (text: string) => string, key = ''): unknown {
  if (typeof value === 'string') return STEERING.has(key) ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => mapDeep(item, change, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapDeep(item, change, name)]));
}

/** A blank that is there already keeps its name, whatever is looked for. */
function outsideBlanks(text: string, change: (part: string) => string): string {
  return text.split(/(\{\w+\})/).map((part, index) => (index % 2 === 1 ? part : change(part))).join('');
}
