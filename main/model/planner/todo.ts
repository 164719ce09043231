import type { Phrase } from '../../locales/say';
import { attempt, type Plan, type Work } from './script';

/** The steps of a document task, as the person sees them. */
export const documentSteps = ['planner.todo.open', 'planner.todo.enter', 'planner.todo.save', 'planner.todo.verify'] as const satisfies Phrase[];

/** Shows how far the task is: steps before `current` are done. A list that can't be shown stops nothing. */
export function* showProgress(work: Work, summary: Phrase, steps: readonly Phrase[], current: number, values: Record<string, string | number>): Plan<void> {
  if (!work.tools.has('TodoWrite')) return;
  const todos = steps.map((step, index) => ({ content: work.say(step, values), status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending' }));
  yield* attempt(work, 'planner.why.plan', 'TodoWrite', { summary: work.say(summary, values), todos });
}
