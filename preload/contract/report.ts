import { z } from 'zod';

/** One file as a run left it, compared with what it was before the run. */
export const reportFileSchema = z.object({
  path: z.string(),
  /** `saved`: by a program that the run used, so it can't be undone here. */
  kind: z.enum(['created', 'modified', 'deleted', 'renamed', 'saved']),
  /** Where a moved file was. */
  from: z.string().optional(),
  /** Lines added and removed; null where the content is no text, or not known from before. */
  lines: z.object({ added: z.number(), removed: z.number() }).nullable(),
});
export type ReportFile = z.infer<typeof reportFileSchema>;

/** What a run did, by the evidence of its journal and its results; nothing in it is the model's word. */
export const reportSchema = z.object({
  files: z.array(reportFileSchema),
  commands: z.array(
    z.object({
      command: z.string(),
      /** null while it runs, and when something else than itself ended it. */
      exit_code: z.number().nullable(),
      state: z.enum(['ended', 'running', 'timeout', 'stopped']),
    }),
  ),
  /** `tests`: a command that tests. `read_back`: a file read after its last change. */
  checks: z.array(
    z.object({
      kind: z.enum(['tests', 'read_back']),
      what: z.string(),
      passed: z.boolean(),
      /** Files were changed after it. */
      outdated: z.boolean(),
    }),
  ),
  /** Changed files that nothing checked after their last change. */
  unchecked: z.array(z.string()),
  /** Calls that were refused or failed and never succeeded, and steps of the plan that are open. */
  not_done: z.array(z.object({ what: z.string(), code: z.string() })),
  /** Sentences of the answer that claim what the evidence does not bear. */
  unverified: z.array(z.object({ claim: z.string(), kind: z.enum(['file', 'sent', 'tested']), why: z.string() })),
  /** Paths that were changed without a way back. */
  no_undo: z.array(z.string()),
  /** All of it in the person's language, one line a kind. */
  text: z.string(),
});
export type Report = z.infer<typeof reportSchema>;
