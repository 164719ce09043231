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
  const question = wordsOf(title, elements);
  const envelope = yield* act(work, 'planner.why.dismiss', { action: 'key', keys: 'escape' }, { title: question });
  throw halted(envelope, question, doing);
}

function wordsOf(title: string, elements: SeenElement[]): string {
  const texts = elements.filter(({ role }) => /^(?:label|alert|text)$/.test(role)).map(({ name, value }) => value || name);
  return [...new Set([title, ...texts])].filter((text) => text.trim() !== '').join(' — ').slice(0, 300);
}

const halted = (envelope: Envelope, question: string, doing: string): Halt => new Halt({ ...envelope, error: { code: 'CONFLICT', message: question, hint: '' } }, doing);

/** Windows of LibreOffice that only inform; Escape closes them and loses nothing. */
const TIPS = /^(?:tip of the day|release notes|what's new|每日提示|今日提示|每日小提示|新功能)/i;
const MOST_TIPS = 3;

/**
 * Opens a program with an empty document and makes sure that its window has the focus; tips are closed.
 * @throws Halt when another window, such as a question, keeps the focus; it stays open for the person.
 */
export function* openProgram(work: Work, program: Program): Plan<void> {
  let envelope = yield* act(work, 'planner.why.open', { action: 'open_app', text: program }, { app: program });
  for (let tip = 0; tip < MOST_TIPS && TIPS.test(focusOf(envelope).window); tip++) {
    envelope = yield* act(work, 'planner.why.dismiss', { action: 'key', keys: 'escape' }, { title: focusOf(envelope).window });
  }
  if (!focusOf(envelope).window.includes(program)) {
    const seen = yield* must(work, 'planner.why.look', 'Observe', { what: 'elements' });
    const { windows, elements } = sight(seen);
    const title = windows.find((window) => window.active)?.title ?? '';
    // Not closed: after a crash it asks about the person's work, and Escape would discard that.
    if (!title.includes(program)) throw halted(seen, wordsOf(title, elements), work.say('planner.why.open', { app: program }));
  }
  work.done.push(work.say('planner.done.opened', { app: program }));
}

const SEARCH_FIELD = /^(?:text|entry|search)/;

/**
 * Runs a menu command through "Search Commands" (Shift+Esc, LibreOffice 7.2 and later), by the first of its
 * names that the program knows. False when the search did not open, so that nothing is ever typed into the
 * document instead, or when it knows none.
 */
export function* runCommand(work: Work, why: Phrase, names: readonly string[]): Plan<boolean> {
  const searches = (envelope: Envelope): boolean => SEARCH_FIELD.test(focusOf(envelope).element);
  let envelope = yield* attempt(work, why, 'Computer', { action: 'key', keys: 'shift+escape' });
  if (!searches(envelope)) envelope = yield* attempt(work, why, 'Computer', { action: 'wait' });
  for (const [index, name] of names.entries()) {
    if (!searches(envelope)) break;
    if (index > 0) yield* act(work, why, { action: 'key', keys: 'ctrl+a' });
    yield* act(work, why, { action: 'type', text: name });
    envelope = yield* act(work, why, { action: 'key', keys: 'enter' });
    // A busy program lists the command only a little after its name was typed.
    if (searches(envelope)) envelope = yield* act(work, why, { action: 'key', keys: 'enter' });
    if (!searches(envelope)) return true;
  }
  yield* attempt(work, why, 'Computer', { action: 'key', keys: 'escape' });
  return false;
}
