import type { Message } from '../model/model';

/** How many pictures stay in what the model is sent; older ones become one line of text (C5). */
const PICTURES_KEPT = 3;

/** What was said in a session so far, without the system prompt. */
export class Conversation {
  readonly messages: Message[];

  constructor(
    readonly session: string,
    messages: Message[] = [],
    /** Called with each message as it is added, so that a store can keep it. */
    private readonly onAdd: (message: Message) => void = () => undefined,
  ) {
    this.messages = messages;
  }

  add(message: Message): void {
    this.messages.push(message);
    this.onAdd(message);
  }

  /** The request's messages: the system prompt, then the history with only the newest pictures. */
  render(system: string): Message[] {
    return [{ role: 'system', text: system }, ...withNewestPictures(this.messages, PICTURES_KEPT)];
  }
}

function withNewestPictures(messages: readonly Message[], kept: number): Message[] {
  let left = kept;
  const rendered: Message[] = [];
  for (const message of [...messages].reverse()) {
    const images = message.role === 'user' || message.role === 'tool' ? message.images : undefined;
    if (!images?.length || left >= images.length) {
      left -= images?.length ?? 0;
      rendered.push(message);
      continue;
    }
    left = 0;
    const { images: _dropped, ...rest } = message as Extract<Message, { role: 'user' | 'tool' }>;
    rendered.push({ ...rest, text: `${rest.text}\n[An earlier picture is no longer shown. Observe again to see the screen.]` });
  }
  return rendered.reverse();
}
