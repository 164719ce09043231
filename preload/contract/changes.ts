import { z } from 'zod';

/** One change of a session to files, as the window and the command line list it. */
export const changeViewSchema = z.object({
  /** From 1, in the order of the session. */
  number: z.number(),
  /** Number of the run in its session, from 1. */
  run: z.number(),
  /** ISO 8601. */
  at: z.string(),
  tool: z.string(),
  kind: z.enum(['created', 'modified', 'deleted', 'renamed']),
  path: z.string(),
  /** Where a moved file was. */
  from: z.string().nullable(),
  /** Files and folders it touched. */
  count: z.number(),
  /** Lines added and removed; null where the content is no text. */
  lines: z.object({ added: z.number(), removed: z.number() }).nullable(),
  state: z.enum(['made', 'undone']),
  /** It may be the person's own work: found after a crash, or while something ran in the background. */
  uncertain: z.boolean(),
  /** What was before is no longer kept. */
  dropped: z.boolean(),
});
export type ChangeView = z.infer<typeof changeViewSchema>;

/** The changes of a session, oldest first, and what commands changed without a way back. */
export const changeListSchema = z.object({ changes: z.array(changeViewSchema), uncovered: z.array(z.string()) });
export type ChangeList = z.infer<typeof changeListSchema>;

export const listChangesSchema = z.object({ session: z.string() });
export type ListChanges = z.infer<typeof listChangesSchema>;

export const showChangeSchema = z.object({ session: z.string(), change: z.number().int().positive() });
export type ShowChange = z.infer<typeof showChangeSchema>;

/** Which changes to take back or to make again: one, those of one run, or (neither given) all. */
export const undoChangesSchema = z.object({
  session: z.string(),
  change: z.number().int().positive().optional(),
  run: z.number().int().positive().optional(),
  direction: z.enum(['undo', 'redo']),
});
export type UndoChanges = z.infer<typeof undoChangesSchema>;

/** What became of one change. Sentences are in the person's language. */
export const undoneSchema = z.object({
  number: z.number(),
  kind: changeViewSchema.shape.kind,
  path: z.string(),
  /** `done`: all of it; `partly`: what could be; `left`: nothing was touched. */
  result: z.enum(['done', 'partly', 'left']),
  /** What stays as it is, and why. */
  left: z.array(z.object({ path: z.string(), code: z.string(), why: z.string() })),
});
export type Undone = z.infer<typeof undoneSchema>;
