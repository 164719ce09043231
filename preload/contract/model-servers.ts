import { z } from 'zod';

/** A provider or a kind of local server whose address Deskwright knows. */
export const presetSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  /** Usual model names; the server's own list beats it. */
  models: z.array(z.string()),
  needs_key: z.boolean(),
  /** Runs on this computer, at its usual port. */
  local: z.boolean(),
  /** What the person should know before, in their language; "" when nothing. */
  note: z.string(),
});
export type Preset = z.infer<typeof presetSchema>;

/** A model that a server lists, with what it publishes of it. Windows in tokens, prices in US dollars for a million tokens. */
export const listedModelSchema = z.object({
  id: z.string(),
  context_window: z.number().nullable(),
  price_input: z.number().nullable(),
  price_output: z.number().nullable(),
});
export type ListedModel = z.infer<typeof listedModelSchema>;

/** A server's models; `problem` says in plain words why there is no list. */
export const modelListSchema = z.object({ models: z.array(listedModelSchema), problem: z.string() });
export type ModelList = z.infer<typeof modelListSchema>;

/** A server found running on this computer. */
export const localServerSchema = z.object({ name: z.string(), url: z.string(), models: z.array(z.string()) });
export type LocalServer = z.infer<typeof localServerSchema>;

/** What was learned of one server and model: what it doesn't take, and its own words for that. */
export const learnedSchema = z.object({
  server: z.string(),
  model: z.string(),
  notes: z.array(z.object({ feature: z.string(), label: z.string(), reason: z.string(), at: z.string() })),
});
export type Learned = z.infer<typeof learnedSchema>;

export const forgetLearnedSchema = z.object({ server: z.string().max(2_000), model: z.string().max(500) });
export type ForgetLearned = z.infer<typeof forgetLearnedSchema>;
