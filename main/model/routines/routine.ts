import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../../store/atomic-write';

/** Where a step of the recorded run ended: the window that had the focus then. Blanks stand for what may differ. */
const expectSchema = z.object({ window: z.string() });

/** An element by what it is, wherever it stands: its role and name, in a window of this title. */
const targetSchema = z.object({ role: z.string(), name: z.string(), window: z.string() });

const callSchema = z.object({
  kind: z.literal('call'),
  why: z.string(),
  tool: z.string(),
  /** Strings in it may hold blanks: `{file}`. A `ref` is not kept: `target` finds the element again. */
  arguments: z.record(z.string(), z.unknown()),
  target: targetSchema.optional(),
  expect: expectSchema.optional(),
});

export const routineSchema = z.object({
  format: z.literal('deskwright-routine'),
  version: z.literal(1),
  name: z.string(),
  created: z.string(),
  /** Session it was recorded from. */
  from: z.string(),
  /** What may be another each time, with what it was in the recorded run. `rows` are lines of tab-separated cells. */
  blanks: z.record(z.string(), z.string()),
  /** What the person calls a blank. */
  labels: z.record(z.string(), z.string()).optional(),
  /** Blanks that the person left as they were: nobody is asked for them. */
  fixed: z.array(z.string()).optional(),
  steps: z.array(z.discriminatedUnion('kind', [callSchema, z.object({ kind: z.literal('rows'), why: z.string(), expect: expectSchema.optional() })])),
});
export type Routine = z.infer<typeof routineSchema>;
export type RoutineStep = Routine['steps'][number];
export type CallStep = Extract<RoutineStep, { kind: 'call' }>;
export type Target = z.infer<typeof targetSchema>;

/** Names become file names: letters of any script, digits, blanks, dots and dashes. */
export function isRoutineName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name) && !name.includes('..');
}

/** Where a routine of that name is kept. */
export function routineFile(dataFolder: string, name: string): string {
  return path.join(dataFolder, 'routines', `${name}.json`);
}

/** Keeps a routine; one of the same name is replaced. */
export function storeRoutine(dataFolder: string, routine: Routine): string {
  const file = routineFile(dataFolder, routine.name);
  writeAtomically(file, `${JSON.stringify(routine, null, 2)}\n`);
  return file;
}

/** A stored routine; null when there is none of that name. Throws when its file is none. */
export function readRoutine(dataFolder: string, name: string): Routine | null {
  if (!isRoutineName(name)) return null;
  const file = routineFile(dataFolder, name);
  return existsSync(file) ? routineSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** The names of the stored routines. */
export function routineNames(dataFolder: string): string[] {
  const folder = path.join(dataFolder, 'routines');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)).sort() : [];
}

/** A text with its blanks filled. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : blank));
}

/** The same for every string inside a value. */
export function fillDeep(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return fill(value, values);
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillDeep(item, values)]));
}
