import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DesktopBridge } from '../../preload/contract/bridge';
import { createChangesSlice, type ChangesSlice } from '../features/changes/slice';
import { createChatSlice, type ChatSlice } from '../features/chat/slice';
import { createConstraintsSlice, type ConstraintsSlice } from '../features/constraints/slice';
import { createRoutinesSlice, type RoutinesSlice } from '../features/routines/slice';
import { createRunSlice, type RunSlice } from '../features/run/slice';
import { createScreenSlice, type ScreenSlice } from '../features/screen/slice';
import { createSessionsSlice, type SessionsSlice } from '../features/sessions/slice';
import { createServersSlice, type ServersSlice } from '../features/settings/servers-slice';
import { createSkillsSlice, type SkillsSlice } from '../features/skills/slice';
import { createSettingsSlice, type SettingsSlice } from '../features/settings/slice';

/** All the main window knows: one slice a feature. */
export type AppStore = ChangesSlice & ChatSlice & ConstraintsSlice & RoutinesSlice & RunSlice & ScreenSlice & ServersSlice & SessionsSlice & SettingsSlice & SkillsSlice;

/** The window's store; its actions speak to the main process through `bridge`. */
export function createAppStore(bridge: DesktopBridge): StoreApi<AppStore> {
  return createStore<AppStore>()((set, get) => ({
    ...createChangesSlice(set, get, bridge),
    ...createChatSlice(set, get, bridge),
    ...createConstraintsSlice(set, get, bridge),
    ...createRoutinesSlice(set, get, set, bridge),
    ...createRunSlice(set, bridge),
    ...createScreenSlice(set),
    ...createServersSlice(set, bridge),
    ...createSessionsSlice(set, get, bridge),
    ...createSettingsSlice(set, bridge),
    ...createSkillsSlice(set, get, set, bridge),
  }));
}
