import type { Envelope } from '../../../../preload/contract/envelope';
import type { Phrase } from '../../../locales/say';
import { focusOf, sight } from '../results';
import { attempt, Halt, must, type Plan, type Work } from '../script';

/** Programs as open_app knows them; the name is also in their windows' titles. */
export type Program = 'LibreOffice Calc' | 'LibreOffice Writer';

/** One act of Computer that the task can't do without. */
export function* act(work: Work, why: Phrase, args: Record<string, unknown>, values: Record<string, string | number> = {}): Plan<Envelope> {
  return yield* must(work, why, 'Computer', args, values);
}

/** Windows of LibreOffice that only inform; Escape closes them and loses nothing. */
const TIPS = /^(?:tip of the day|release notes|what's new|每日提示|今日提示|每日小提示|新功能)/i;
const MOST_TIPS = 3;

/**
 * Opens a program with an empty document and makes sure that its window has the focus; tips are closed.
 * @throws Halt when another window, such as a question, keeps the focus.
 */
export function* openProgram(work: Work, program: Program): Plan<void> {
  let envelope = yield* act(work, 'planner.why.open', { action: 'open_app', text: program }, { app: program });
  for (let tip = 0; tip < MOST_TIPS && TIPS.test(focusOf(envelope).window); tip++) {
    envelope = yield* act(work, 'planner.why.dismiss', { action: 'key', keys: 'escape' }, { title: focusOf(envelope).window });
  }
  if (!focusOf(envelope).window.includes(program)) {
    const active = sight(yield* must(work, 'planner.why.look', 'Observe', { what: 'elements' })).windows.find((window) => window.active);
    if (!active?.title.includes(program)) throw new Halt(envelope, work.say('planner.dialog_in_way', { title: active?.title ?? focusOf(envelope).window }));
  }
  work.done.push(work.say('planner.done.opened', { app: program }));
}

/**
 * Runs a menu command by its name through "Search Commands" (Shift+Esc, LibreOffice 7.2 and later).
 * False when the search did not open, so that nothing is ever typed into the document instead.
 */
export function* runCommand(work: Work, why: Phrase, command: string, values: Record<string, string | number> = {}): Plan<boolean> {
  const opened = yield* attempt(work, why, 'Computer', { action: 'key', keys: 'shift+escape' }, values);
  if (!/^(?:text|entry|search)/.test(focusOf(opened).element)) return false;
  yield* act(work, why, { action: 'type', text: command }, values);
  // Escape closes the search if it found no such command; otherwise it has nothing to close.
  yield* act(work, why, { action: 'key', keys: 'enter escape' }, values);
  return true;
}
