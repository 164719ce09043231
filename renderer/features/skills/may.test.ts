import { expect, it } from 'vitest';
import type { SkillMay } from '../../../preload/contract/skills';
import { mayLines } from './may';

const may: SkillMay = { effect: 'observe', by_action: [], network: [], reads: [], writes: [], secrets: [], untrusted: false, watches: false };
const keys = (change: Partial<SkillMay>, source: 'bundled' | 'person' = 'bundled'): string[] => mayLines({ may: { ...may, ...change }, source }).map(({ key, tone }) => `${key.replace('skills.may.', '')}${tone === 'warn' ? '!' : ''}`);

it('says what a skill may do, and marks what matters', () => {
  expect(mayLines({ may: null, source: 'person' }).map(({ key }) => key)).toEqual(['skills.may.instructions']);
  expect(keys({})).toEqual(['effect.observe', 'noNetwork', 'noSecrets']);
  expect(keys({ effect: 'risky', network: ['wttr.in'], untrusted: true }, 'person')).toEqual(['effect.risky!', 'network!', 'caged', 'noSecrets', 'untrusted']);
  expect(keys({ network: ['any'], secrets: ['KEY'], reads: ['from'], writes: ['to'], watches: true })).toEqual(['effect.observe', 'anyNetwork!', 'reads', 'writes!', 'secrets!', 'watches']);
  expect(keys({ by_action: [{ effect: 'observe', values: ['read'] }, { effect: 'consequential', values: ['send', 'pay'] }] })).toEqual(['action.observe', 'action.consequential!', 'noNetwork', 'noSecrets']);
});
