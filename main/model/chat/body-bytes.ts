const COMMA = Buffer.from(',');

/**
 * Writes request bodies as JSON bytes. A conversation only grows, so each request says again nearly
 * all of the one before: each message object is written once, and must not change afterwards.
 */
export class BodyBytes {
  private readonly known = new WeakMap<object, Buffer>();

  /** The same bytes as `JSON.stringify(body)` in UTF-8, with the messages last. */
  of<T extends { messages: readonly object[] }>(body: T): Buffer {
    const { messages, ...rest } = body;
    const head = JSON.stringify(rest).slice(0, -1);
    const pieces: Buffer[] = [Buffer.from(`${head}${head === '{' ? '' : ','}"messages":[`)];
    for (const [index, message] of messages.entries()) {
      if (index > 0) pieces.push(COMMA);
      pieces.push(this.written(message));
    }
    pieces.push(Buffer.from(']}'));
    return Buffer.concat(pieces);
  }

  private written(message: object): Buffer {
    const known = this.known.get(message);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify(message));
    this.known.set(message, bytes);
    return bytes;
  }
}
