import type { Message } from '../../model/model';

/** Begins every message that Deskwright itself wrote to the model, so that none passes for the person's. */
export const OUR_MARK = '[Deskwright] ';

/** Whether these are the person's own words. */
export function isPersons(message: Message): message is Extract<Message, { role: 'user' }> {
  return message.role === 'user' && !message.text.startsWith(OUR_MARK);
}

/**
 * Where each round begins, as indices: an assistant's message with the answers to all its calls is
 * one round, any other message is one by itself. A history may be cut at these places only, so
 * that a call and its result are never parted.
 */
export function roundStarts(messages: readonly Message[]): number[] {
  return messages.flatMap((message, index) => (message.role === 'tool' ? [] : [index]));
}
