import { describe, expect, it } from 'vitest';
import { argumentsOf, fieldsOf } from './fields';

const schema = {
  type: 'object',
  required: ['days'],
  properties: {
    note: { type: 'string', description: 'A word.' },
    days: { type: 'integer', default: 3 },
    unit: { type: 'string', enum: ['m', 'km'] },
    exact: { type: ['boolean', 'null'] },
    rate: { type: 'number' },
    list: { type: 'array', items: { type: 'string' } },
    any: true,
  },
};

describe('the form of a skill', () => {
  it('has a plain field for each argument, what is needed first', () => {
    expect(fieldsOf(schema).map(({ name, kind, required, start, options }) => [name, kind, required, start, options])).toEqual([
      ['days', 'number', true, '3', []],
      ['note', 'text', false, '', []],
      ['unit', 'choice', false, '', ['m', 'km']],
      ['exact', 'yes-no', false, '', []],
      ['rate', 'number', false, '', []],
      ['list', 'json', false, '', []],
      ['any', 'json', false, '', []],
    ]);
    expect(fieldsOf({})).toEqual([]);
  });

  it('gives arguments of the right kinds, and leaves out what is empty', () => {
    expect(argumentsOf(fieldsOf(schema), { days: ' 45 ', exact: 'true', rate: '1.5', list: '["a"]', note: '', unit: 'km' })).toEqual({ args: { days: 45, exact: true, rate: 1.5, list: ['a'], unit: 'km' } });
  });

  it('says in which field something is wrong', () => {
    expect(argumentsOf(fieldsOf(schema), { days: '1.5', rate: 'x', list: '[' })).toEqual({ faults: { days: 'skills.field.whole', rate: 'skills.field.number', list: 'skills.field.json' } });
    expect(argumentsOf(fieldsOf(schema), { days: ' ' })).toEqual({ faults: { days: 'skills.field.missing' } });
  });
});
