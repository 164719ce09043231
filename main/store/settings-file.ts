import { copyFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { usualPrivateWindows } from '../../preload/contract/private-windows';
import { settingsSchema, type Settings } from '../../preload/contract/settings';
import { writeAtomically } from './atomic-write';

/** Something about the stored settings that the person should know; `code` is a key of main/locales. */
export interface SettingsNotice {
  code: 'settings_bad' | 'settings_unreadable' | 'key_unreadable' | 'model_name_missing';
  values: Record<string, string>;
}

export interface LoadedSettings {
  settings: Settings;
  /** The file as it was, so that what a newer version wrote there survives a save by this one. */
  extras: Record<string, unknown>;
  notice: SettingsNotice | null;
}

/** What a person has who never chose anything. */
export function defaultSettings(workspace: string): Settings {
  return {
    base_url: '',
    model: '',
    dialect: '',
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
    language: 'system',
    theme: 'system',
    approval_mode: 'balanced',
    workspace,
    max_steps: 50,
    private_patterns: [],
    private_windows: [...usualPrivateWindows],
    onboarded: false,
  };
}

/**
 * Reads `settings.json`. A value that doesn't fit is replaced by its default, all the others stay;
 * the file as it was is kept beside it as `settings.json.bad-<time>`. Never throws.
 */
export function loadSettings(file: string, defaults: Settings, now: Date = new Date()): LoadedSettings {
  if (!existsSync(file)) return { settings: defaults, extras: {}, notice: null };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return { settings: defaults, extras: {}, notice: { code: 'settings_unreadable', values: { file, reason: messageOf(error) } } };
  }
  const parsed = parseObject(text);
  if (!parsed) return { settings: defaults, extras: {}, notice: keepAside(file, now, path.basename(file)) };
  const settings: Record<string, unknown> = { ...defaults };
  const bad: string[] = [];
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (!(name in parsed)) continue;
    const value = schema.safeParse(parsed[name]);
    if (value.success) settings[name] = value.data;
    else bad.push(name);
  }
  const notice = bad.length > 0 ? keepAside(file, now, bad.join(', ')) : null;
  return { settings: settingsSchema.parse(settings), extras: parsed, notice };
}

/** Writes the settings as a whole. Throws what the file system throws. */
export function storeSettings(file: string, settings: Settings, extras: Record<string, unknown>): void {
  writeAtomically(file, `${JSON.stringify({ ...extras, ...settings }, null, 2)}\n`);
}

function keepAside(file: string, now: Date, what: string): SettingsNotice {
  let kept = `${file}.bad-${now.toISOString().replaceAll(':', '-')}`;
  try {
    const earlier = sameAside(file);
    if (earlier === null) copyFileSync(file, kept);
    else kept = earlier;
  } catch (error) {
    return { code: 'settings_unreadable', values: { file, reason: messageOf(error) } };
  }
  return { code: 'settings_bad', values: { what, kept } };
}

/** The copy that an earlier start kept of the very same bytes: each start and each task reads the file anew. */
function sameAside(file: string): string | null {
  const bytes = readFileSync(file);
  const folder = path.dirname(file);
  const kept = readdirSync(folder).filter((name) => name.startsWith(`${path.basename(file)}.bad-`));
  return kept.map((name) => path.join(folder, name)).find((place) => readFileSync(place).equals(bytes)) ?? null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
