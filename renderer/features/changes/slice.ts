import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { ChangeView, UndoChanges, Undone } from '../../../preload/contract/changes';
import { reason, type GetSlice, type SetSlice } from '../../lib/slice';

export interface ChangesSlice {
  /** Session whose changes these are; null when none is shown. */
  changesOf: string | null;
  changes: ChangeView[];
  /** Paths that commands changed without a way back. */
  uncovered: string[];
  /** What became of each in the last undo or redo, by its number. */
  undone: Record<number, Undone>;
  /** Direction and number of changes of the last undo or redo; null before one. */
  undoTotal: { direction: UndoChanges['direction']; done: number; left: number } | null;
  undoing: boolean;
  changesError: string | null;
  /** Shows what a session changed; null shows nothing. */
  loadChanges(session: string | null): Promise<void>;
  /** A diff of one change of the session shown. */
  showChange(change: number): Promise<string | null>;
  undoChanges(which: Omit<UndoChanges, 'session'>): Promise<void>;
}

type Bridge = Pick<DesktopBridge, 'listChanges' | 'showChange' | 'undoChanges'>;

const nothing = { changes: [], uncovered: [], undone: {}, undoTotal: null, changesError: null };

/** Lists the changes of the conversation that is shown, and takes them back. */
export function createChangesSlice(set: SetSlice<ChangesSlice>, get: GetSlice<ChangesSlice>, bridge: Bridge): ChangesSlice {
  let asked = 0;
  return {
    changesOf: null,
    ...nothing,
    undoing: false,
    async loadChanges(session) {
      if (session !== get().changesOf) set({ changesOf: session, ...nothing });
      const mine = ++asked;
      if (session === null) return;
      try {
        const { changes, uncovered } = await bridge.listChanges({ session });
        // Another conversation may be shown by now, or a newer list of this one.
        if (mine === asked) set({ changes, uncovered });
      } catch (error) {
        if (mine === asked) set({ changesError: reason(error) });
      }
    },
    async showChange(change) {
      const { changesOf } = get();
      return changesOf === null ? null : bridge.showChange({ session: changesOf, change });
    },
    async undoChanges(which) {
      const { changesOf, undoing } = get();
      if (changesOf === null || undoing) return;
      set({ undoing: true, changesError: null, undoTotal: null });
      try {
        const items = await bridge.undoChanges({ ...which, session: changesOf });
        if (get().changesOf !== changesOf) return;
        const done = items.filter(({ result }) => result !== 'left').length;
        set({
          undone: { ...get().undone, ...Object.fromEntries(items.map((item) => [item.number, item])) },
          undoTotal: { direction: which.direction, done, left: items.filter(({ left }) => left.length > 0).length },
        });
      } catch (error) {
        if (get().changesOf === changesOf) set({ changesError: reason(error) });
      } finally {
        set({ undoing: false });
        if (get().changesOf === changesOf) await get().loadChanges(changesOf);
      }
    },
  };
}
