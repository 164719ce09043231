import type { Answer } from '../http-fetch';

/** One event of a streamed answer: its JSON. `done` when the server said that it was all. */
export type StreamEvent = { json: unknown } | { done: true };

/** An event that holds no JSON: the connection or the server broke it. */
export class BrokenStreamError extends Error {
  constructor(readonly piece: string) {
    super(`A piece of the answer can't be read: ${piece.slice(0, 120)}`);
    this.name = 'BrokenStreamError';
  }
}

/**
 * Reads the events of a server-sent stream, as loosely as real servers write it: comments that only
 * keep the line open, any line ending, characters cut between packets, no space behind `data:`,
 * no final mark. A body that is plain JSON, whatever its type says, is one event.
 */
export class EventReader {
  private readonly decoder = new TextDecoder();
  private rest = '';
  private plain: boolean | null = null;
  private data: string[] = [];

  /** The events that are whole with this packet. Throws BrokenStreamError. */
  *push(packet: Uint8Array): Generator<StreamEvent> {
    this.rest += this.decoder.decode(packet, { stream: true });
    this.plain ??= startsPlain(this.rest);
    if (this.plain !== false) return;
    // A CR at the very end may be half of a CRLF.
    const lines = this.rest.split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') this.data.push(...dataOf(line));
      else if (this.data.length) {
        const event = eventOf(this.data.join('\n'));
        this.data = [];
        yield event;
      }
    }
  }

  /** What the end of the body makes whole. Throws BrokenStreamError. */
  *end(): Generator<StreamEvent> {
    this.rest += this.decoder.decode();
    if (this.plain) {
      yield eventOf(this.rest);
      return;
    }
    for (const line of this.rest.split(/\r\n|\n|\r/)) this.data.push(...dataOf(line));
    if (this.data.length) yield eventOf(this.data.join('\n'));
  }
}

/**
 * Hands the events of an answer to `take`, each as it comes, until that says `enough` or the answer is over. `alive` is
 * called for every packet, comments included. Rejects with what `take`, the stream or the connection brought.
 */
export async function readEvents(answer: Pick<Answer, 'read'>, alive: () => void, take: (event: StreamEvent) => 'enough' | undefined): Promise<void> {
  const reader = new EventReader();
  let enough: 'enough' | undefined;
  const takeAll = (events: Iterable<StreamEvent>): 'enough' | undefined => {
    for (const event of events) if ((enough = take(event))) break;
    return enough;
  };
  await answer.read((packet) => {
    alive();
    return takeAll(reader.push(packet));
  });
  if (!enough) takeAll(reader.end());
}

/** Whether the body is JSON or a page instead of a stream; null until its first character is there. */
function startsPlain(text: string): boolean | null {
  const first = text.replace(/^\uFEFF/, '').trimStart()[0];
  return first === undefined ? null : first === '{' || first === '[' || first === '<';
}

function dataOf(line: string): string[] {
  // A dot would end at U+2028, which JSON may hold as it is.
  const found = /^\uFEFF?data:\s?/.exec(line);
  return found ? [line.slice(found[0].length)] : [];
}

function eventOf(data: string): StreamEvent {
  if (data.trim() === '[DONE]') return { done: true };
  try {
    return { json: JSON.parse(data.replace(/^\uFEFF/, '')) };
  } catch {
    throw new BrokenStreamError(data);
  }
}
