import { existsSync, readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolFault } from '../tools/fault';
import { describeArguments, skillArguments } from './arguments';
import { readDeclaration } from './declaration';
import type { JsonSchema, Skill } from './skill';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 10, description: 'How many' },
    ratio: { type: 'number' },
    skip: { type: 'boolean', default: false },
    word: { type: 'string' },
    unit: { type: 'string', enum: ['days', 'workdays', 'weeks'] },
    names: { type: 'array', items: { type: 'string' } },
    size: { $ref: '#/$defs/size' },
    maybe: { type: ['integer', 'null'] },
    any: {},
  },
  required: ['count'],
  additionalProperties: false,
  $defs: { size: { type: 'object', properties: { wide: { type: 'integer' } }, additionalProperties: false } },
};

function skill(of: JsonSchema = schema, source: Skill['source'] = 'person'): Skill {
  const { declaration } = readDeclaration('{"type":"object"}');
  const card = { displayName: 'Counts', shortDescription: '', defaultPrompt: null, icon: null, brandColor: null, implicit: true };
  return { name: 'counts', description: '', folder: '/x', source, hash: 'bundled', state: 'ready', program: { schema: of, declaration, file: '/x/run.js', kind: 'bundled' }, card, license: null, compatibility: null, allowedTools: null, warnings: [] };
}

async function faultOf(args: Record<string, unknown>, of: JsonSchema = schema): Promise<ToolFault> {
  const error: unknown = await skillArguments(skill(of), args).then(() => null, (reason: unknown) => reason);
  if (!(error instanceof ToolFault)) throw new Error(`no fault for ${JSON.stringify(args)}`);
  return error;
}

describe('arguments are bent where the meaning is beyond doubt', () => {
  it.each([
    [{ count: '3' }, { count: 3 }],
    [{ count: 3, skip: 'true' }, { count: 3, skip: true }],
    [{ count: 3, skip: ' False ' }, { count: 3, skip: false }],
    [{ count: 3, ratio: '-0.5' }, { count: 3, ratio: -0.5 }],
    [{ count: 7.0 }, { count: 7 }],
    [{ count: 1, word: 15 }, { count: 1, word: '15' }],
    [{ count: 1, word: true }, { count: 1, word: 'true' }],
    [{ count: 1, unit: 'WorkDays' }, { count: 1, unit: 'workdays' }],
    [{ count: 1, names: '["a", "b"]' }, { count: 1, names: ['a', 'b'] }],
    [{ count: 1, names: [1, 'b'] }, { count: 1, names: ['1', 'b'] }],
    [{ count: 1, names: 'a, b' }, { count: 1, names: ['a, b'] }],
    [{ count: 1, size: '{"wide": "4"}' }, { count: 1, size: { wide: 4 } }],
    [{ count: 1, word: null }, { count: 1 }],
    [{ count: 1, maybe: null }, { count: 1, maybe: null }],
    [{ count: 1, any: '3' }, { count: 1, any: '3' }],
    [{ count: 1, word: '{"a": 1}' }, { count: 1, word: '{"a": 1}' }],
  ])('%j', async (given, wanted) => {
    expect(await skillArguments(skill(), given)).toEqual({ skip: false, ...wanted });
  });

  it('and never where it is not, nor is what was given changed', async () => {
    const given = Object.freeze({ count: 'three' });
    expect((await faultOf(given)).message).toBe('counts: count: expected integer, not "three".');
    expect(given).toEqual({ count: 'three' });
  });

  it('any arguments end in what the schema takes, or in a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('count', 'ratio', 'skip', 'word', 'names', 'size', 'other', '__proto__', 'constructor'), fc.jsonValue()), async (given) => {
        const ended: unknown = await skillArguments(skill(), given).catch((reason: unknown) => reason);
        if (ended instanceof ToolFault) expect(ended.code).toBe('INVALID_PARAM');
        else expect(await skillArguments(skill(), ended as Record<string, unknown>)).toEqual(ended);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what is wrong is said by name', () => {
  it.each([
    [{}, /count is missing \(How many\)/],
    [{ cont: 3 }, /count is missing \(cont is not its name\); unknown parameter cont, did you mean count\?/],
    [{ count: 3, skp: true }, /unknown parameter skp, did you mean skip\?/],
    [{ count: 3, unit: 'workday' }, /unit: expected one of days, workdays, weeks, not "workday"; did you mean workdays\?/],
    [{ count: 11 }, /count: must be <= 10, not 11/],
    [{ count: 1.5 }, /count: expected integer, not 1.5/],
    [{ count: 1, names: ['a', {}] }, /names\.1: expected string, not \{\}/],
    [{ count: 1, size: { wider: 1 } }, /unknown parameter size\.wider, did you mean wide\?/],
  ])('%j', async (given, words) => {
    const fault = await faultOf(given);
    expect(fault.code).toBe('INVALID_PARAM');
    expect(fault.message).toMatch(words);
    expect(fault.hint).toContain('count (integer, required): How many');
  });

  it('a schema that can’t be used is the skill’s fault, and that is said', async () => {
    const fault = await faultOf({}, { type: 'object', properties: { a: { $ref: 'https://example.org/a.json' } } });
    expect(fault.code).toBe('UNSUPPORTED');
    expect(fault.message).toContain('schema.json of counts');
  });

  it('the schemas that come with the app are right, so that they needn’t be checked at each start, and hold all the same', async () => {
    const files = readdirSync('skills').map((name) => `skills/${name}/schema.json`).filter((file) => existsSync(file));
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) {
      const own = readDeclaration(readFileSync(file, 'utf8')).schema;
      const said = (source: Skill['source']): Promise<string> => skillArguments(skill(own, source), { no_such_argument: 1 }).then(JSON.stringify, (error: unknown) => (error instanceof ToolFault ? `${error.code} ${error.message}` : String(error)));
      expect(await said('person'), file).toMatch(/^INVALID_PARAM .*no_such_argument/);
      expect(await said('bundled')).toBe(await said('person'));
    }
  });

  it('an old draft and a new one each mean their own by a list of items', async () => {
    const pair = { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false };
    const old = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { pair } };
    expect(await skillArguments(skill(old), { pair: ['a', 1] })).toEqual({ pair: ['a', 1] });
    expect((await faultOf({ pair: ['a', 'b'] }, old)).message).toContain('pair.1: expected integer');
    const young = { type: 'object', properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false } } };
    expect((await faultOf({ pair: ['a', 'b'] }, young)).message).toContain('pair.1: expected integer');
  });

  it('arguments in words', () => {
    expect(describeArguments({ type: 'object', properties: { a: { enum: ['x', 'y'] }, b: { type: 'array', items: { type: 'string' }, description: 'Names' } }, required: ['b'] })).toBe('a (x|y); b (list of string, required): Names');
    expect(describeArguments({ type: 'object' })).toBe('none');
  });
});
