import type { Message } from './model';

const CANCELLED = JSON.stringify({
  status: 'error',
  data: {},
  text: 'The run ended before this call was answered.',
  error: { code: 'CANCELLED', message: 'The run ended before this call was answered.', hint: 'Look at the present state before you go on.' },
});

/**
 * A history in which every call is answered right behind its turn and nothing answers a call that
 * isn't there: strict servers refuse any other, and one bad place would make the session useless.
 */
export function wholeHistory(messages: readonly Message[]): Message[] {
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
