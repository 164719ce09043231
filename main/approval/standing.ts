import type { PreparedCall } from '../tools/call';
import type { Facts } from '../tools/tool';
import { touchesOf, type Touch } from './standing-effects';
import { isAt } from './standing-places';
import { rulesOf, type StandingRule } from './standing-rules';
import type { Judgement } from './verdict';

/** A bound that the person set in words, and the exceptions that they made to it later. */
export interface Standing {
  /** The person's sentence, word for word. */
  text: string;
  /** Sentences that allow a part of it again. */
  exceptions: readonly string[];
}

/**
 * The judgement with the person's standing constraints: a call against one is refused, or asked about
 * every time where the person said so or where the effect can't be known; the sentence is the reason.
 */
export async function withStanding(judgement: Judgement, standing: readonly Standing[], call: PreparedCall, facts: Facts): Promise<Judgement> {
  if (judgement.level === 'forbidden' || standing.length === 0 || facts.fault) return judgement;
  const touches = await touchesOf(call, facts, judgement);
  const ways = standing.map((one) => ({ text: one.text, way: wayOf(one, touches) }));
  const refused = ways.find(({ way }) => way === 'refuse');
  if (refused) return { level: 'forbidden', reasons: [{ code: 'reason.standing.refused', detail: refused.text }], scope: null };
  const asked = ways.find(({ way }) => way === 'ask');
  if (!asked) return judgement;
  return { level: 'consequential', reasons: [{ code: 'reason.standing.asks', detail: asked.text }, ...judgement.reasons], scope: null };
}

/** Whether code can hold the person to this sentence, or only the model. */
export function isEnforced(text: string): boolean {
  return rulesOf(text).length > 0;
}

/** Whether a sentence that allows something makes an exception to one that forbids. */
export function lifts(bound: string, permission: string): boolean {
  const allowed = rulesOf(permission, 'permission');
  return rulesOf(bound).some((rule) =>
    allowed.some(({ effects, places }) => {
      const sameEffect = effects.some((effect) => rule.effects.some((ruled) => ruled === effect || ruled === 'anything' || (ruled === 'change' && effect !== 'anything' && ['delete', 'create', 'overwrite', 'save'].includes(effect))));
      const elsewhere = places.length > 0 && rule.places.length > 0 && !rule.outside && !places.some((name) => rule.places.some((other) => name.toLowerCase() === other.toLowerCase()));
      return sameEffect && !elsewhere;
    }),
  );
}

function wayOf({ text, exceptions }: Standing, touches: readonly Touch[]): 'refuse' | 'ask' | null {
  const allowed = exceptions.flatMap((sentence) => rulesOf(sentence, 'permission'));
  const ways = rulesOf(text).flatMap((rule) => touches.filter((touch) => breaks(rule, touch) && !allowed.some((exception) => breaks(exception, touch))).map((touch) => (touch.sure && !(rule.outside && touch.place === null) ? rule.way : 'ask')));
  return ways.includes('refuse') ? 'refuse' : ways.includes('ask') ? 'ask' : null;
}

function breaks(rule: StandingRule, touch: Touch): boolean {
  if (!rule.effects.some((effect) => covers(effect, touch.effect))) return false;
  if (rule.places.length === 0) return true;
  // What is done on the screen or at an unknown place can't be told to be outside: it is asked about.
  if (rule.outside) return touch.place === null ? !touch.sure || touch.effect === 'save' : !rule.places.some((name) => isAt(name, touch));
  return rule.places.some((name) => isAt(name, touch));
}

/** "Don't touch" is broken by a deletion as well; "don't delete" is not by an edit. */
function covers(ruled: StandingRule['effects'][number], effect: Touch['effect']): boolean {
  if (ruled === 'anything') return effect !== 'read';
  if (ruled === 'change') return effect === 'change' || effect === 'delete' || effect === 'create' || effect === 'save';
  return ruled === effect;
}
