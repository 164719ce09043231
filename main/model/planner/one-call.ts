import type { Language } from '../../../preload/contract/settings';
import type { TrySkill } from '../../../preload/contract/skills';
import { say } from '../../locales/say';
import type { Model } from '../model';
import { createPlanner } from './planner';
import type { Ending, Plan } from './script';

/** Calls one skill once, as the person filled in its arguments, and tells what it answered. */
export function createTrial({ name, args }: TrySkill, language: Language): Model {
  return createPlanner({ name: `trial of ${name}`, carry: () => trial(name, args, language) });
}

function* trial(name: string, args: Record<string, unknown>, language: Language): Plan<Ending> {
  const envelope = yield { why: say(language, 'skills.page.try_why', { name }), tool: 'Skill', arguments: { name, args } };
  if (!envelope) throw new Error('A call that is no aside was left without its result.');
  if (envelope.status !== 'error') return { text: say(language, 'skills.page.tried', { name, text: envelope.text }), unmet: false };
  return { text: say(language, 'skills.page.try_failed', { name, code: envelope.error?.code ?? '', text: envelope.text }), unmet: true };
}
