import { z } from 'zod';
import { sessionIdSchema } from './sessions';

const nameSchema = z.string().trim().min(1).max(80);
/** A blank's name in the file: `file`, `rows`, `text_1`. */
const keySchema = z.string().regex(/^\w{1,40}$/);
const valueSchema = z.string().max(100_000);

/** One step in what it does, as it was in the recorded run. */
export const routineStepSchema = z.object({
  /** What was said to it; may be ''. */
  why: z.string(),
  /** '' where a table is entered. */
  tool: z.string(),
  arguments: z.unknown(),
  /** Name of the element it is about. */
  target: z.string().nullable(),
});
export type RoutineStepView = z.infer<typeof routineStepSchema>;

/** A kept routine: a run that can be done again with other values. */
export const routineViewSchema = z.object({
  name: z.string(),
  /** ISO 8601; '' when it can't be read. */
  created: z.string(),
  /** What is asked before it runs: what the person calls it ('' for the usual name of `file` and `rows`), and what it was. */
  blanks: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
  steps: z.array(routineStepSchema),
  /** Why it can't be run, in the person's language; '' when it can. */
  problem: z.string(),
});
export type RoutineView = z.infer<typeof routineViewSchema>;

/** What a run would become: its steps, and what may be another each time; `found` ones are blanks unless the person says otherwise. */
export const routineDraftSchema = z.object({
  blanks: z.array(z.object({ key: z.string(), value: z.string(), found: z.boolean() })),
  steps: z.array(routineStepSchema),
});
export type RoutineDraft = z.infer<typeof routineDraftSchema>;

export const saveRoutineSchema = z.object({
  session: sessionIdSchema,
  name: nameSchema,
  blanks: z.array(z.object({ key: keySchema, label: z.string().trim().max(80) })).max(40),
});
export type SaveRoutine = z.infer<typeof saveRoutineSchema>;

export const renameRoutineSchema = z.object({ name: nameSchema, to: nameSchema });
export type RenameRoutine = z.infer<typeof renameRoutineSchema>;

export const routineNameSchema = nameSchema;

export const runRoutineSchema = z.object({ name: nameSchema, values: z.record(keySchema, valueSchema) });
export type RunRoutine = z.infer<typeof runRoutineSchema>;
