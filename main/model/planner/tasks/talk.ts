import { unmet, type Script, type Work } from '../script';
import type { Missing } from '../task';

// None of these needs a tool; they are scripts so that every task is carried out alike.

export function* greetingTask(work: Work): Script {
  return `${work.say('planner.greeting')}\n\n${work.say('planner.abilities')}`;
}

export function* thanksTask(work: Work): Script {
  return work.say('planner.thanks');
}

export function* helpTask(work: Work): Script {
  return `${work.say('planner.help')}\n\n${work.say('planner.abilities')}\n\n${work.say('planner.connect')}`;
}

/** What is missing when that is known, else what can be done, and how to get more. */
export function* unknownTask(work: Work, { missing }: { missing: Missing | null }): Script {
  if (missing !== null) return unmet(work, `${work.say(`planner.missing.${missing}`)}\n\n${work.say('planner.connect')}`);
  return unmet(work, `${work.say('planner.unknown')}\n\n${work.say('planner.abilities')}\n\n${work.say('planner.connect')}`);
}
