import { z } from 'zod';
import { errorCodes } from '../../../preload/contract/envelope';

const text = z.string().max(20_000);

const okSchema = z.strictObject({
  status: z.literal('ok'),
  result: z.json(),
  text: text.optional(),
  files: z.array(z.string().min(1).max(4096)).max(200).optional(),
  images: z.array(z.strictObject({ path: z.string().min(1).max(4096) })).max(8).optional(),
});
const errorSchema = z.strictObject({ status: z.literal('error'), message: text.min(1), hint: text.optional(), code: z.enum(errorCodes).optional() });
const progressSchema = z.strictObject({ progress: text, fraction: z.number().min(0).max(1).optional() });
const noticeSchema = z.strictObject({ notice: text.min(1), code: z.string().max(60).optional() });

/** One line of the protocol, understood. */
export type Said =
  | { kind: 'answer'; answer: z.infer<typeof okSchema> | z.infer<typeof errorSchema>; id: number | null }
  | { kind: 'progress'; text: string; fraction: number | null }
  | { kind: 'notice'; text: string; code: string }
  /** Not the protocol: what is wrong, for the model. */
  | { kind: 'fault'; message: string };

/** Reads one line, or a whole output that is one object on several lines. */
export function understand(line: string): Said {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'fault', message: `It wrote what is no JSON: ${piece(line)}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'fault', message: `It wrote what is no JSON object: ${piece(line)}` };
  if ('status' in value) return answerOf(value, line);
  const progress = progressSchema.safeParse(value);
  if (progress.success) return { kind: 'progress', text: progress.data.progress.slice(0, 300), fraction: progress.data.fraction ?? null };
  const notice = noticeSchema.safeParse(value);
  if (notice.success) return { kind: 'notice', text: notice.data.notice.slice(0, 500), code: /^[A-Z][A-Z0-9_]{0,39}$/.test(notice.data.code ?? '') ? (notice.data.code ?? '') : 'SKILL' };
  return { kind: 'fault', message: `Its object has neither "status" nor "progress": ${piece(line)}` };
}

function answerOf(value: object, line: string): Said {
  const { id, ...rest } = value as { id?: unknown; status: unknown };
  const parsed = (rest.status === 'error' ? errorSchema : okSchema).safeParse(rest);
  if (parsed.success) return { kind: 'answer', answer: parsed.data, id: typeof id === 'number' ? id : null };
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the answer';
  return { kind: 'fault', message: `Its answer is not as agreed (${where}: ${issue?.message ?? 'unknown'}): ${piece(line)}` };
}

/** The beginning of what came, safe to show. */
export function piece(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g, ' ').trim();
  return JSON.stringify(plain.length > 160 ? `${plain.slice(0, 160)}…` : plain);
}
