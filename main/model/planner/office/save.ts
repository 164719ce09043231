import path from 'node:path';
import type { Envelope } from '../../../../preload/contract/envelope';
import { focusOf, sight, type SeenElement } from '../results';
import { attempt, Halt, must, type Plan, type Work } from '../script';
import { act, giveUp } from './program';
import type { Target } from './target';

/** Questions answered, and waits, in one saving before giving up. */
const MOST_QUESTIONS = 6;

/** Waits of two seconds for the file dialog. */
const MOST_WAITS = 15;

const FIELD = /^(?:text|entry)/;
const BUTTON = /button/;
/** The dialog of separators and character set that a CSV is written with. */
const EXPORT_DIALOG = /^(?:export text file|导出文本文件|文本导出)/i;
const CHARACTER_SET = /\bUTF-?8\b/i;
const REPLACE_BUTTON = /^(?:replace|替换|覆盖)/i;
/** "Use Excel 2007-365 Format!", "Keep Current Format"; the other button is always the ODF one. */
const KEEP_BUTTON = /^(?!.*ODF).*(?:format|формат|格式|keep|保留|保持)/i;

/**
 * First saving: Ctrl+S, the full path in the file dialog's name field, and every question after it
 * answered by what the person asked for. What a window is, is told from what it holds, since titles and
 * buttons have names in the program's language. Whether the file is there is for the caller to check.
 */
export function* saveAs(work: Work, target: Target): Plan<void> {
  let asked = yield* act(work, 'planner.why.save', { action: 'key', keys: 'ctrl+s' });
  for (let waits = 0; !isDialog(focusOf(asked).window); waits++) {
    if (waits === MOST_WAITS) throw new Halt(asked, work.say('planner.why.save'));
    asked = yield* act(work, 'planner.why.save', { action: 'wait', text: '2' });
  }
  const { window, element } = focusOf(yield* act(work, 'planner.why.name', { action: 'key', keys: 'ctrl+a' }));
  if (element !== '' && !FIELD.test(element)) {
    const { title, elements } = yield* look(work);
    yield* giveUp(work, title, elements, work.say('planner.why.save'));
  }
  yield* act(work, 'planner.why.name', { action: 'type', text: target.absolute });
  // The field completes names of files that are there; Delete drops the offered rest.
  const envelope = yield* act(work, 'planner.why.confirm_name', { action: 'key', keys: 'delete enter' });
  yield* answerQuestions(work, target, envelope, window);
}

/** A later saving of the same document. */
export function* saveAgain(work: Work, target: Target): Plan<void> {
  const envelope = yield* act(work, 'planner.why.save_again', { action: 'key', keys: 'ctrl+s' });
  yield* answerQuestions(work, { ...target, replaces: true }, envelope, null);
}

/** `fileDialog`: the title of the dialog that took the name. */
function* answerQuestions(work: Work, target: Target, first: Envelope, fileDialog: string | null): Plan<void> {
  let focus = focusOf(first);
  for (let question = 0; question < MOST_QUESTIONS && !isDocument(focus.window); question++) {
    focus = focusOf(yield* answerOne(work, target, focus, fileDialog));
  }
  if (!isDocument(focus.window)) {
    const { title, elements } = yield* look(work);
    if (!isDocument(title)) yield* giveUp(work, title, elements, work.say('planner.why.confirm_name'));
  }
  // Writing goes on after the last dialog; the title takes the file's name when it is done.
  const name = path.basename(target.absolute);
  if (!focus.window.includes(name)) yield* attempt(work, 'planner.why.saving', 'Computer', { action: 'wait', text: name });
}

const isDocument = (title: string): boolean => / - LibreOffice /.test(title);
const isDialog = (title: string): boolean => title !== '' && !isDocument(title);

function* answerOne(work: Work, target: Target, focus: { window: string; element: string }, fileDialog: string | null): Plan<Envelope> {
  const isFileDialog = focus.window === fileDialog;
  // The question whether to replace a file is titled like the file dialog behind it: only the focus, on the safe button, tells.
  const asksToReplace = isFileDialog && BUTTON.test(focus.element);
  if (!asksToReplace && (focus.window === '' || isFileDialog)) return yield* act(work, 'planner.why.confirm_name', { action: 'wait' });
  const { title, elements } = yield* look(work);
  const buttons = elements.filter(({ role, name }) => BUTTON.test(role) && name !== '');
  const press = (button: SeenElement, why: 'replace' | 'keep_format', values: Record<string, string>): Plan<Envelope> => act(work, `planner.why.${why}`, { action: 'press', ref: button.ref }, values);
  if (asksToReplace) {
    const [yes, ...more] = buttons.filter(({ states }) => !states.includes('focused'));
    if (target.replaces && yes && more.length === 0) return yield* press(yes, 'replace', { file: target.file });
    return yield* giveUp(work, title, elements, work.say('planner.why.confirm_name'));
  }
  const hasCharacterSet = target.ending === 'csv' && elements.some(({ name, value }) => CHARACTER_SET.test(`${name} ${value}`));
  if (EXPORT_DIALOG.test(title) || hasCharacterSet) return yield* act(work, 'planner.why.export', { action: 'key', keys: 'enter' });
  const replace = target.replaces ? buttons.find(({ name }) => REPLACE_BUTTON.test(name)) : undefined;
  if (replace) return yield* press(replace, 'replace', { file: target.file });
  const keep = buttons.some(({ name }) => name.includes('ODF')) ? buttons.filter(({ name }) => KEEP_BUTTON.test(name)) : [];
  if (keep[0]) return yield* press(keep[0], 'keep_format', { format: `.${target.ending}` });
  return yield* isDocument(title) ? act(work, 'planner.why.saving', { action: 'wait' }) : giveUp(work, title, elements, work.say('planner.why.confirm_name'));
}

function* look(work: Work): Plan<{ title: string; elements: SeenElement[] }> {
  const { windows, elements } = sight(yield* must(work, 'planner.why.look', 'Observe', { what: 'elements' }));
  return { title: windows.find((window) => window.active)?.title ?? '', elements };
}
