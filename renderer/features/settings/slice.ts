import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { ConnectionTest, SettingsPatch } from '../../../preload/contract/settings';
import { reason, type SetSlice } from '../../lib/slice';

export interface SettingsSlice {
  settingsOpen: boolean;
  saving: boolean;
  /** Why the settings weren't saved, or the folder chooser didn't open. */
  settingsError: string | null;
  testing: boolean;
  /** Answer of the last test, null when the fields have changed since. */
  test: ConnectionTest | null;
  openSettings(): void;
  closeSettings(): void;
  /** True when saved. */
  save(patch: SettingsPatch): Promise<boolean>;
  tryConnection(patch: SettingsPatch): Promise<void>;
  forgetTest(): void;
  /** The chosen folder, null when cancelled. */
  chooseFolder(): Promise<string | null>;
}

type Bridge = Pick<DesktopBridge, 'saveSettings' | 'testSettings' | 'chooseWorkspace'>;

/** Saves and tests settings. What is set arrives with the app's state; the key never does. */
export function createSettingsSlice(set: SetSlice<SettingsSlice>, bridge: Bridge): SettingsSlice {
  let tests = 0;
  return {
    settingsOpen: false,
    saving: false,
    settingsError: null,
    testing: false,
    test: null,
    openSettings: () => set({ settingsOpen: true, settingsError: null, test: null }),
    closeSettings: () => set({ settingsOpen: false, settingsError: null, test: null }),
    async save(patch) {
      set({ saving: true, settingsError: null });
      try {
        await bridge.saveSettings(patch);
        return true;
      } catch (error) {
        set({ settingsError: reason(error) });
        return false;
      } finally {
        set({ saving: false });
      }
    },
    async tryConnection(patch) {
      const mine = ++tests;
      set({ testing: true, test: null, settingsError: null });
      try {
        const test = await bridge.testSettings(patch);
        if (mine === tests) set({ test });
      } catch (error) {
        if (mine === tests) set({ settingsError: reason(error) });
      } finally {
        if (mine === tests) set({ testing: false });
      }
    },
    forgetTest() {
      tests += 1;
      set({ test: null, testing: false });
    },
    async chooseFolder() {
      set({ settingsError: null });
      try {
        return await bridge.chooseWorkspace();
      } catch (error) {
        set({ settingsError: reason(error) });
        return null;
      }
    },
  };
}
