/** Strings from this length on are kept as bytes between requests, characters. */
const LONG = 256;

/**
 * Writes request bodies as JSON bytes. A conversation only grows, so each request says again nearly
 * all of the one before: its long strings (results, pictures) are kept as bytes, and only what is
 * new is written and encoded. What a request no longer says is let go of.
 */
export class BodyBytes {
  private known = new Map<string, Buffer>();

  /** The same bytes as `JSON.stringify(body)` in UTF-8, but for the order of fields. */
  of<T extends { messages: readonly unknown[] }>(body: T): Buffer {
    const { messages, ...rest } = body;
    const used = new Map<string, Buffer>();
    const pieces: Buffer[] = [];
    let plain = `${JSON.stringify(rest).slice(0, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"messages":`;
    const long = (text: string): void => {
      const bytes = used.get(text) ?? this.known.get(text) ?? Buffer.from(JSON.stringify(text));
      used.set(text, bytes);
      pieces.push(Buffer.from(plain), bytes);
      plain = '';
    };
    const list = (items: Iterable<unknown>, open: string, close: string, write: (item: unknown) => void): void => {
      plain += open;
      let first = true;
      for (const item of items) {
        if (!first) plain += ',';
        first = false;
        write(item);
      }
      plain += close;
    };
    const value = (item: unknown): void => {
      if (typeof item === 'string' && item.length >= LONG) long(item);
      else if (Array.isArray(item)) list(item, '[', ']', value);
      else if (typeof item === 'object' && item !== null) {
        const fields = Object.entries(item).filter(([, held]) => held !== undefined);
        list(fields, '{', '}', (field) => {
          const [name, held] = field as [string, unknown];
          plain += `${JSON.stringify(name)}:`;
          value(held);
        });
      } else plain += JSON.stringify(item ?? null);
    };
    value(messages);
    this.known = used;
    return Buffer.concat([...pieces, Buffer.from(`${plain}}`)]);
  }
}
