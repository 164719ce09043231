import type { Plan, Work } from '../script';
import { act, runCommand, typeInto, type Program } from './program';

const APP: Program = 'LibreOffice Writer';

/** The switch of Writer's AutoCorrect, in its Tools menu, by its name in languages of LibreOffice. */
const WHILE_TYPING = ['While Typing', '在输入时', 'Während der Eingabe', 'Pendant la frappe', 'При наборе'];

/** Characters in one call, so that a person can follow and stop. */
const MOST_AT_ONCE = 1500;

/**
 * Types paragraphs in place of whatever the document holds. `guarded` switches AutoCorrect over while
 * typing and back afterwards, for when the file showed that it changed something.
 */
export function* typeText(work: Work, paragraphs: string[], guarded: boolean): Plan<void> {
  const switched = guarded && (yield* runCommand(work, 'planner.why.autocorrect', WHILE_TYPING));
  yield* act(work, 'planner.why.paragraphs', { action: 'key', keys: 'ctrl+a delete' });
  for (const text of portions(paragraphs)) yield* typeInto(work, APP, 'planner.why.paragraphs', { action: 'type', text });
  if (switched) yield* runCommand(work, 'planner.why.autocorrect_back', WHILE_TYPING);
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
