const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/**
 * Writes request bodies as JSON bytes. A conversation only grows, so each request says again nearly all of the one
 * before: each message, and each object beside them, is written once, and must not change afterwards.
 */
export class BodyBytes {
  private readonly known = new WeakMap<object, Buffer>();
  /** The request before: its messages, their bytes, and where each message ends in these. */
  private last: { messages: readonly object[]; bytes: Buffer; ends: readonly number[] } = { messages: [], bytes: Buffer.alloc(0), ends: [] };

  /** The same JSON as `JSON.stringify(body)` in UTF-8, with the messages last. */
  of<T extends { messages: readonly object[] }>(body: T): Buffer {
    const { messages, ...rest } = body;
    const pieces: Buffer[] = [Buffer.from('{')];
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) pieces.push(Buffer.from(`${JSON.stringify(name)}:`), this.written(value), COMMA);
    pieces.push(Buffer.from('"messages":['));
    const from = pieces.reduce((sum, piece) => sum + piece.length, 0);

    const { last } = this;
    let same = 0;
    while (same < messages.length && messages[same] === last.messages[same]) same++;
    // What begins as the request before is one piece of its bytes.
    let end = last.ends[same - 1] ?? 0;
    const ends = last.ends.slice(0, same);
    if (same > 0) pieces.push(last.bytes.subarray(0, end));
    for (const message of messages.slice(same)) {
      const bytes = this.written(message);
      if (end > 0) pieces.push(COMMA);
      pieces.push(bytes);
      end += bytes.length + (end > 0 ? 1 : 0);
      ends.push(end);
    }
    pieces.push(END);
    const whole = Buffer.concat(pieces);
    this.last = { messages, bytes: whole.subarray(from, from + end), ends };
    return whole;
  }

  private written(value: unknown): Buffer {
    if (typeof value !== 'object' || value === null) return Buffer.from(JSON.stringify(value));
    const known = this.known.get(value);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify(value));
    this.known.set(value, bytes);
    return bytes;
  }
}
