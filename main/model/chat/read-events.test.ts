import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenStreamError, readEvents, type StreamEvent } from './read-events';

/** All events of a body that comes in these packets. */
async function read(packets: readonly Uint8Array[], most = Infinity): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const body = {
    read: async (onPacket: (packet: Uint8Array) => 'enough' | undefined) => {
      for (const packet of packets) if (onPacket(packet)) return;
    },
  };
  await readEvents(body, () => undefined, (event) => (events.push(event) >= most ? 'enough' : undefined));
  return events;
}

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at < bytes.length) packets.push(bytes.subarray(at, at + size));
    at += size;
  }
  return at < bytes.length ? [...packets, bytes.subarray(at)] : packets;
}

describe('the events of a stream', () => {
  it('are the same however the bytes are cut, whichever line ends and comments stand between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 12 }) }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom('', ': keep-alive', 'event: message', 'id: 7'),
        fc.constantFrom('data: ', 'data:'),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }),
        fc.boolean(),
        async (objects, end, noise, prefix, sizes, done) => {
          const lines = objects.flatMap((object) => [...(noise ? [noise] : []), prefix + JSON.stringify(object), '']);
          const text = [...lines, ...(done ? ['data: [DONE]', '', ''] : [])].join(end);
          const expected = [...objects.map((json) => ({ json })), ...(done ? [{ done: true }] : [])];
          expect(await read(cut(new TextEncoder().encode(text), sizes))).toEqual(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ['{"choices":[]}', [{ json: { choices: [] } }]],
    ['\uFEFF  {"error":"no"}\n', [{ json: { error: 'no' } }]],
    ['', []],
    ['data: {"a":1}', [{ json: { a: 1 } }]],
    ['data: {"a":\ndata: 1}\n\n', [{ json: { a: 1 } }]],
  ])('of %j are %j', async (text, events) => {
    expect(await read([new TextEncoder().encode(text)])).toEqual(events);
  });

  it('are not read beyond what is enough, whatever comes behind', async () => {
    const bytes = new TextEncoder().encode('data: 1\n\ndata: [DONE]\n\ndata: {"broken\n\n');
    for (const sizes of [[], [9], [23], [24, 3], [3, 3, 3, 3, 3]]) expect(await read(cut(bytes, sizes), 2)).toEqual([{ json: 1 }, { done: true }]);
  });

  it.each(['data: {"a":\n\n', '<html>hello</html>', '{"a":'])('are broken where one holds no JSON: %j', async (text) => {
    await expect(read([new TextEncoder().encode(text)])).rejects.toThrow(BrokenStreamError);
  });
});
