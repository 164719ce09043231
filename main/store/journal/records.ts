import { z } from 'zod';

/**
 * What stood at a path at one moment. `hash` is the SHA-256 of the content (hex), or, for a file too
 * large to be read, its identity on disk (`stat:…`): good for telling a change, not for bringing it back.
 */
export const imageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('absent') }),
  z.object({ type: z.literal('file'), hash: z.string(), size: z.number(), mode: z.number() }),
  z.object({ type: z.literal('link'), target: z.string() }),
  z.object({ type: z.literal('folder'), mode: z.number() }),
]);
export type Image = z.infer<typeof imageSchema>;

/**
 * One path that a change touched. `kept`: the content before can be put back (always so where there
 * was none). With `from`, the file that stood there was moved to `path`, where nothing had been.
 */
export const effectSchema = z.object({ path: z.string(), before: imageSchema, after: imageSchema, kept: z.boolean(), from: z.string().optional() });
export type Effect = z.infer<typeof effectSchema>;

export const changeKinds = ['created', 'modified', 'deleted', 'renamed'] as const;

/** One change as a person would count it: a file created with its folders is one, a file moved is one. */
export const changeSchema = z.object({
  type: z.literal('change'),
  /** From 1, in the order of the session. */
  number: z.number().int().positive(),
  at: z.string(),
  /** Number of the run in its session, from 1. */
  run: z.number(),
  /** Id of the call that made it. */
  call: z.string(),
  tool: z.string(),
  kind: z.enum(changeKinds),
  /** Absolute real path; where a moved file is now. */
  path: z.string(),
  /** Where a moved file was. */
  from: z.string().optional(),
  /** In the order in which they came about. */
  effects: z.array(effectSchema).min(1),
  /** Lines added and removed; absent where the content is no text. */
  lines: z.object({ added: z.number(), removed: z.number() }).optional(),
  /** Seen while something ran in the background, or after a crash: it may be the person's own. */
  uncertain: z.boolean().optional(),
  /** Where the new content was prepared: whatever is left there after a crash is ours to remove. */
  temporary: z.string().optional(),
  /** The file was written in place (hard links), so a crash can leave it torn. */
  in_place: z.boolean().optional(),
});
export type ChangeRecord = z.infer<typeof changeSchema>;

/** A line of `journal.jsonl`. */
export const journalRecordSchema = z.discriminatedUnion('type', [
  changeSchema,
  z.object({ type: z.literal('run'), at: z.string(), run: z.number(), task: z.string() }),
  /** A change was taken back (`undo`) or made again (`redo`). */
  z.object({ type: z.enum(['undo', 'redo']), at: z.string(), change: z.number() }),
  /** A change that was noted but never came about. */
  z.object({ type: z.literal('void'), at: z.string(), change: z.number() }),
  /** What was kept of changes up to this number was given up to stay within the journal's bounds. */
  z.object({ type: z.literal('dropped'), at: z.string(), up_to: z.number() }),
  /** A command's changes could not all be recorded. */
  z.object({ type: z.literal('uncovered'), at: z.string(), run: z.number(), call: z.string(), what: z.array(z.string()) }),
]);
export type JournalRecord = z.infer<typeof journalRecordSchema>;

export const absent: Image = { type: 'absent' };

/** Whether two images are the same thing with the same content; the mode of a file is compared apart. */
export function sameContent(one: Image, other: Image): boolean {
  if (one.type !== other.type) return false;
  if (one.type === 'file' && other.type === 'file') return one.hash === other.hash;
  if (one.type === 'link' && other.type === 'link') return one.target === other.target;
  return true;
}

/** `sameContent`, and the same mode. */
export function sameImage(one: Image, other: Image): boolean {
  return sameContent(one, other) && (!('mode' in one) || !('mode' in other) || one.mode === other.mode);
}
