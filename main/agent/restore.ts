import { z } from 'zod';
import type { Message } from '../model/model';
import { wholeHistory } from '../model/whole-history';
import type { Archive, ConversationStart } from './conversation';
import type { SessionRecord } from '../store/session-log';

const callSchema = z.object({ id: z.string(), name: z.string(), arguments: z.string(), caution: z.string().optional() });
const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: z.array(callSchema), reasoning: z.string().optional(), said: z.object({ dialect: z.string(), text: z.string() }).optional() }),
  z.object({ role: z.literal('tool'), callId: z.string(), name: z.string(), text: z.string() }),
]);

/**
 * What was said, out of a session's records, in order. A message's place in this list is its
 * number: it never changes, since a log only grows. `bad` counts messages of an unknown shape.
 */
export function messagesOf(records: readonly SessionRecord[]): { messages: Message[]; bad: number } {
  const messages: Message[] = [];
  let bad = 0;
  for (const record of records) {
    if (record.type !== 'message') continue;
    const { type: _type, at: _at, ...message } = record;
    if (isMessage(message)) messages.push(message);
    else bad++;
  }
  return { messages, bad };
}

function isMessage(value: unknown): value is Message {
  return messageSchema.safeParse(value).success;
}

/** A message as its log keeps it. Pictures are left out: the screen is looked at again. */
export function recordOf(message: Message): SessionRecord {
  const { images: _left, ...kept } = message as Message & { images?: unknown };
  return { type: 'message', ...kept };
}

/**
 * Whether a step ends with this message: nothing waits for an answer any more. `open` are the ids
 * of calls without an answer, and is brought up to date.
 */
export function endsStep(message: Message, open: Set<string>): boolean {
  if (message.role === 'assistant') {
    open.clear();
    for (const { id } of message.calls) open.add(id);
  }
  if (message.role === 'tool') open.delete(message.callId);
  return open.size === 0;
}

/**
 * A conversation as its log left it, made whole: the summaries stand for what they cover. What they
 * cover and what follows are made whole apart, since a summary ends where a round does.
 */
export function restoreConversation(messages: readonly Message[], archives: Archive[]): ConversationStart {
  const end = Math.min(messages.length, (archives.at(-1)?.through ?? -1) + 1);
  const covered = wholeHistory(messages.slice(0, end));
  const whole = [...covered, ...wholeHistory(messages.slice(end))];
  const logged = new Set(messages);
  return { messages: whole, archived: covered.length, archives, unlogged: new Set(whole.filter((message) => !logged.has(message))) };
}

/**
 * What a model has to know that goes on with a history from before: captures, refs and read locks are
 * gone with the process that made them. Null when it never looked.
 */
export function resumeNote(messages: readonly Message[]): string | null {
  const used = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.name] : [])));
  const screen = used.has('Observe') || used.has('Computer');
  if (!screen && !used.has('Read')) return null;
  return `This session goes on after a pause.${screen ? ' Captures and refs from before are stale: Observe again before you act.' : ''} Files may have changed: Read again before you edit.`;
}
