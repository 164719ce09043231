import { homedir } from 'node:os';
import path from 'node:path';
import { settingsPatchSchema, type Settings, type SettingsPatch, type SettingsView } from '../../preload/contract/settings';
import { environmentLayers, mergeLayers, type Environment, type ModelLayer } from './environment';
import { createSecrets, noProtection, type SecretName, type SecretProtection } from './secrets';
import { defaultSettings, loadSettings, storeSettings, type SettingsNotice } from './settings-file';

/** OpenAI's own address, used when only a key is given. */
export const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** How to reach the model that is configured. */
export interface ModelAccess {
  baseUrl: string;
  /** "" where the server wants none. */
  apiKey: string;
  model: string;
}

/** Whether a model is configured, known without opening the key. */
export function hasModel(view: SettingsView): boolean {
  return view.model !== '' && (view.key_set || view.base_url !== '');
}

export interface SettingsOptions {
  /** Folder whose `.env` counts; the process's own by default. */
  workingFolder?: string;
  protection?: SecretProtection;
  /**
   * Who wins where both say something: in the window what was saved there, on the command line
   * the environment and `.env`.
   */
  first?: 'saved' | 'environment';
}

export interface SettingsStore {
  readonly dataFolder: string;
  current(): Settings;
  view(): SettingsView;
  /** Takes effect at once and is on disk when it returns. Throws what the file system throws; nothing has changed then. */
  save(patch: SettingsPatch): SettingsView;
  /** Null when no model is configured: the offline planner's case. `patch` tries values that aren't saved. */
  model(patch?: SettingsPatch): ModelAccess | null;
  /** The model for titles and summaries or for pictures; null when none is named. */
  tier(name: 'fast' | 'vision', main: ModelAccess): ModelAccess | null;
  /** What the person should know about the stored settings, now. */
  notices(): SettingsNotice[];
}

/**
 * The person's settings: `settings.json` and `secrets.json` of the data folder, the environment
 * (OPENAI_API_KEY, OPENAI_BASE_URL, MODEL_NAME) and `.env` of the working and of the data folder.
 */
export function createSettings(dataFolder: string, environment: Environment, options: SettingsOptions = {}): SettingsStore {
  const file = path.join(dataFolder, 'settings.json');
  const secrets = createSecrets(dataFolder, options.protection ?? noProtection);
  const outside = environmentLayers(environment, options.workingFolder ?? process.cwd(), dataFolder);
  const loaded = loadSettings(file, defaultSettings(path.join(homedir(), 'Documents', 'Deskwright')));
  let saved = loaded.settings;
  let keyNotice: SettingsNotice | null = null;

  const savedKey = (name: SecretName = 'api_key'): string => {
    try {
      keyNotice = null;
      return secrets.read(name);
    } catch (error) {
      keyNotice = { code: 'key_unreadable', values: { reason: error instanceof Error ? error.message : String(error) } };
      return '';
    }
  };
  const layers = (apiKey: string): ModelLayer[] => {
    const own: ModelLayer = { baseUrl: saved.base_url.trim(), apiKey, model: saved.model.trim(), foreign: false };
    return options.first === 'environment' ? [...outside, own] : [own, ...outside];
  };
  const view = (): SettingsView => {
    // Whether there is a key is known without opening its seal, which may ask the person for the key ring's password.
    const { baseUrl, apiKey, model } = mergeLayers(layers(secrets.has() ? 'set' : ''));
    const keys = { fast_key_set: secrets.has('fast_api_key'), vision_key_set: secrets.has('vision_api_key') };
    return { ...saved, base_url: baseUrl, model, key_set: apiKey !== '', key_protected: secrets.isProtected(), ...keys };
  };

  return {
    dataFolder,
    current: () => saved,
    view,
    save(patch) {
      const { api_key, fast_api_key, vision_api_key, ...changes } = settingsPatchSchema.parse(patch);
      const next: Settings = { ...saved, ...withoutUndefined(changes) };
      storeSettings(file, next, loaded.extras);
      for (const [name, key] of Object.entries({ api_key, fast_api_key, vision_api_key }) as [SecretName, string | undefined][]) {
        if (key !== undefined) secrets.write(key.trim(), name);
      }
      saved = next;
      return view();
    },
    model(patch = {}) {
      const { api_key: key, base_url: address, model } = patch;
      const tried: ModelLayer = { baseUrl: address?.trim() ?? '', apiKey: key?.trim() ?? '', model: model?.trim() ?? '', foreign: false };
      const access = mergeLayers([tried, ...layers(key === undefined ? savedKey() : '')]);
      if (access.model === '' || (access.apiKey === '' && access.baseUrl === '')) return null;
      return { ...access, baseUrl: access.baseUrl || DEFAULT_BASE_URL };
    },
    tier(name, main) {
      const model = saved[`${name}_model`].trim();
      if (model === '') return null;
      const baseUrl = saved[`${name}_base_url`].trim() || main.baseUrl;
      const own = savedKey(`${name}_api_key`);
      // Another server never gets the main model's key.
      return { baseUrl, model, apiKey: own || (baseUrl === main.baseUrl ? main.apiKey : '') };
    },
    notices() {
      const { baseUrl, apiKey, model } = mergeLayers(layers(savedKey()));
      const unnamed: SettingsNotice[] = model === '' && (apiKey !== '' || baseUrl !== '') ? [{ code: 'model_name_missing', values: {} }] : [];
      return [loaded.notice, keyNotice].filter((notice) => notice !== null).concat(unnamed);
    },
  };
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };
}
