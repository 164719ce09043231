import { z } from 'zod';

/** A bound that the person set for a session, in their own words. */
export const constraintSchema = z.object({
  id: z.string(),
  /** The sentence, word for word. */
  text: z.string().min(1).max(2_000),
  /** What they allowed again later, word for word. */
  exceptions: z.array(z.string()),
  /** True where code refuses or asks; false where only the model can keep to it. */
  enforced: z.boolean(),
});
export type Constraint = z.infer<typeof constraintSchema>;

/** The list as the person edited it, in order. */
export const saveConstraintsSchema = z.object({ session: z.string(), texts: z.array(z.string().max(2_000)).max(100) });
export type SaveConstraints = z.infer<typeof saveConstraintsSchema>;
