import { z } from 'zod';
import { approvalModeSchema } from './approval';

export const languageSchema = z.enum(['en', 'zh']);
export type Language = z.infer<typeof languageSchema>;

/** The dialects a model can speak; main/model/dialects/choose.ts says what each is. */
export const dialectChoices = [
  'native', 'responses', 'react', 'json', 'doubao', 'ui-tars-1.5', 'ui-tars-1.0', 'autoglm', 'mobile-agent-v3', 'gui-owl', 'fara', 'qwen-2.5', 'qwen-3', 'qwen-3-xml',
] as const;

/** What the person can set. The key is written, never read back: `SettingsView` says only whether it is set. */
export const settingsSchema = z.object({
  base_url: z.string(),
  model: z.string(),
  /** How the model says its actions, by the name that --dialect takes; "" chooses by the model's name. */
  dialect: z.string().max(40),
  /** Tokens of request and answer together; null takes what is known of the model. */
  context_window: z.number().int().min(1_000).max(100_000_000).nullable(),
  /** US dollars for a million tokens; null takes what is known of the model. */
  price_input: z.number().min(0).max(100_000).nullable(),
  price_output: z.number().min(0).max(100_000).nullable(),
  /** For titles and summaries; "" leaves them to the model above. An empty address is that of the model above. */
  fast_base_url: z.string(),
  fast_model: z.string(),
  /** For turns with pictures, where the model above takes none; "" when there is none. */
  vision_base_url: z.string(),
  vision_model: z.string(),
  /** Limits of one run beside `max_steps`; null is without limit. Dollars, minutes. */
  max_tokens: z.number().int().min(1_000).max(1_000_000_000).nullable(),
  max_cost: z.number().positive().max(100_000).nullable(),
  max_minutes: z.number().positive().max(100_000).nullable(),
  language: z.enum(['system', 'en', 'zh']),
  theme: z.enum(['system', 'light', 'dark']),
  approval_mode: approvalModeSchema,
  /** Absolute folder the assistant works in. */
  workspace: z.string(),
  max_steps: z.number().int().min(1).max(1000),
  /** What never leaves this machine, one pattern a line: words, /an expression/, @card, @cn-id, @email, @phone. */
  private_patterns: z.array(z.string().max(500)).max(100),
  /** Words in a window's title or program name that make it private: black in pictures, its elements untold. */
  private_windows: z.array(z.string().max(200)).max(200),
  /** False until the person has seen the first-run screen and chosen. */
  onboarded: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsViewSchema = settingsSchema.extend({
  key_set: z.boolean(),
  /** False where the system has no key ring: the key is then stored unprotected, and said so. */
  key_protected: z.boolean(),
  fast_key_set: z.boolean(),
  vision_key_set: z.boolean(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

export const settingsPatchSchema = settingsSchema.partial().extend({
  /** New key; empty removes it; absent keeps it. */
  api_key: z.string().max(4096).optional(),
  fast_api_key: z.string().max(4096).optional(),
  vision_api_key: z.string().max(4096).optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/**
 * Answer of the Test button, one line a check. A failure ends the test, but for pictures and the
 * window: a model can work without the one and with a small other, so `ok` leaves them out.
 */
export const connectionTestSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.enum(['address', 'certificate', 'key', 'model', 'tools', 'vision', 'window']), ok: z.boolean(), message: z.string() })),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
