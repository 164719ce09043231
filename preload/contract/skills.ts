import { z } from 'zod';

export const skillNameSchema = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).max(64);
/** A folder of `<data folder>/skills`, by its name alone. */
export const skillFolderSchema = z.string().regex(/^[^./\\][^/\\]{0,199}$/);

const effectSchema = z.enum(['observe', 'reversible', 'risky', 'consequential']);

/** What a skill may do, as it declares it and as it is taken here. Null for one that only gives instructions. */
export const skillMaySchema = z.object({
  /** What a call is taken for: never below `risky` for one from outside. */
  effect: effectSchema,
  /** Where the value of one argument decides: the levels and the values that have it. */
  by_action: z.array(z.object({ effect: effectSchema, values: z.array(z.string()) })),
  /** Hosts; `any` for all of them. */
  network: z.array(z.string()),
  /** Arguments that name files: those it reads, and those it writes. */
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  /** Names of the secrets that it is given. */
  secrets: z.array(z.string()),
  /** Its results hold the words of others. */
  untrusted: z.boolean(),
  /** It works beside a run and may speak up by itself. */
  watches: z.boolean(),
});
export type SkillMay = z.infer<typeof skillMaySchema>;

/** A proposal to describe a skill better, or a change that was accepted. */
export const skillLessonSchema = z.object({
  kind: z.enum(['description', 'example']),
  before: z.string(),
  after: z.string(),
  /** Why, in the person's language. */
  reasons: z.array(z.string()),
  /** Whether a model wrote it; by rules otherwise. */
  by_model: z.boolean(),
});
export type SkillLesson = z.infer<typeof skillLessonSchema>;

/** What the traces show of a skill. */
export const skillUseSchema = z.object({
  calls: z.number(),
  wrong_arguments: z.number(),
  retries: z.number(),
  abandoned: z.number(),
  failed: z.number(),
});
export type SkillUse = z.infer<typeof skillUseSchema>;

export const skillViewSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  source: z.enum(['bundled', 'person', 'project']),
  state: z.enum(['ready', 'disabled', 'untrusted', 'changed']),
  folder: z.string(),
  /** In `<data folder>/skills`, so that it can be removed here: the folder's name; null elsewhere. */
  removable: z.string().nullable(),
  may: skillMaySchema.nullable(),
  /** JSON Schema of its arguments; null when it can't be called. */
  schema: z.record(z.string(), z.unknown()).nullable(),
  /** What is amiss with it all the same, in the person's language. */
  warnings: z.array(z.string()),
  /** `allowed-tools` as its author wrote it: it grants nothing. */
  allowed_tools: z.string().nullable(),
  /** An accepted lesson that is in force now, by kind. */
  learned: z.array(skillLessonSchema),
});
export type SkillView = z.infer<typeof skillViewSchema>;

/** All that the page shows. */
export const skillsPageSchema = z.object({
  skills: z.array(skillViewSchema),
  /** Folders with a SKILL.md that are not loaded, and why, in the person's language. */
  not_loaded: z.array(z.object({ name: z.string(), folder: z.string(), source: z.enum(['bundled', 'person', 'project']), why: z.string(), removable: z.string().nullable() })),
  /** Why nothing from outside is trusted now; '' when all is well. */
  problem: z.string(),
});
export type SkillsPage = z.infer<typeof skillsPageSchema>;

/** What a person looks through before they trust a skill. */
export const skillReviewSchema = z.object({
  name: z.string(),
  /** The yes is bound to it. */
  hash: z.string(),
  folder: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), runs: z.boolean(), text: z.string().nullable() })),
  findings: z.array(z.object({ kind: z.string(), file: z.string(), line: z.number(), excerpt: z.string() })),
});
export type SkillReviewView = z.infer<typeof skillReviewSchema>;

export const trustSkillSchema = z.object({ name: skillNameSchema, hash: z.string().regex(/^[0-9a-f]{64}$/) });
export type TrustSkill = z.infer<typeof trustSkillSchema>;

export const enableSkillSchema = z.object({ name: skillNameSchema, enabled: z.boolean() });
export type EnableSkill = z.infer<typeof enableSkillSchema>;

export const importSkillsSchema = z.enum(['folder', 'zip']);
export type ImportSkills = z.infer<typeof importSkillsSchema>;

export const trySkillSchema = z.object({ name: skillNameSchema, args: z.record(z.string().max(100), z.unknown()) });
export type TrySkill = z.infer<typeof trySkillSchema>;

/** A proposal to a skill, with what the traces show of it; no lesson when nothing could be said better. */
export const skillAdviceSchema = z.object({ use: skillUseSchema, lessons: z.array(skillLessonSchema), /** Whether a model can be asked for a better wording. */ model: z.boolean() });
export type SkillAdvice = z.infer<typeof skillAdviceSchema>;

export const adviseSkillSchema = z.object({ name: skillNameSchema, model: z.boolean() });
export type AdviseSkill = z.infer<typeof adviseSkillSchema>;

export const acceptLessonSchema = z.object({ name: skillNameSchema, lesson: z.object({ kind: z.enum(['description', 'example']), before: z.string().max(4_000), after: z.string().trim().min(1).max(4_000), reasons: z.array(z.string().max(1_000)).max(20), by_model: z.boolean() }) });
export type AcceptLesson = z.infer<typeof acceptLessonSchema>;

export const revertLessonSchema = z.object({ name: skillNameSchema, kind: z.enum(['description', 'example']) });
export type RevertLesson = z.infer<typeof revertLessonSchema>;
