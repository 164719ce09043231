import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { ForgetLearned, Learned, LocalServer, ModelList, Preset } from '../../../preload/contract/model-servers';
import type { SettingsPatch } from '../../../preload/contract/settings';
import { reason, type SetSlice } from '../../lib/slice';

export interface ServersSlice {
  presets: Preset[];
  /** Servers found on this computer; null before the search. */
  local: LocalServer[] | null;
  finding: boolean;
  /** The models of the server in the fields; null before it was asked. */
  listed: ModelList | null;
  listing: boolean;
  learned: Learned[];
  /** Loads what the settings show of servers. */
  lookUpServers(): Promise<void>;
  findLocal(): Promise<void>;
  listModels(patch: SettingsPatch): Promise<void>;
  /** The fields name another server now. */
  forgetListed(): void;
  forgetLearned(of: ForgetLearned): Promise<void>;
}

type Bridge = Pick<DesktopBridge, 'getPresets' | 'findLocalServers' | 'listModels' | 'getLearned' | 'forgetLearned'>;

/** What is known of model servers, and what the person has looked up. */
export function createServersSlice(set: SetSlice<ServersSlice>, bridge: Bridge): ServersSlice {
  let asked = 0;
  return {
    presets: [],
    local: null,
    finding: false,
    listed: null,
    listing: false,
    learned: [],
    async lookUpServers() {
      set({ local: null, listed: null });
      const [presets, learned] = await Promise.all([bridge.getPresets().catch(() => []), bridge.getLearned().catch(() => [])]);
      set({ presets, learned });
    },
    async findLocal() {
      set({ finding: true });
      set({ local: await bridge.findLocalServers().catch(() => []), finding: false });
    },
    async listModels(patch) {
      const mine = ++asked;
      set({ listing: true, listed: null });
      const listed = await bridge.listModels(patch).catch((error: unknown): ModelList => ({ models: [], problem: reason(error) }));
      if (mine === asked) set({ listed, listing: false });
    },
    forgetListed() {
      asked += 1;
      set({ listed: null, listing: false });
    },
    async forgetLearned(of) {
      set({ learned: await bridge.forgetLearned(of) });
    },
  };
}
