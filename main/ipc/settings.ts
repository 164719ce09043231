import path from 'node:path';
import type { Learned, LocalServer, ModelList, Preset } from '../../preload/contract/model-servers';
import type { ConnectionTest, Language } from '../../preload/contract/settings';
import { isPhrase, say } from '../locales/say';
import type { ModelNotes } from '../store/model-notes';
import type { ModelAccess, SettingsStore } from '../store/settings';
import type { Door } from './handle';

interface SettingsArea {
  settings: SettingsStore;
  language(): Language;
  testConnection(access: ModelAccess, language: Language): Promise<ConnectionTest>;
  servers: ModelServers;
  /** The system's folder chooser; null when cancelled. */
  chooseFolder(title: string): Promise<string | null>;
  onSaved(): void;
}

/** What is known of model servers, and what can be found out. */
interface ModelServers {
  presets(language: Language): Preset[];
  list(access: ModelAccess, language: Language): Promise<ModelList>;
  find(language: Language): Promise<LocalServer[]>;
  notes: ModelNotes;
}

/** What the main window can do with the settings. The key goes in and never comes out. */
export function answerSettings(door: Door, area: SettingsArea): void {
  const { settings, language } = area;
  door.handle('saveSettings', (patch) => {
    if (patch.workspace !== undefined && !path.isAbsolute(patch.workspace)) {
      throw new Error(say(language(), 'app.workspace_relative', { folder: patch.workspace }));
    }
    const view = settings.save(patch);
    area.onSaved();
    return view;
  });
  door.handle('testSettings', async (patch) => {
    const access = settings.model(patch);
    if (access) return area.testConnection(access, language());
    return { ok: false, checks: [{ name: 'address', ok: false, message: say(language(), 'app.test_needs_values') }] };
  });
  door.handle('getPresets', () => area.servers.presets(language()));
  door.handle('findLocalServers', () => area.servers.find(language()));
  door.handle('listModels', async (patch) => {
    // A list needs no model's name, but without one there is no access.
    const access = settings.model({ ...patch, model: patch.model?.trim() || '-' });
    return access ? area.servers.list(access, language()) : { models: [], problem: say(language(), 'app.test_needs_values') };
  });
  door.handle('getLearned', () => learnedIn(area.servers.notes, language()));
  door.handle('forgetLearned', ({ server, model }) => {
    area.servers.notes.forget(server, model);
    return learnedIn(area.servers.notes, language());
  });
  door.handle('chooseWorkspace', async () => {
    const folder = await area.chooseFolder(say(language(), 'app.choose_workspace'));
    if (folder === null) return null;
    settings.save({ workspace: folder });
    area.onSaved();
    return folder;
  });
}

function learnedIn(notes: ModelNotes, language: Language): Learned[] {
  return notes.all().map(({ server, model, notes: known }) => ({
    server,
    model,
    notes: known.map(({ feature, on, reason, at }) => {
      const phrase = `profile.${feature}`;
      return { feature, label: isPhrase(phrase) && !(feature === 'images' && on) ? say(language, phrase) : feature, reason, at };
    }),
  }));
}
