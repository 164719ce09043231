import { describe, expect, it } from 'vitest';
import type { SettingsView } from '../../../preload/contract/settings';
import { formOf, isChanged, patchOf } from './form';

const view: SettingsView = {
  base_url: 'https://api.example.com/v1',
  model: 'm',
  language: 'system',
  theme: 'system',
  approval_mode: 'balanced',
  workspace: '/w',
  max_steps: 50,
  context_window: null,
  price_input: null,
  price_output: null,
  fast_base_url: '',
  fast_model: '',
  vision_base_url: '',
  vision_model: '',
  max_tokens: null,
  max_cost: null,
  max_minutes: null,
  fast_key_set: false,
  vision_key_set: true,
  dialect: '',
  private_patterns: [],
  private_windows: ['keepass', 'incognito'],
  onboarded: true,
  key_set: true,
  key_protected: true,
};

describe('the settings form', () => {
  it('keeps the words of private windows, separated by commas of either language', () => {
    const form = formOf(view);
    expect(form.private_windows).toBe('keepass, incognito');
    expect(patchOf({ ...form, private_windows: ' bank ，密码管理, ' })?.private_windows).toEqual(['bank', '密码管理']);
  });

  it('keeps private patterns, one a line, commas and all', () => {
    const form = formOf({ ...view, private_patterns: ['@card', '/a{1,2}/'] });
    expect(form.private_patterns).toBe('@card\n/a{1,2}/');
    expect(patchOf({ ...form, private_patterns: '@card\n\n Project Heron, phase 2 \n' })?.private_patterns).toEqual(['@card', 'Project Heron, phase 2']);
  });

  it('never shows the key and leaves it alone when it is not touched', () => {
    const form = formOf(view);
    expect(form.connection.api_key).toBe('');
    expect(patchOf(form)).not.toHaveProperty('api_key');
    expect(isChanged(form, view)).toBe(false);
  });

  it('sends a new key trimmed, and an empty one only to remove it', () => {
    const form = formOf(view);
    expect(patchOf({ ...form, connection: { ...form.connection, api_key: ' sk-1\n' } })).toMatchObject({ api_key: 'sk-1' });
    expect(patchOf({ ...form, connection: { ...form.connection, forget_key: true } })).toMatchObject({ api_key: '' });
  });

  it.each(['', ' ', '0', '1001', '2.5', 'ten'])('cannot be saved with %j steps', (max_steps) => {
    expect(patchOf({ ...formOf(view), max_steps })).toBeNull();
  });

  it.each([
    ['context_window', '128,000', 128_000],
    ['context_window', '', null],
    ['max_cost', '0.5', 0.5],
    ['price_input', '0', 0],
  ] as const)('takes %s as %j', (name, typed, saved) => {
    const form = formOf(view);
    expect(patchOf({ ...form, numbers: { ...form.numbers, [name]: typed } })).toMatchObject({ [name]: saved });
  });

  it.each([
    ['context_window', '12.5'],
    ['context_window', '10'],
    ['max_cost', '0'],
    ['max_cost', 'five'],
    ['price_output', '-1'],
  ] as const)('cannot be saved with %s %j', (name, typed) => {
    const form = formOf(view);
    expect(patchOf({ ...form, numbers: { ...form.numbers, [name]: typed } })).toBeNull();
  });

  it('saves a further model with its own key, and drops the key of one that is named no more', () => {
    const form = formOf({ ...view, vision_model: 'eyes' });
    const fast = { base_url: ' http://127.0.0.1:1/v1 ', model: ' small ', api_key: ' sk-2 ' };
    expect(patchOf({ ...form, tiers: { ...form.tiers, fast } }, view)).toMatchObject({ fast_base_url: 'http://127.0.0.1:1/v1', fast_model: 'small', fast_api_key: 'sk-2' });
    expect(patchOf(form, view)).not.toHaveProperty('vision_api_key');
    expect(patchOf({ ...form, tiers: { ...form.tiers, vision: { base_url: '', model: '', api_key: '' } } }, view)).toMatchObject({ vision_api_key: '' });
  });
});
