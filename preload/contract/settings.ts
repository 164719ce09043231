import { z } from 'zod';
import { approvalModeSchema } from './approval';

export const languageSchema = z.enum(['en', 'zh']);
export type Language = z.infer<typeof languageSchema>;

/** What the person can set. The key is written, never read back: `SettingsView` says only whether it is set. */
export const settingsSchema = z.object({
  base_url: z.string(),
  model: z.string(),
  /** How the model says its actions, by the name that --dialect takes; "" chooses by the model's name. */
  dialect: z.string().max(40),
  language: z.enum(['system', 'en', 'zh']),
  theme: z.enum(['system', 'light', 'dark']),
  approval_mode: approvalModeSchema,
  /** Absolute folder the assistant works in. */
  workspace: z.string(),
  max_steps: z.number().int().min(1).max(1000),
  /** What never leaves this machine, one pattern a line: words, /an expression/, @card, @cn-id, @email, @phone. */
  private_patterns: z.array(z.string().max(500)).max(100),
  /** False until the person has seen the first-run screen and chosen. */
  onboarded: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsViewSchema = settingsSchema.extend({
  key_set: z.boolean(),
  /** False where the system has no key ring: the key is then stored unprotected, and said so. */
  key_protected: z.boolean(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

export const settingsPatchSchema = settingsSchema.partial().extend({
  /** New key; empty removes it; absent keeps it. */
  api_key: z.string().max(4096).optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** Answer of the Test button, one line a check, first failure last. */
export const connectionTestSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.enum(['address', 'key', 'model', 'tools']), ok: z.boolean(), message: z.string() })),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
