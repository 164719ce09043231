import path from 'node:path';
import type { ConnectionTest, Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import type { ModelAccess, SettingsStore } from '../store/settings';
import type { Door } from './handle';

interface SettingsArea {
  settings: SettingsStore;
  language(): Language;
  testConnection(access: ModelAccess, language: Language): Promise<ConnectionTest>;
  /** The system's folder chooser; null when cancelled. */
  chooseFolder(title: string): Promise<string | null>;
  onSaved(): void;
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
  door.handle('chooseWorkspace', async () => {
    const folder = await area.chooseFolder(say(language(), 'app.choose_workspace'));
    if (folder === null) return null;
    settings.save({ workspace: folder });
    area.onSaved();
    return folder;
  });
}
