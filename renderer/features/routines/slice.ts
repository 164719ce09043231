import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { RoutineDraft, RoutineView, SaveRoutine } from '../../../preload/contract/routines';
import { reason, type GetSlice, type SetSlice } from '../../lib/slice';
import type { ChatSlice } from '../chat/slice';

/** A run on its way to becoming a routine; `draft` is null while it is looked at, or when it can't be one. */
export interface RoutineMaking {
  session: string;
  /** A name made from the task's words. */
  suggested: string;
  draft: RoutineDraft | null;
  problem: string;
}

export interface RoutinesSlice {
  routinesOpen: boolean;
  routines: RoutineView[];
  /** Why the last act on a routine failed. */
  routinesError: string | null;
  /** The routine that was deleted last, for as long as that can be taken back here. */
  routineDeleted: string | null;
  routineMaking: RoutineMaking | null;
  openRoutines(): void;
  closeRoutines(): void;
  /** Looks at the last completed run of a session. */
  makeRoutine(session: string, title: string): Promise<void>;
  dropMaking(): void;
  /** True when it is kept; the list of routines is then shown. */
  keepRoutine(request: SaveRoutine): Promise<boolean>;
  renameRoutine(name: string, to: string): Promise<void>;
  deleteRoutine(name: string): Promise<void>;
  undoDeleteRoutine(): Promise<void>;
  /** Runs a routine in a new conversation; true when it has begun. */
  runRoutine(name: string, values: Record<string, string>): Promise<boolean>;
}

type Bridge = Pick<DesktopBridge, 'listRoutines' | 'draftRoutine' | 'saveRoutine' | 'renameRoutine' | 'deleteRoutine' | 'restoreRoutine' | 'runRoutine'>;

/** The kept routines, and what the person does with them. */
export function createRoutinesSlice(set: SetSlice<RoutinesSlice>, get: GetSlice<RoutinesSlice & ChatSlice>, setChat: SetSlice<Pick<ChatSlice, 'running'>>, bridge: Bridge): RoutinesSlice {
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    set({ routinesError: null });
    try {
      await work();
      return true;
    } catch (error) {
      set({ routinesError: reason(error) });
      return false;
    }
  };
  const refresh = async (): Promise<void> => set({ routines: await bridge.listRoutines() });
  return {
    routinesOpen: false,
    routines: [],
    routinesError: null,
    routineDeleted: null,
    routineMaking: null,
    openRoutines() {
      set({ routinesOpen: true });
      void attempt(refresh);
    },
    closeRoutines: () => set({ routinesOpen: false, routinesError: null, routineDeleted: null }),
    async makeRoutine(session, title) {
      const making = { session, suggested: nameFrom(title), draft: null, problem: '' };
      set({ routineMaking: making, routinesError: null });
      try {
        const draft = await bridge.draftRoutine(session);
        if (get().routineMaking === making) set({ routineMaking: { ...making, draft } });
      } catch (error) {
        if (get().routineMaking === making) set({ routineMaking: { ...making, problem: reason(error) } });
      }
    },
    dropMaking: () => set({ routineMaking: null, routinesError: null }),
    keepRoutine: (request) =>
      attempt(async () => {
        await bridge.saveRoutine(request);
        set({ routineMaking: null, routinesOpen: true });
        await refresh();
      }),
    async renameRoutine(name, to) {
      await attempt(async () => {
        await bridge.renameRoutine({ name, to });
        await refresh();
      });
    },
    async deleteRoutine(name) {
      await attempt(async () => {
        await bridge.deleteRoutine(name);
        set({ routineDeleted: name });
        await refresh();
      });
    },
    async undoDeleteRoutine() {
      const { routineDeleted } = get();
      if (routineDeleted === null) return;
      await attempt(async () => {
        await bridge.restoreRoutine(routineDeleted);
        set({ routineDeleted: null });
        await refresh();
      });
    },
    async runRoutine(name, values) {
      const before = get().running;
      get().newConversation();
      setChat({ running: get().current });
      const begun = await attempt(async () => void (await bridge.runRoutine({ name, values })));
      if (begun) set({ routinesOpen: false });
      else setChat({ running: before });
      return begun;
    },
  };
}

/** A task's first line as a routine's name: what a name can't hold becomes a blank. */
export function nameFrom(title: string): string {
  return title.replace(/[^\p{L}\p{N} .-]+/gu, ' ').replace(/\.{2,}/g, '.').replace(/\s+/g, ' ').replace(/^[^\p{L}\p{N}]+/u, '').slice(0, 40).trim();
}

/** The same rule as in the main process: letters of any script, digits, blanks, dots and dashes. */
export function isGoodName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name.trim()) && !name.includes('..');
}
