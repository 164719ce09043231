import type { Phrase } from '../../locales/say';
import type { Plan, Work } from './script';

/** The steps of a document task, as the person sees them. */
export const documentSteps = ['planner.todo.open', 'planner.todo.enter', 'planner.todo.save', 'planner.todo.verify'] as const satisfies Phrase[];

/** Shows how far the task is: steps before `current` are done. It is an aside: a list that can't be shown stops nothing. */
export function* showProgress(work: Work, summary: Phrase, steps: readonly Phrase[], current: number, values: Record<string, string | number>): Plan<void> {
  if (!work.tools.has('TodoWrite')) return;
  const todos = steps.map((step, index) => ({ content: work.say(step, values), status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending' }));
  yield { why: work.say('planner.why.plan'), tool: 'TodoWrite', arguments: { summary: work.say(summary, values), todos }, aside: true };
}
