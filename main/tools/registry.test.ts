import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { parseArguments } from './arguments-parse';
import { callHash } from './call-hash';
import { coreTools } from './core-tools';
import { ToolFault } from './fault';
import { nearestName } from './nearest';
import { startSession, type TestSession } from './test-session';
import { defineTool, type Outcome } from './tool';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let session: TestSession;
afterEach(() => session?.end());

const parameters = z.object({
  path: z.string(),
  count: z.number().int().default(1),
  deep: z.boolean().default(false),
  kind: z.enum(['a', 'b']).default('a'),
  list: z.array(z.strictObject({ n: z.number() })).default([]),
  note: z.string().optional(),
});

const ran: unknown[] = [];
const probe = defineTool({
  name: 'Probe',
  description: 'A probe.',
  parameters,
  access: 'read',
  timeoutMs: 1000,
  facts: () => Promise.resolve({}),
  run: (params): Promise<Outcome> => {
    ran.push(params);
    return Promise.resolve({ status: 'success', data: {}, text: 'done' });
  },
});

describe('arguments', () => {
  beforeEach(() => {
    session = startSession([probe]);
    ran.length = 0;
  });

  const prepare = (text: string, name = 'Probe') => session.registry.prepare({ id: '1', name, arguments: text });
  const params = (text: string) => {
    const prepared = prepare(text);
    if ('envelope' in prepared) throw new Error(JSON.stringify(prepared.envelope.error));
    return prepared.call.params;
  };
  const error = (text: string, name?: string) => {
    const prepared = prepare(text, name);
    return 'envelope' in prepared ? prepared.envelope.error : undefined;
  };

  it.each([
    ['{"path": "a", "count": "15"}', { count: 15 }],
    ['{"path": "a", "count": 7.0}', { count: 7 }],
    ['{"path": "a", "deep": "true"}', { deep: true }],
    ['{"path": "a", "deep": "False"}', { deep: false }],
    ['{"path": 5}', { path: '5' }],
    ['{"path": "a", "kind": "B"}', { kind: 'b' }],
    ['{"path": "a", "note": null}', { path: 'a' }],
    ['{"path": "a", "list": "[{\\"n\\": \\"2\\"}]"}', { list: [{ n: 2 }] }],
    ['{"path": "a",}', { path: 'a' }],
    ["{'path': 'a'}", { path: 'a' }],
    ['{path: "a"}', { path: 'a' }],
    ['{"path": "a", "deep": True}', { deep: true }],
    ['```json\n{"path": "a"}\n```', { path: 'a' }],
    ['"{\\"path\\": \\"a\\"}"', { path: 'a' }],
    ['"\\"{\\\\\\"path\\\\\\": \\\\\\"a\\\\\\"}\\""', { path: 'a' }],
    ['{"path": "a\nb"}', { path: 'a\nb' }],
  ])('%s is understood', (text, expected) => {
    expect(params(text)).toMatchObject(expected);
  });

  it.each([
    ['{"path": "a", "count": 3', 'TRUNCATED'],
    ['{"path": "a', 'TRUNCATED'],
    ['{"path": ', 'TRUNCATED'],
    ['{"path": "a", "list": [{"n": 1}', 'TRUNCATED'],
    ['{"path": "a", "list": [{"n": 1}]', 'TRUNCATED'],
    ['[1]', 'INVALID_PARAM'],
    ['null', 'INVALID_PARAM'],
    ['7', 'INVALID_PARAM'],
    ['{"path": "a"} {"path": "b"}', 'INVALID_PARAM'],
    ['{"path": "a", "count": "many"}', 'INVALID_PARAM'],
    ['{"path": "a", "count": 1.5}', 'INVALID_PARAM'],
    ['{"path": "a", "extra": 1}', 'INVALID_PARAM'],
    ['{"path": "a", "__proto__": {"x": 1}}', 'INVALID_PARAM'],
    ['{"path": "a", "list": [{"n": 1, "m": 2}]}', 'INVALID_PARAM'],
    ['{}', 'INVALID_PARAM'],
    ['', 'INVALID_PARAM'],
  ])('%s is refused as %s', (text, code) => {
    expect(error(text)?.code).toBe(code);
    expect(ran).toEqual([]);
  });

  it('names the nearest tool and parameter', () => {
    expect(error('{}', 'probe')?.hint).toContain('Probe');
    expect(error('{"path": "a", "cuont": 1}')?.message).toContain('did you mean count?');
    expect(error('{"path": "a", "file_path": 1}')?.message).toContain('did you mean path?');
    expect(nearestName('read_file', coreTools.map((tool) => tool.name))).toBe('Read');
  });

  it('never runs a text that was cut off, wherever the cut is', () => {
    const whole = JSON.stringify({ path: 'a "b" {c} [d]', list: [{ n: 1 }, { n: 2 }], note: "it's" });
    for (let end = 1; end < whole.length; end++) expect(error(whole.slice(0, end))?.code, whole.slice(0, end)).toMatch(/TRUNCATED|INVALID_PARAM/);
  });

  it('takes valid JSON as it is, and gives the same hash for the same arguments in any order', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(parseArguments(text)).toEqual(JSON.parse(text));
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(callHash('T', turned)).toBe(callHash('T', value));
        expect(callHash('U', value)).not.toBe(callHash('T', value));
      }),
    );
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json().map((text) => text.slice(0, -1))), (text) => {
      expect(prepare(text)).toBeDefined();
    }));
  });

  it('changes no letter or digit when it repairs', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ unit: 'grapheme' })), (value) => {
        const broken = JSON.stringify(value).replace(/\}$/, ',}').replace('{,', '{');
        expect(parseArguments(broken)).toEqual(value);
      }),
    );
  });
});

describe('running', () => {
  const slow = (name: string, access: 'read' | 'write', run: (signal: AbortSignal) => Promise<Outcome>, timeoutMs = 60_000) =>
    defineTool({ name, description: '', parameters: z.object({}), access, timeoutMs, facts: () => Promise.resolve({}), run: (_, { signal }) => run(signal) });
  const done: Outcome = { status: 'success', data: {}, text: '' };

  it('answers TIMEOUT and CANCELLED for a tool that never ends', async () => {
    session = startSession([slow('Stuck', 'write', () => new Promise<Outcome>(() => { /* never */ }), 50), slow('Deaf', 'write', () => new Promise<Outcome>(() => { /* never */ }))]);
    const controller = new AbortController();
    const cancelled = session.call('Deaf', {}, controller.signal);
    controller.abort();
    expect((await cancelled).error?.code).toBe('CANCELLED');
  });

  it('answers TIMEOUT for a tool that never ends', async () => {
    session = startSession([slow('Stuck', 'read', () => new Promise<Outcome>(() => { /* never */ }), 50)]);
    expect((await session.call('Stuck', {})).error?.code).toBe('TIMEOUT');
  });

  it('turns whatever is thrown into an envelope', async () => {
    session = startSession([slow('Boom', 'read', () => Promise.reject(new Error('boom'))), slow('Word', 'read', () => Promise.reject('word' as unknown as Error))]);
    expect((await session.call('Boom', {})).error).toMatchObject({ code: 'INTERNAL_ERROR', message: 'boom' });
    expect((await session.call('Word', {})).error).toMatchObject({ code: 'INTERNAL_ERROR', message: 'word' });
  });

  it('leaves a tool alone that broke three times, not one whose calls were wrong', async () => {
    let tries = 0;
    session = startSession([
      slow('Broken', 'read', () => Promise.reject(new Error(`try ${++tries}`))),
      slow('Fine', 'read', () => Promise.reject(new ToolFault('NOT_FOUND', 'no', 'look'))),
    ]);
    const codes: unknown[] = [];
    for (let i = 0; i < 5; i++) codes.push((await session.call('Broken', {})).error?.code, (await session.call('Fine', {})).error?.code);
    expect(codes).toEqual(['INTERNAL_ERROR', 'NOT_FOUND', 'INTERNAL_ERROR', 'NOT_FOUND', 'INTERNAL_ERROR', 'NOT_FOUND', 'CIRCUIT_OPEN', 'NOT_FOUND', 'CIRCUIT_OPEN', 'NOT_FOUND']);
    expect(tries).toBe(3);
  });

  it('tries again, twice at most, when the system was merely busy', async () => {
    const busy = (times: number, syscall = 'open') => {
      let tries = 0;
      return () => (tries++ < times ? Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY', syscall })) : Promise.resolve(done));
    };
    session = startSession([slow('Once', 'read', busy(1)), slow('Twice', 'write', busy(2)), slow('Always', 'read', busy(9)), slow('Halfway', 'write', busy(1, 'write'))]);
    expect(await session.call('Once', {})).toMatchObject({ status: 'success', stats: { retries: 1 } });
    expect(await session.call('Twice', {})).toMatchObject({ status: 'success', stats: { retries: 2 } });
    expect((await session.call('Always', {})).error).toMatchObject({ code: 'EXECUTION_ERROR', hint: expect.stringContaining('Another program') });
    // What failed in the middle of a change is not begun anew.
    expect((await session.call('Halfway', {})).error?.code).toBe('EXECUTION_ERROR');
  });

  it('lets only so many calls of a tool run at once, the others wait their turn', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 5);
      });
      running--;
      return done;
    };
    session = startSession([{ ...slow('Heavy', 'read', work), atOnce: 2 }]);
    const results = await Promise.all(Array.from({ length: 9 }, () => session.call('Heavy', {})));
    expect(results.every(({ status }) => status === 'success')).toBe(true);
    expect(most).toBe(2);
  });

  it('runs reads side by side, and writes alone and in order', async () => {
    const events: string[] = [];
    const gates: (() => void)[] = [];
    const step = (name: string) => async () => {
      events.push(`${name} starts`);
      await new Promise<void>((resolve) => {
        gates.push(resolve);
      });
      events.push(`${name} ends`);
      return done;
    };
    session = startSession([slow('R', 'read', step('read')), slow('W', 'write', step('write'))]);
    const open = async (times: number) => {
      while (gates.length < times) await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      gates.splice(0).forEach((go) => go());
    };
    const calls = ['R', 'R', 'W', 'W', 'R'].map((name) => session.call(name, {}));
    await open(2);
    await open(1);
    await open(1);
    await open(1);
    await Promise.all(calls);
    expect(events).toEqual(['read starts', 'read starts', 'read ends', 'read ends', 'write starts', 'write ends', 'write starts', 'write ends', 'read starts', 'read ends']);
  });
});

describe('the core tools', () => {
  it('are told to a model in at most 10 KB', () => {
    session = startSession();
    const specs = session.registry.specs();
    expect(JSON.stringify(specs).length).toBeLessThan(10_000);
    for (const { parameters: schema } of specs) expect(Object.keys(schema['properties'] as object).length).toBeLessThanOrEqual(5);
  });
});
