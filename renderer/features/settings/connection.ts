import type { SettingsPatch, SettingsView } from '../../../preload/contract/settings';

/** What a person types to connect a model. The key starts empty: it can be written, never read. */
export interface Connection {
  base_url: string;
  api_key: string;
  model: string;
  /** True when the stored key is to be removed. */
  forget_key: boolean;
}

/** The fields as the settings stand. */
export function connectionOf(view: SettingsView): Connection {
  return { base_url: view.base_url, api_key: '', model: view.model, forget_key: false };
}

/** Whether the fields name a model: its name, and an address or a key (a key alone means OpenAI's own address). */
export function namesModel({ base_url, api_key, model, forget_key }: Connection, view: SettingsView): boolean {
  const key = api_key.trim() !== '' || (view.key_set && !forget_key);
  return model.trim() !== '' && (base_url.trim() !== '' || key);
}

/** The fields as a patch: an untouched key is left out, so the stored one stays. */
export function connectionPatch({ base_url, api_key, model, forget_key }: Connection): SettingsPatch {
  const patch: SettingsPatch = { base_url: base_url.trim(), model: model.trim() };
  if (api_key.trim() !== '') return { ...patch, api_key: api_key.trim() };
  return forget_key ? { ...patch, api_key: '' } : patch;
}
