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
  dialect: '',
  private_patterns: [],
  onboarded: true,
  key_set: true,
  key_protected: true,
};

describe('the settings form', () => {
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
});
