import type { Plan, Work } from '../script';
import { act, runCommand } from './program';

/** The switch of Writer's AutoCorrect, in its Tools menu. */
const WHILE_TYPING = 'While Typing';

/** What AutoCorrect or word completion may change in a text typed by keys: quotes, dashes, fractions, list signs, addresses, small beginnings, long words. */
const CHANGED = /["'-]|\d\/\d|^[\s*\-+•]|^\d+[.)]|[*_/]\w|https?:|www\.|@|\.\.|\([cCrR]\)|\b[A-Z]{2}[a-z]|^[a-z]|[.!?] [a-z]|:\w+:|\d(?:st|nd|rd|th)\b|<|>/m;

/** Characters in one call, so that a person can follow and stop. */
const MOST_AT_ONCE = 1500;

/**
 * Types paragraphs in place of whatever the document holds. `guard` switches AutoCorrect over while
 * typing and back afterwards; null decides by the text. Returns whether it was switched.
 */
export function* typeText(work: Work, paragraphs: string[], guard: boolean | null): Plan<boolean> {
  const wanted = guard ?? CHANGED.test(paragraphs.join('\n'));
  const guarded = wanted && (yield* runCommand(work, 'planner.why.autocorrect', WHILE_TYPING));
  yield* act(work, 'planner.why.paragraphs', { action: 'key', keys: 'ctrl+a delete' });
  for (const text of portions(paragraphs)) yield* act(work, 'planner.why.paragraphs', { action: 'type', text });
  if (guarded) yield* runCommand(work, 'planner.why.autocorrect_back', WHILE_TYPING);
  return guarded;
}

function portions(paragraphs: string[]): string[] {
  const parts: string[] = [''];
  paragraphs.forEach((paragraph, index) => {
    const line = index < paragraphs.length - 1 ? `${paragraph}\n` : paragraph;
    if ((parts.at(-1) ?? '').length + line.length > MOST_AT_ONCE) parts.push('');
    parts[parts.length - 1] += line;
  });
  return parts.filter((part) => part !== '');
}
