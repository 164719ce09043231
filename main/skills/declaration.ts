import { z } from 'zod';
import type { JsonSchema, SkillDeclaration } from './skill';

const effect = z.enum(['observe', 'reversible', 'risky', 'consequential']);
const texts = z.array(z.string().min(1)).max(50);

/** The longest that a call may be given, milliseconds, and the most memory, MB. */
const LIMITS = { timeoutMs: 600_000, memoryMb: 4_096 } as const;

/** `x-deskwright` of a schema.json. Unknown keys are refused: a misspelt bound would bind nothing. */
const declarationSchema = z.strictObject({
  effect: effect.default('risky'),
  effects: z.record(z.string(), z.record(z.string(), effect)).default({}),
  paths: z.record(z.string(), z.enum(['read', 'write'])).default({}),
  network: texts.default([]),
  environment: texts.default([]),
  untrusted: z.boolean().default(false),
  timeout_ms: z.number().int().min(100).max(LIMITS.timeoutMs).default(60_000),
  memory_mb: z.number().int().min(16).max(LIMITS.memoryMb).default(512),
  per_minute: z.number().int().min(1).max(6_000).optional(),
  long: z.boolean().default(false),
  keep: z.boolean().default(false),
  watch: z.boolean().default(false),
  isolation: z.literal('own').optional(),
});

/**
 * A schema.json as it is used: the schema of the arguments and what the skill says of itself.
 * Throws an Error that says in a few words what is wrong.
 */
export function readDeclaration(text: string): { schema: JsonSchema; declaration: SkillDeclaration } {
  const whole: unknown = JSON.parse(text);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) throw new Error('it is no object');
  const { 'x-deskwright': said = {}, ...schema } = whole as Record<string, unknown>;
  if (schema['type'] !== 'object') throw new Error('its type is not "object"');
  const read = declarationSchema.safeParse(said);
  if (!read.success) throw new Error(read.error.issues.map((issue) => ['x-deskwright', ...issue.path].join('.') + `: ${issue.message}`).join('; '));
  const { effects, timeout_ms, memory_mb, per_minute, isolation, ...rest } = read.data;
  return {
    schema,
    declaration: {
      ...rest,
      effects: Object.entries(effects).map(([argument, levels]) => ({ argument, levels })),
      timeoutMs: timeout_ms,
      memoryMb: memory_mb,
      perMinute: per_minute ?? null,
      ownIsolation: isolation === 'own',
    },
  };
}
