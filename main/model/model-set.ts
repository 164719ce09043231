import type { Language } from '../../preload/contract/settings';
import type { ModelNotes } from '../store/model-notes';
import type { ModelAccess, SettingsStore } from '../store/settings';
import type { ToolContext } from '../tools/tool';
import { normaliseBaseUrl } from './base-url';
import { createClient } from './client';
import { chooseDialect } from './dialects/choose';
import type { Model } from './model';
import { createPlanner } from './planner/planner';
import { withPlannerFallback } from './planner-fallback';
import { knownModel, type KnownModel } from './presets/known-models';
import { tieredModel } from './tiers';

export interface ModelSetOptions {
  /** The main model. */
  access: ModelAccess;
  settings: Pick<SettingsStore, 'current' | 'tier'>;
  language: Language;
  notes: ModelNotes;
  /** Whether Observe and Computer are offered. */
  desktop: boolean;
  /** The dialect that was chosen for the main model; "" leaves it to the model's name. */
  dialect: string;
  /** Asks whether the offline planner may stand in for a server that can't be reached. */
  ask: ToolContext['ask'];
}

/** The dialect that was chosen does not exist. */
export class UnknownDialectError extends Error {}

/**
 * The configured models as one, for one run. What the person entered beats what is known of a
 * model. Throws TypeError for an address that is none, UnknownDialectError.
 */
export function createModelSet({ access, settings, language, notes, desktop, dialect, ask }: ModelSetOptions): Model {
  const client = (to: ModelAccess, chosen: string, known: KnownModel): Model => {
    const dialects = chooseDialect({ model: to.model, desktop, chosen });
    if (!dialects) throw new UnknownDialectError(chosen);
    return createClient({ ...to, ...dialects, ...known, language, notes });
  };
  const tier = (name: 'fast' | 'vision'): Model | null => {
    const to = settings.tier(name, access);
    return to && client(to, '', knownModel(to.baseUrl, to.model));
  };
  const model = tieredModel({
    main: client(access, dialect, entered(settings, knownModel(access.baseUrl, access.model))),
    fast: tier('fast'),
    vision: tier('vision'),
    mainSees: () => notes.of(normaliseBaseUrl(access.baseUrl), access.model).some((note) => note.feature === 'images' && note.on),
  });
  return withPlannerFallback(model, createPlanner, ask, language);
}

/** What is known of the main model, with what the person entered instead. */
function entered(settings: Pick<SettingsStore, 'current'>, known: KnownModel): KnownModel {
  const { price_input: input, price_output: output, context_window: window } = settings.current();
  const { price } = known;
  const contextWindow = window ?? known.contextWindow;
  const own = input === null && output === null ? price : { input: input ?? price?.input ?? 0, output: output ?? price?.output ?? 0 };
  return { ...(contextWindow === undefined ? {} : { contextWindow }), ...(own ? { price: own } : {}) };
}
