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
 * The events of a server-sent stream, as loosely as real servers write it: comments that only
 * keep the line open, any line ending, characters cut between packets, no space behind `data:`,
 * no final mark. A body that is plain JSON, whatever its type says, is one event.
 * `alive` is called for every packet, comments included. Throws BrokenStreamError.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>, alive: () => void): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let plain: boolean | null = null;
  let data: string[] = [];
  for await (const packet of body) {
    alive();
    rest += decoder.decode(packet, { stream: true });
    plain ??= startsPlain(rest);
    if (plain !== false) continue;
    // A CR at the very end may be half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') data.push(...dataOf(line));
      else if (data.length) {
        yield eventOf(data.join('\n'));
        data = [];
      }
    }
  }
  rest += decoder.decode();
  if (plain) {
    yield eventOf(rest);
    return;
  }
  for (const line of rest.split(/\r\n|\n|\r/)) data.push(...dataOf(line));
  if (data.length) yield eventOf(data.join('\n'));
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
