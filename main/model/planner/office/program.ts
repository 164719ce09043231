import type { Envelope } from '../../../../preload/contract/envelope';
import type { Phrase } from '../../../locales/say';
import { focusOf, sight, type SeenElement } from '../results';
import { attempt, Halt, must, type Plan, type Work } from '../script';

/** Programs as open_app knows them; the name is also in their windows' titles. */
export type Program = 'LibreOffice Calc' | 'LibreOffice Writer';

/** One act of Computer that the task can't do without. */
export function* act(work: Work, why: Phrase, args: Record<string, unknown>, values: Record<string, string | number> = {}): Plan<Envelope> {
  return yield* must(work, why, 'Computer', args, values);
}

/**
 * Like `act`, for typing into a document: a question of the program that opens meanwhile ends the task,
 * so that nothing more is typed into it.
 */
export function* typeInto(work: Work, program: Program, why: Phrase, args: Record<string, unknown>, values: Record<string, string | number> = {}): Plan<void> {
  const focus = focusOf(yield* act(work, why, args, values)).window;
  if (focus === '' || focus.includes(program)) return;
  const { windows, elements } = sight(yield* must(work, 'planner.why.look', 'Observe', { what: 'elements' }));
  const active = windows.find((window) => window.active)?.title ?? '';
  if (!active.includes(program)) yield* giveUp(work, active, elements, work.say(why, values));
}

/**
 * Closes a question that the planner has no answer to, and ends the task with its words.
 * @throws Halt always.
 */
export function* giveUp(work: Work, title: string, elements: SeenElement[], doing: string): Plan<never> {
  const texts = elements.filter(({ role }) => /^(?:label|alert|text)$/.test(role)).map(({ name, value }) => value || name);
  const question = [...new Set([title, ...texts])].filter((text) => text.trim() !== '').join(' — ').slice(0, 300);
  const envelope = yield* act(work, 'planner.why.dismiss', { action: 'key', keys: 'escape' }, { title: question });
  throw new Halt({ ...envelope, error: { code: 'CONFLICT', message: question, hint: '' } }, doing);
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
    const { windows, elements } = sight(yield* must(work, 'planner.why.look', 'Observe', { what: 'elements' }));
    const title = windows.find((window) => window.active)?.title ?? '';
    if (!title.includes(program)) yield* giveUp(work, title, elements, work.say('planner.why.open', { app: program }));
  }
  work.done.push(work.say('planner.done.opened', { app: program }));
}

const SEARCH_FIELD = /^(?:text|entry|search)/;

/**
 * Runs a menu command by its name through "Search Commands" (Shift+Esc, LibreOffice 7.2 and later).
 * False when the search did not open, so that nothing is ever typed into the document instead.
 */
export function* runCommand(work: Work, why: Phrase, command: string): Plan<boolean> {
  let envelope = yield* attempt(work, why, 'Computer', { action: 'key', keys: 'shift+escape' });
  if (!SEARCH_FIELD.test(focusOf(envelope).element)) envelope = yield* attempt(work, why, 'Computer', { action: 'wait' });
  const opened = SEARCH_FIELD.test(focusOf(envelope).element);
  if (opened) {
    yield* act(work, why, { action: 'type', text: command });
    envelope = yield* act(work, why, { action: 'key', keys: 'enter' });
    // A busy program lists the command only a little after its name was typed.
    if (SEARCH_FIELD.test(focusOf(envelope).element)) envelope = yield* act(work, why, { action: 'key', keys: 'enter' });
  }
  if (!opened || SEARCH_FIELD.test(focusOf(envelope).element)) yield* attempt(work, why, 'Computer', { action: 'key', keys: 'escape' });
  return opened;
}
