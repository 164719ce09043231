import { z } from 'zod';
import { runEventSchema } from './run-event';

/** Ids are plain names, so that none leads out of the data folder. */
export const sessionIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/).refine((id) => !id.includes('..'));

/** A stored session as lists show it. */
export const sessionInfoSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** ISO 8601. */
  created: z.string(),
  updated: z.string(),
  messages: z.number(),
});
export type SessionInfo = z.infer<typeof sessionInfoSchema>;

/** A session that holds the words, with the first place where it does. */
export const sessionHitSchema = sessionInfoSchema.extend({
  excerpt: z.string(),
  /** Messages that hold them. */
  count: z.number(),
});
export type SessionHit = z.infer<typeof sessionHitSchema>;

/** A session as its window draws it: what happened, in the order it happened. */
export const storedConversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  events: z.array(runEventSchema),
  /** Lines of its log that can't be read; they stay in the file. */
  unreadable: z.number(),
  /** Earlier events that are not among these; the trace has them. */
  omitted: z.number(),
  /** Whether another Deskwright has it open. */
  busy: z.boolean(),
});
export type StoredConversation = z.infer<typeof storedConversationSchema>;

/** The session whose run is going on, up to now: for a page that was loaded anew. What happens next follows as run events. */
export interface OngoingConversation extends StoredConversation {
  /** When the run began, wall-clock milliseconds. */
  since: number;
}

export const renameSessionSchema = z.object({ id: sessionIdSchema, title: z.string().trim().min(1).max(200) });
export type RenameSession = z.infer<typeof renameSessionSchema>;
/** `message`: number of the last message that the new session keeps. */
export const forkSessionSchema = z.object({ id: sessionIdSchema, message: z.number().int().min(0) });
export type ForkSession = z.infer<typeof forkSessionSchema>;
export const exportSessionSchema = z.object({ id: sessionIdSchema, format: z.enum(['markdown', 'json']) });
export type ExportSession = z.infer<typeof exportSessionSchema>;
export const searchSessionsSchema = z.string().max(500);

/** One request to a model, as it left this machine. */
export const sentRequestSchema = z.object({
  number: z.number(),
  at: z.string(),
  model: z.string(),
  to: z.string(),
  messages: z.array(z.object({ role: z.string(), text: z.string(), fresh: z.boolean() })),
});
export type SentRequestView = z.infer<typeof sentRequestSchema>;
