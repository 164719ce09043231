import { dialogWords } from '../dialog-words';
import type { ActRequest, SeenDialog } from '../protocol';
import type { Desktop } from './desktop';
import { HostError } from './error';
import { parseKeys } from './keys';
import type { WindowInfo } from './platform/platform';
import type { Situation } from './settle';

/** A dialog with more elements than that is a form (a file dialog, settings): Observe tells of it. */
const mostElements = 60;
const mostButtons = 8;
const longestText = 300;
const says = /^(label|static|alert|text|heading|paragraph)$/;

/** The dialog that has come to the front, or was not told of yet: its words and buttons, so that it can be answered without another look. */
export async function dialogOf(desktop: Desktop, before: Situation, after: Situation, signal: AbortSignal): Promise<SeenDialog | null> {
  const { active } = after;
  const isNew = active !== null && (active.id !== before.active?.id || isUntold(desktop, active));
  return active?.dialog && isNew ? readDialog(desktop, active, signal) : null;
}

/** What the answer says of windows that have come between the last answer and this act. */
export function openedSince(desktop: Desktop, before: Situation): string[] {
  return before.windows.filter((window) => isUntold(desktop, window)).map(({ title }) => `Window "${title}" has opened since the last answer.`);
}

const isUntold = (desktop: Desktop, { id }: WindowInfo): boolean => desktop.memory.toldWindows?.has(id) === false;

async function readDialog(desktop: Desktop, window: WindowInfo, signal: AbortSignal): Promise<SeenDialog | null> {
  const nodes = (await desktop.view.accessibility?.look(window, signal).catch(() => null))?.nodes ?? [];
  if (nodes.length === 0 || nodes.length > mostElements) return null;
  const buttons = nodes.filter((node) => /^(push |toggle )?button$/.test(node.role) && node.name !== '').slice(0, mostButtons);
  const words = nodes.filter((node) => says.test(node.role) && !node.states.includes('editable')).map(({ name, value }) => (value ?? name).replace(/\s+/g, ' ').trim());
  const text = [...new Set(words)].filter((word) => word !== '' && word !== window.title).join(' — ');
  return {
    title: window.title,
    text: [...text].slice(0, longestText).join(''),
    buttons: buttons.map((node) => ({ ref: desktop.refOf(node), name: node.name })),
  };
}

/**
 * Keys that were meant for what was there before must not answer a question that has opened since the last
 * answer: CONFLICT with its words. Once it is told of, keys reach it; Escape always does.
 */
export async function checkLateDialog(desktop: Desktop, request: ActRequest, signal: AbortSignal): Promise<void> {
  if (!/^(type|key|hold_key)$/.test(request.action) || request.ref || request.x !== undefined) return;
  if (request.action === 'key' && parseKeys(request.keys ?? request.text ?? '').every((chord) => chord.join() === 'escape')) return;
  const active = await desktop.view.activeWindow();
  if (!active?.dialog || active.own || !isUntold(desktop, active)) return;
  const focus = await desktop.view.accessibility?.focused(active);
  // A field that waits for text may well be what was asked for, such as that of a file dialog.
  if (!focus || focus.states.includes('editable')) return;
  desktop.memory.toldWindows?.add(active.id);
  const dialog = await readDialog(desktop, active, signal);
  throw new HostError('CONFLICT', `A dialog has opened since the last answer, so nothing was sent: ${dialog ? dialogWords(dialog) : `"${active.title}"`}.`, 'Answer it first (press one of its buttons, or key "escape"), then go on.');
}

/** Every window of now is told of by the answer that follows. */
export function rememberTold(desktop: Desktop, windows: readonly WindowInfo[]): void {
  desktop.memory.toldWindows = new Set(windows.map(({ id }) => id));
}
