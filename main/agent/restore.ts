import { z } from 'zod';
import type { Message } from '../model/model';

const callSchema = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: z.array(callSchema), reasoning: z.string().optional() }),
  z.object({ role: z.literal('tool'), callId: z.string(), name: z.string(), text: z.string() }),
]);

export function isMessage(record: unknown): record is Message {
  return messageSchema.safeParse(record).success;
}

/**
 * A history that was cut off by a crash or a kill, made whole: calls without an answer are
 * answered as cancelled, answers without a call are dropped. Strict servers refuse anything else.
 */
export function restoreHistory(messages: readonly Message[]): Message[] {
  const whole: Message[] = [];
  let open = new Map<string, string>();
  const close = (): void => {
    for (const [callId, name] of open) whole.push({ role: 'tool', callId, name, text: CANCELLED });
    open = new Map();
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.delete(message.callId)) whole.push(message);
      continue;
    }
    close();
    whole.push(message);
    if (message.role === 'assistant') open = new Map(message.calls.map((call) => [call.id, call.name]));
  }
  close();
  return whole;
}

const CANCELLED = JSON.stringify({
  status: 'error',
  data: {},
  text: 'The run ended before this call was answered.',
  error: { code: 'CANCELLED', message: 'The run ended before this call was answered.', hint: 'Look at the present state before you go on.' },
});
