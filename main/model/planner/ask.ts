import type { Phrase } from '../../locales/say';
import { answered } from './results';
import { attempt, type Plan, type Work } from './script';

/**
 * Asks the person to choose; the answer is the index of the option, by its words or its number.
 * Null when nobody is there, the tool isn't, or the answer is none of the options.
 */
export function* choose(work: Work, question: Phrase, options: Phrase[], values: Record<string, string | number> = {}): Plan<number | null> {
  if (!work.tools.has('AskUser')) return null;
  const words = options.map((option) => work.say(option, values));
  const envelope = yield* attempt(work, 'planner.why.ask', 'AskUser', { question: work.say(question, values), options: words });
  if (envelope.status === 'error') return null;
  const answer = answered(envelope).answer.trim().toLowerCase();
  const index = words.findIndex((word, at) => answer === word.toLowerCase() || answer === String(at + 1));
  return index >= 0 ? index : null;
}
