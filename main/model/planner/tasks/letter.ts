import { composeLetter } from '../office/compose';
import { openProgram, type Program } from '../office/program';
import { linesOf } from '../office/read-back';
import { saveAgain, saveAs } from '../office/save';
import { chooseTarget, type Target } from '../office/target';
import { typeText } from '../office/type-text';
import { unmet, type Plan, type Script, type Work } from '../script';
import type { Task } from '../task';
import { documentSteps, showProgress } from '../todo';
import { bullets } from './text';

const APP: Program = 'LibreOffice Writer';
const HANDS = ['Computer', 'Observe'];

/** A letter or note written in LibreOffice Writer through its windows, saved, and proven from the file. */
export function* letterTask(work: Work, task: Extract<Task, { kind: 'letter' }>): Script {
  if (!HANDS.every((tool) => work.tools.has(tool))) return unmet(work, [work.say('planner.no_desktop', { app: APP }), work.say('planner.no_desktop_hint'), work.say('planner.halt.nothing')].join(' '));
  const target = yield* chooseTarget(work, task.file);
  if (!target) return work.say('planner.kept', { file: task.file });
  const paragraphs = composeLetter(task.letter, work);
  const values = { app: APP, file: target.file };
  const progress = (step: number): Plan<void> => showProgress(work, 'planner.todo.letter', documentSteps, step, values);
  yield* progress(0);
  yield* openProgram(work, APP);
  yield* progress(1);
  yield* typeText(work, paragraphs, false);
  work.done.push(work.say('planner.done.entered', values));
  yield* progress(2);
  yield* saveAs(work, target);
  const { held, repaired } = yield* prove(work, paragraphs, target);
  if (!held) return unmet(work, work.say('planner.not_saved', { path: target.absolute, app: APP }));
  yield* progress(documentSteps.length);
  return report(work, target, paragraphs, held, repaired);
}

/** Reads the file back; when AutoCorrect changed anything, the text is typed once more without it. */
function* prove(work: Work, paragraphs: string[], target: Target): Plan<{ held: string[] | null; repaired: number }> {
  const first = yield* paragraphsOf(work, target);
  if (!first) return { held: null, repaired: 0 };
  work.done.push(work.say('planner.done.saved', { file: target.file }));
  const wrong = differing(paragraphs, first).length;
  if (wrong === 0) return { held: first, repaired: 0 };
  yield* typeText(work, paragraphs, true);
  yield* saveAgain(work, target);
  const held = (yield* paragraphsOf(work, target)) ?? [];
  return { held, repaired: wrong - differing(paragraphs, held).length };
}

function* paragraphsOf(work: Work, target: Target): Plan<string[] | null> {
  const lines = yield* linesOf(work, target);
  return lines && withoutEmptyEnd(lines);
}

function differing(wanted: string[], held: string[]): number[] {
  return Array.from({ length: Math.max(wanted.length, held.length) }, (_, index) => index).filter((index) => !isSame(wanted[index], held[index]));
}

/** Read cuts very long lines and says how much is missing: beginning and length are then what can be compared. */
function isSame(wanted: string | undefined, held: string | undefined): boolean {
  if (wanted === held) return true;
  const [, head, missing] = /^(.*)… \((\d+) more characters\)$/s.exec(held ?? '') ?? [];
  return wanted !== undefined && head !== undefined && wanted.startsWith(head) && wanted.length === head.length + Number(missing);
}

function withoutEmptyEnd(lines: string[]): string[] {
  let length = lines.length;
  while (length > 0 && lines[length - 1] === '') length--;
  return lines.slice(0, length);
}

function report(work: Work, target: Target, paragraphs: string[], held: string[], repaired: number): string {
  const wrong = differing(paragraphs, held);
  const head = [work.say('planner.letter.saved', { path: target.absolute }), ...(target.instead === null ? [] : [work.say('planner.sheet.renamed', { file: target.instead })])];
  if (wrong.length > 0) {
    const list = wrong.map((index) => work.say('planner.letter.paragraph_differs', { number: index + 1, wanted: paragraphs[index] ?? '', found: held[index] ?? '' }));
    return unmet(work, [...head, work.say('planner.letter.differs'), bullets(list)].join('\n'));
  }
  const count = paragraphs.filter((paragraph) => paragraph !== '').length;
  const fixed = repaired > 0 ? [work.say('planner.letter.repaired', { count: repaired })] : [];
  return [...head, ...fixed, work.say('planner.letter.verified', { count }), '', ...paragraphs.map((paragraph) => `> ${paragraph}`)].join('\n');
}
