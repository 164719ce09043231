import path from 'node:path';
import type { Envelope } from '../../../../preload/contract/envelope';
import { focusOf, sight, type SeenElement } from '../results';
import { attempt, Halt, must, type Plan, type Work } from '../script';
import { act, giveUp } from './program';
import type { Target } from './target';

/** Questions answered, and waits, in one saving before giving up. */
const MOST_QUESTIONS = 6;

const SAVE_DIALOG = /^(?:save|save as|保存|另存为)$/i;
const EXPORT_DIALOG = /^(?:export text file|导出文本文件|文本导出)/i;
const KEEP_FORMAT = /(?:格式|format)/i;
/** "Use Excel 2007-365 Format!", "Keep Current Format"; the other button is always the ODF one. */
const KEEP_BUTTON = /^(?!.*ODF).*(?:format|格式|keep|保留|保持)/i;
/** The question whether to replace a file is titled like the file dialog behind it: only the focus, on the safe button, tells. */
const DECLINE_BUTTON = /button "(?:no|cancel|否|不|取消)/i;
const REPLACE_BUTTON = /^(?:replace|替换|覆盖)/i;

/**
 * First saving: Ctrl+S, the full path in the file dialog's name field, and every question after it
 * answered by what the person asked for. Whether the file is there is for the caller to check.
 */
export function* saveAs(work: Work, target: Target): Plan<void> {
  const asked = yield* act(work, 'planner.why.save', { action: 'key', keys: 'ctrl+s' });
  if (!SAVE_DIALOG.test(focusOf(asked).window)) yield* waitForDialog(work);
  yield* act(work, 'planner.why.name', { action: 'key', keys: 'ctrl+a' });
  yield* act(work, 'planner.why.name', { action: 'type', text: target.absolute });
  // The field completes names of files that are there; Delete drops the offered rest.
  const envelope = yield* act(work, 'planner.why.confirm_name', { action: 'key', keys: 'delete enter' });
  yield* answerQuestions(work, target, envelope);
}

/** A slow machine shows the dialog only after the keys have settled. */
function* waitForDialog(work: Work): Plan<void> {
  for (const title of ['Save', '保存']) {
    const envelope = yield* attempt(work, 'planner.why.save', 'Computer', { action: 'wait', text: title });
    if (SAVE_DIALOG.test(focusOf(envelope).window)) return;
    if (title === '保存') throw new Halt(envelope, work.say('planner.why.save'));
  }
}

/** A later saving of the same document. */
export function* saveAgain(work: Work, target: Target): Plan<void> {
  const envelope = yield* act(work, 'planner.why.save_again', { action: 'key', keys: 'ctrl+s' });
  yield* answerQuestions(work, { ...target, replaces: true }, envelope);
}

function* answerQuestions(work: Work, target: Target, first: Envelope): Plan<void> {
  let focus = focusOf(first);
  for (let question = 0; question < MOST_QUESTIONS && !isDocument(focus.window); question++) {
    focus = focusOf(yield* answerOne(work, target, focus));
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

function* answerOne(work: Work, target: Target, focus: { window: string; element: string }): Plan<Envelope> {
  const asksToReplace = SAVE_DIALOG.test(focus.window) && DECLINE_BUTTON.test(focus.element);
  if (asksToReplace && target.replaces) return yield* act(work, 'planner.why.replace', { action: 'key', keys: 'alt+y' }, { file: target.file });
  if (!asksToReplace && (focus.window === '' || SAVE_DIALOG.test(focus.window))) return yield* act(work, 'planner.why.confirm_name', { action: 'wait' });
  const { title, elements } = yield* look(work);
  const button = (pattern: RegExp): SeenElement | undefined => elements.find(({ role, name }) => /button/.test(role) && pattern.test(name));
  if (EXPORT_DIALOG.test(title)) return yield* act(work, 'planner.why.export', { action: 'key', keys: 'enter' });
  const replace = target.replaces ? button(REPLACE_BUTTON) : undefined;
  if (replace) return yield* act(work, 'planner.why.replace', { action: 'press', ref: replace.ref }, { file: target.file });
  const keep = KEEP_FORMAT.test(title) ? button(KEEP_BUTTON) : undefined;
  if (keep) return yield* act(work, 'planner.why.keep_format', { action: 'press', ref: keep.ref }, { format: `.${target.ending}` });
  return yield* isDocument(title) ? act(work, 'planner.why.saving', { action: 'wait' }) : giveUp(work, title, elements, work.say('planner.why.confirm_name'));
}

function* look(work: Work): Plan<{ title: string; elements: SeenElement[] }> {
  const { windows, elements } = sight(yield* must(work, 'planner.why.look', 'Observe', { what: 'elements' }));
  return { title: windows.find((window) => window.active)?.title ?? '', elements };
}
