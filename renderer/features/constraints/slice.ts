import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { Constraint } from '../../../preload/contract/constraints';
import { reason, type GetSlice, type SetSlice } from '../../lib/slice';
import type { ChatSlice } from '../chat/slice';

export interface ConstraintsSlice {
  /** Why the list could not be read or kept. */
  constraintsError: string | null;
  /** Reads the list of a session whose conversation is shown. */
  loadConstraints(session: string): Promise<void>;
  /** Keeps the list as it was edited; false when that failed. */
  saveConstraints(session: string, texts: string[]): Promise<boolean>;
}

type Bridge = Pick<DesktopBridge, 'getConstraints' | 'saveConstraints'>;

/** The person's standing constraints: the main process holds them, each conversation shows its own. */
export function createConstraintsSlice(set: SetSlice<ConstraintsSlice & ChatSlice>, get: GetSlice<ConstraintsSlice & ChatSlice>, bridge: Bridge): ConstraintsSlice {
  const show = (session: string, constraints: Constraint[]): void =>
    set({ constraintsError: null, conversations: get().conversations.map((each) => (each.session === session ? { ...each, constraints } : each)) });
  return {
    constraintsError: null,
    async loadConstraints(session) {
      try {
        show(session, await bridge.getConstraints(session));
      } catch (error) {
        set({ constraintsError: reason(error) });
      }
    },
    async saveConstraints(session, texts) {
      try {
        show(session, await bridge.saveConstraints({ session, texts }));
        return true;
      } catch (error) {
        set({ constraintsError: reason(error) });
        return false;
      }
    },
  };
}
