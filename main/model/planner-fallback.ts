import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { ModelError, type Model } from './model';

/** Asks the person; null when there is nobody to ask. Rejects when the run is stopped. */
type Ask = (question: string, options: string[]) => Promise<string | null>;

/**
 * A model for one run whose place the offline planner takes when the server can't be reached and
 * the person agrees. Only at the beginning: the planner can't go on with what another has begun.
 * With nobody to ask, or after a no, the run fails as it would have.
 */
export function withPlannerFallback(model: Model, planner: () => Model, ask: Ask, language: Language): Model {
  let standIn: Model | null = null;
  let answered = false;
  return {
    ...model,
    guard: (wrap) => withPlannerFallback(wrap(model), planner, ask, language),
    async turn(request, hooks) {
      if (standIn) return standIn.turn(request, hooks);
      try {
        const turn = await model.turn(request, hooks);
        answered = true;
        return turn;
      } catch (error) {
        if (answered || !(error instanceof ModelError) || error.code !== 'UNREACHABLE') throw error;
        const yes = say(language, 'planner.stand_in_yes');
        const answer = await ask(say(language, 'planner.stand_in', { reason: error.message }), [yes, say(language, 'planner.stand_in_no')]);
        hooks.signal.throwIfAborted();
        if (answer === null || !agrees(answer, yes)) throw error;
        standIn = planner();
        hooks.onNotice('OFFLINE_PLANNER', say(language, 'planner.standing_in'));
        return standIn.turn(request, hooks);
      }
    },
  };
}

function agrees(answer: string, yes: string): boolean {
  const said = answer.trim().toLowerCase();
  return said === yes.toLowerCase() || said === '1' || /^(y|yes|ok|okay|sure|是|是的|好|好的|可以)$/.test(said);
}
