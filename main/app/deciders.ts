import type { RunRoutine } from '../../preload/contract/routines';
import type { Language } from '../../preload/contract/settings';
import type { TrySkill } from '../../preload/contract/skills';
import { say } from '../locales/say';
import type { Model } from '../model/model';
import { createModelSet } from '../model/model-set';
import { createTrial } from '../model/planner/one-call';
import { createPlanner } from '../model/planner/planner';
import type { RoutineDesk } from '../model/routines/desk';
import { createReplayer } from '../model/routines/replayer';
import type { ModelNotes } from '../store/model-notes';
import type { SettingsStore } from '../store/settings';

export interface DecidersOptions {
  settings: SettingsStore;
  notes: ModelNotes;
  routines: RoutineDesk;
  language(): Language;
  /** Folder of the next run. @throws when it can't be used */
  workspace(): string;
}

/** What a run was begun for, beside its words. */
export interface RunKind {
  routine: RunRoutine | null;
  trial: TrySkill | null;
  /** The person has the offline planner do it, whatever model is configured. */
  planner: boolean;
}

/** In the window a run that can't reach its server ends, and the planner is offered beside its end: nobody has to answer first. */
const offerLater = (): Promise<null> => Promise.resolve(null);

/** Who decides in the app's runs. */
export function createDeciders({ settings, notes, routines, language, workspace }: DecidersOptions) {
  /** The configured model, else the planner. @throws Error in the person's words for an address that is none */
  const currentModel = (): Model => {
    const access = settings.model();
    if (!access) return createPlanner();
    try {
      // The desktop joins a session when it can be reached, which every run looks up anew.
      return createModelSet({ access, settings, language: language(), notes, desktop: true, dialect: settings.current().dialect, ask: offerLater });
    } catch {
      throw new Error(say(language(), 'test.address_bad'));
    }
  };
  /** A routine needs no model; where it meets what it never saw, the configured one goes on, else the person is told. */
  const replayer = ({ name, values }: RunRoutine): Model =>
    createReplayer({ ...routines.chosen(name, values), workspace: workspace(), language: language(), next: settings.model() ? currentModel() : null });

  return {
    currentModel,
    /** A routine, the trial of a skill, the planner, else the configured model. */
    decider({ routine, trial, planner }: RunKind): Model {
      if (routine) return replayer(routine);
      if (trial) return createTrial(trial, language());
      return planner ? createPlanner() : currentModel();
    },
  };
}
