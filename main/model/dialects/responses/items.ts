import { z } from 'zod';

/** What of a response's output Deskwright reads; the items themselves are kept whole and sent back as they came. */
const point = z.object({ x: z.number(), y: z.number() });
const held = z.object({ keys: z.array(z.string()).nullish() });

export const computerActionSchema = z.discriminatedUnion('type', [
  point.extend({ type: z.literal('click'), button: z.enum(['left', 'right', 'wheel', 'back', 'forward']).default('left') }).extend(held.shape),
  point.extend({ type: z.literal('double_click') }).extend(held.shape),
  point.extend({ type: z.literal('move') }).extend(held.shape),
  point.extend({ type: z.literal('scroll'), scroll_x: z.number().default(0), scroll_y: z.number().default(0) }).extend(held.shape),
  z.object({ type: z.literal('drag'), path: z.array(point).min(2) }).extend(held.shape),
  z.object({ type: z.literal('keypress'), keys: z.array(z.string()).min(1) }),
  z.object({ type: z.literal('type'), text: z.string().min(1) }),
  z.object({ type: z.literal('wait') }),
  z.object({ type: z.literal('screenshot') }),
]);
export type ComputerAction = z.infer<typeof computerActionSchema>;

const safetyCheck = z.object({ id: z.string(), code: z.string().nullish(), message: z.string().nullish() });
export type SafetyCheck = z.infer<typeof safetyCheck>;

export const computerCallSchema = z.object({
  type: z.literal('computer_call'),
  call_id: z.string(),
  action: z.unknown().optional(),
  actions: z.array(z.unknown()).nullish(),
  pending_safety_checks: z.array(safetyCheck).nullish(),
});
export type ComputerCall = z.infer<typeof computerCallSchema>;

export const functionCallSchema = z.object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() });

const messageSchema = z.object({
  type: z.literal('message'),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() })),
});

const reasoningSchema = z.object({ type: z.literal('reasoning'), summary: z.array(z.object({ text: z.string() })).nullish() });

export type Item = Record<string, unknown>;

export function textOf(item: Item): string {
  const message = messageSchema.safeParse(item);
  return message.success ? message.data.content.map((part) => part.text ?? part.refusal ?? '').join('') : '';
}

export function reasoningOf(item: Item): string {
  const reasoning = reasoningSchema.safeParse(item);
  return reasoning.success ? (reasoning.data.summary ?? []).map((part) => part.text).join('\n') : '';
}

/** The output items kept in a reply's text; empty when it holds none. */
export function itemsIn(text: string): Item[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item): item is Item => typeof item === 'object' && item !== null) : [];
  } catch {
    return [];
  }
}
