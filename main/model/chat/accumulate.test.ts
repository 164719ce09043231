import { describe, expect, it } from 'vitest';
import { Accumulator, type AnswerPiece } from './accumulate';

function turnOf(...deltas: unknown[]) {
  const accumulator = new Accumulator();
  for (const delta of deltas) accumulator.add({ choices: [{ delta }] } as AnswerPiece);
  let count = 0;
  return accumulator.reply(
    () => ({ inputTokens: 1, outputTokens: 1, estimated: true }),
    () => `new${++count}`,
  );
}

const call = (fields: { index?: number; id?: string; name?: string; args?: unknown }) => ({
  tool_calls: [{ ...fields, function: { name: fields.name, arguments: fields.args } }],
});

describe('putting a streamed answer together', () => {
  it('joins the pieces of each call by index', () => {
    const turn = turnOf(
      call({ index: 0, id: 'a', name: 'Read', args: '{"pa' }),
      call({ index: 1, id: 'b', name: 'LS', args: '{' }),
      call({ index: 0, args: 'th":"x"}' }),
      call({ index: 1, args: '}' }),
    );
    expect(turn.calls).toEqual([
      { id: 'a', name: 'Read', arguments: '{"path":"x"}' },
      { id: 'b', name: 'LS', arguments: '{}' },
    ]);
    expect(turn.finish).toBe('calls');
  });

  it('takes a new id at the same index for a new call', () => {
    const turn = turnOf(call({ index: 0, id: 'a', name: 'LS', args: '{}' }), call({ index: 0, id: 'b', name: 'LS', args: '{"path":"b"}' }));
    expect(turn.calls.map((one) => one.arguments)).toEqual(['{}', '{"path":"b"}']);
  });

  it('does without any index or id', () => {
    const turn = turnOf(call({ name: 'LS', args: '{}' }), call({ name: 'Read', args: '{"pa' }), call({ args: 'th":"y"}' }));
    expect(turn.calls).toEqual([
      { id: 'new1', name: 'LS', arguments: '{}' },
      { id: 'new2', name: 'Read', arguments: '{"path":"y"}' },
    ]);
  });

  it('keeps id and name when later pieces have them empty, and takes arguments before the name', () => {
    const turn = turnOf(
      { tool_calls: [{ index: 0, id: 'a', function: { arguments: '{"path"' } }] },
      { tool_calls: [{ index: 0, id: '', function: { name: 'Read', arguments: ':"z"}' } }] },
      { tool_calls: [{ index: 0, id: '', function: { name: '', arguments: '' } }] },
    );
    expect(turn.calls).toEqual([{ id: 'a', name: 'Read', arguments: '{"path":"z"}' }]);
  });

  it('takes arguments given as an object, and none as an empty object', () => {
    expect(turnOf(call({ id: 'a', name: 'LS', args: { path: 'q' } })).calls[0]?.arguments).toBe('{"path":"q"}');
    expect(turnOf(call({ id: 'a', name: 'LS', args: null })).calls[0]?.arguments).toBe('{}');
  });

  it('makes ids unique when a server repeats one', () => {
    const turn = turnOf({ tool_calls: [{ index: 0, id: 'a', function: { name: 'LS', arguments: '{}' } }] }, { tool_calls: [{ index: 1, id: 'b', function: { name: 'LS', arguments: '{}' } }] });
    expect(new Set(turn.calls.map((one) => one.id)).size).toBe(2);
  });

  it('reads text parts, survives nulls', () => {
    const turn = turnOf(null, { content: null }, { content: 'Hel' }, { content: [{ type: 'text', text: 'lo' }] });
    expect(turn.text).toBe('Hello');
    expect(turn.finish).toBe('stop');
  });

  it('says cut when the server says length, whatever calls came', () => {
    const accumulator = new Accumulator();
    accumulator.add({ choices: [{ delta: call({ id: 'a', name: 'Bash', args: '{"command":"rm' }) as never, finish_reason: 'length' }] });
    expect(accumulator.reply(() => ({ inputTokens: 0, outputTokens: 0, estimated: true })).finish).toBe('length');
  });
});
