import type { Envelope } from '../../../preload/contract/envelope';
import type { Language } from '../../../preload/contract/settings';
import type { TrySkill } from '../../../preload/contract/skills';
import { say } from '../../locales/say';
import type { Model } from '../model';
import { createPlanner } from './planner';
import type { Ending, Plan } from './script';

/** Calls one skill once, as the person filled in its arguments, waits for the end of long work, and tells what it answered. */
export function createTrial({ name, args }: TrySkill, language: Language): Model {
  return createPlanner({ name: `trial of ${name}`, carry: () => trial(name, args, language) });
}

function* trial(name: string, args: Record<string, unknown>, language: Language): Plan<Ending> {
  const why = say(language, 'skills.page.try_why', { name });
  let envelope = yield { why, tool: 'Skill', arguments: { name, args } };
  // Each poll waits a while by itself; the run's limits end what never ends.
  for (let task = taskOf(envelope); task !== null; task = taskOf(envelope)) envelope = yield { why, tool: 'Skill', arguments: { name, args: { task_id: task } } };
  if (!envelope) throw new Error('A call that is no aside was left without its result.');
  if (envelope.status !== 'error') return { text: say(language, 'skills.page.tried', { name, text: envelope.text }), unmet: false };
  return { text: say(language, 'skills.page.try_failed', { name, code: envelope.error?.code ?? '', text: envelope.text }), unmet: true };
}

/** The task that an answer says is still at work. */
function taskOf(envelope: Envelope | undefined): string | null {
  const { task_id: id, state } = envelope?.data ?? {};
  return typeof id === 'string' && state === 'running' ? id : null;
}
