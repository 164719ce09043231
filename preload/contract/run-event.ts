import { z } from 'zod';
import { levelSchema } from './approval';
import { bytesSchema } from './bytes';
import { constraintSchema } from './constraints';
import { envelopeSchema } from './envelope';
import { reportSchema } from './report';

export const runStatusSchema = z.enum(['completed', 'failed', 'stopped', 'limit']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/**
 * What happens in a run, in order. The command line prints each as one JSON line (except `delta`,
 * and without `images`), the trace keeps each, the window draws each.
 */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run_start'), session: z.string(), model: z.string(), workspace: z.string() }),
  /** The person's words that began this run; `message` is its number in the session's log, where it can be forked. Not printed by the command line. */
  z.object({ type: z.literal('user'), text: z.string(), message: z.number().int().optional() }),
  /** A piece of the answer as it streams; its whole follows as `assistant`. */
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('assistant'), text: z.string(), message: z.number().int().optional() }),
  /** `arguments` are those that will run: repaired and coerced. */
  z.object({ type: z.literal('tool_call'), id: z.string(), tool: z.string(), arguments: z.unknown() }),
  /** Where a desktop action is about to land: the picture the gate judged by. Not printed by the command line. */
  z.object({
    type: z.literal('target'),
    id: z.string(),
    /** JPEG bytes. */
    image: bytesSchema,
    /** Pixels of the picture. */
    width: z.number(),
    height: z.number(),
    spot: z.object({ x: z.number(), y: z.number() }).nullable(),
  }),
  z.object({
    type: z.literal('approval'),
    id: z.string(),
    tool: z.string(),
    level: levelSchema,
    /** `asked`: a dialog is open. */
    decision: z.enum(['asked', 'allow', 'deny', 'forbidden']),
    /** policy: the level runs by itself; grant: allowed for the session; flag: --approve; person. */
    by: z.enum(['policy', 'grant', 'flag', 'person']),
    reasons: z.array(z.string()),
  }),
  z.object({
    type: z.literal('tool_result'),
    id: z.string(),
    result: envelopeSchema,
    /** JPEG or PNG bytes that came with the result. */
    images: z.array(bytesSchema).optional(),
  }),
  z.object({
    type: z.literal('usage'),
    input_tokens: z.number(),
    output_tokens: z.number(),
    /** True when the server gave no count and this is ours. */
    estimated: z.boolean(),
    /** US dollars by the model's price; absent when it has none. */
    cost_usd: z.number().optional(),
  }),
  /** The person's standing constraints, whole, at the start of a run and at each change. Not printed by the command line. */
  z.object({ type: z.literal('constraints'), constraints: z.array(constraintSchema) }),
  /** AskUser is waiting for an answer. */
  z.object({ type: z.literal('question'), id: z.string(), question: z.string(), options: z.array(z.string()) }),
  /** `wait_ms`: how long it is before the run goes on by itself. */
  z.object({ type: z.literal('notice'), code: z.string(), text: z.string(), wait_ms: z.number().optional() }),
  /** What the run did, by the evidence; comes just before `run_end`, and not at all when there is nothing to tell. */
  z.object({ type: z.literal('report'), ...reportSchema.shape }),
  /** `elapsed_ms`: how long a stored run took, where that is known; one that goes on is timed by who watches it. */
  z.object({ type: z.literal('run_end'), status: runStatusSchema, text: z.string(), elapsed_ms: z.number().nonnegative().optional() }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;
