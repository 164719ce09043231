import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyBytes } from './body-bytes';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('合计 é\n', '\ud800', '"\\\u2028'));
const message = fc.record({ role: fc.constantFrom('user', 'tool'), content: fc.oneof(text, fc.constant(null), fc.array(fc.record({ type: fc.constant('text'), text }), { maxLength: 3 })), left: fc.constant(undefined) });

describe('a request body as bytes', () => {
  it('says what JSON.stringify says, for any growing conversation', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.dictionary(fc.string(), text, { maxKeys: 3 }), (messages, rest) => {
        const bytes = new BodyBytes();
        const body = { ...rest, messages };
        for (let length = 0; length <= messages.length; length++) {
          const part = { ...body, messages: messages.slice(0, length) };
          expect(JSON.parse(bytes.of(part).toString('utf8'))).toEqual(JSON.parse(Buffer.from(JSON.stringify(part)).toString('utf8')));
        }
      }),
    );
  });

  it('says it too when messages go, come and move between two requests, and leaves the bytes of the requests before as they were', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), fc.array(fc.array(fc.nat({ max: 5 }), { maxLength: 8 }), { maxLength: 6 }), (messages, requests) => {
        const bytes = new BodyBytes();
        const made = requests.map((places) => {
          const body = { model: 'm', messages: places.flatMap((place) => messages[place] ?? []) };
          return { text: JSON.stringify(body), written: bytes.of(body) };
        });
        for (const { text, written } of made) expect(written.equals(Buffer.from(text))).toBe(true);
      }),
    );
  });
});
