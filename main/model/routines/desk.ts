import path from 'node:path';
import type { RoutineDraft, RoutineView, SaveRoutine } from '../../../preload/contract/routines';
import type { Language } from '../../../preload/contract/settings';
import { say } from '../../locales/say';
import { traceFolder } from '../../store/sessions/manage';
import { readTrace } from '../../store/trace';
import { findBlanks, stepAsRecorded, withBlanks } from './blanks';
import { NotRecordable, recordRoutine } from './record';
import { readRoutine, routineNames, storeRoutine, type Routine } from './routine';
import { deleteRoutine, free, renameRoutine, restoreRoutine, ShelfFault } from './shelf';

interface RoutineDeskOptions {
  dataFolder: string;
  language(): Language;
}

/** The kept routines as windows show them; every method throws in the person's words. */
export interface RoutineDesk {
  list(): RoutineView[];
  /** What the last completed run of a session would become. */
  draft(session: string): RoutineDraft;
  save(request: SaveRoutine): RoutineView;
  rename(name: string, to: string): void;
  delete(name: string): void;
  restore(name: string): void;
  /** A routine to run, with the values that fit it. */
  chosen(name: string, values: Readonly<Record<string, string>>): { routine: Routine; values: Record<string, string> };
}

export function createRoutineDesk({ dataFolder, language }: RoutineDeskOptions): RoutineDesk {
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof NotRecordable) throw new Error(say(language(), error.code, { step: error.step }));
      if (error instanceof ShelfFault) throw new Error(say(language(), error.code, { name: error.routine }));
      throw error;
    }
  };
  const recorded = (name: string, session: string): Routine =>
    recordRoutine(name, session, readTrace(path.join(traceFolder(dataFolder, session), 'trace.jsonl')), new Date());
  const read = (name: string): Routine => {
    let routine: Routine | null;
    try {
      routine = readRoutine(dataFolder, name);
    } catch (error) {
      throw new Error(say(language(), 'routine.bad', { name, reason: error instanceof SyntaxError ? error.message : say(language(), 'routine.not_one') }));
    }
    if (!routine) throw new ShelfFault('routine.gone', name);
    return routine;
  };

  return {
    list: () =>
      routineNames(dataFolder).map((name) => {
        try {
          return viewOf(name, inWords(() => read(name)));
        } catch (error) {
          return { name, created: '', blanks: [], steps: [], problem: error instanceof Error ? error.message : String(error) };
        }
      }),
    draft: (session) =>
      inWords(() => {
        const routine = recorded('draft', session);
        const { steps } = viewOf('', routine);
        return { blanks: findBlanks(routine), steps };
      }),
    save: ({ session, name, blanks }) =>
      inWords(() => {
        free(dataFolder, name);
        const routine = withBlanks(recorded(name, session), blanks);
        storeRoutine(dataFolder, routine);
        return viewOf(name, routine);
      }),
    rename: (name, to) => inWords(() => renameRoutine(dataFolder, name, to)),
    delete: (name) => inWords(() => deleteRoutine(dataFolder, name)),
    restore: (name) => inWords(() => restoreRoutine(dataFolder, name)),
    chosen: (name, values) =>
      inWords(() => {
        const routine = read(name);
        return { routine, values: Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(routine.blanks, key))) };
      }),
  };
}

/** Named by its file, which is what every other request says. */
function viewOf(name: string, routine: Routine): RoutineView {
  const fixed = new Set(routine.fixed);
  return {
    name,
    created: routine.created,
    blanks: Object.entries(routine.blanks).filter(([key]) => !fixed.has(key)).map(([key, value]) => ({ key, label: routine.labels?.[key] ?? '', value })),
    steps: routine.steps.map((step) => stepAsRecorded(routine, step)),
    problem: '',
  };
}
