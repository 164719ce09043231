import { z } from 'zod';
import { bytesSchema } from './bytes';

/** How much harm a call could do; see the table in README, "The gate". */
export const levels = ['observe', 'reversible', 'risky', 'consequential', 'forbidden'] as const;
export const levelSchema = z.enum(levels);
export type Level = z.infer<typeof levelSchema>;

/** careful: all but observe asks. balanced: risky and above ask. hands_off: only consequential asks. */
export const approvalModeSchema = z.enum(['careful', 'balanced', 'hands_off']);
export type ApprovalMode = z.infer<typeof approvalModeSchema>;

/** One piece of evidence in the dialog: where the call would act, as it will run. */
export const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), command: z.string(), directory: z.string() }),
  z.object({ kind: z.literal('diff'), path: z.string(), diff: z.string() }),
  z.object({ kind: z.literal('path'), path: z.string(), note: z.string() }),
  z.object({
    kind: z.literal('skill'),
    name: z.string(),
    /** Where it comes from, in words. */
    from: z.string(),
    /** What it may do, what it reaches, how far it is kept from the machine: one sentence each. */
    may: z.array(z.string()),
    /** The command line as it will run. */
    command: z.string(),
    /** As they will be handed over: JSON on several lines. */
    arguments: z.string(),
  }),
  z.object({ kind: z.literal('text'), label: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('picture'),
    /** JPEG bytes. */
    image: bytesSchema,
    /** Pixels of the picture. */
    width: z.number(),
    height: z.number(),
    /** Where the click would land, in pixels of the picture. */
    spot: z.object({ x: z.number(), y: z.number() }).nullable(),
  }),
]);
export type Place = z.infer<typeof placeSchema>;

/** What the approval dialog shows. Sentences are already in the person's language. */
export const approvalRequestSchema = z.object({
  id: z.string(),
  tool: z.string(),
  level: z.enum(['reversible', 'risky', 'consequential']),
  title: z.string(),
  what: z.string(),
  where: z.array(placeSchema),
  why: z.array(z.string()),
  /** What "Allow for this session" would cover; null when it may not be granted ahead. */
  session_scope: z.string().nullable(),
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

/** Where the dialog is, as the system has it: what its page can't know by itself. */
export interface DialogPlace {
  /** Whether the system has put it on the screen; Chromium takes it for visible from when it asked for that. */
  shown: boolean;
  /** Its bounds and the windows above it, to be compared only. */
  place: string;
}

export const approvalAnswerSchema = z.object({
  id: z.string(),
  decision: z.enum(['allow_once', 'allow_session', 'deny']),
  /** Goes back to the model with a denial. */
  message: z.string().max(2000).optional(),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
