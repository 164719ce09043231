import { performance } from 'node:perf_hooks';
import type { ActRequest, ActResult } from '../protocol';
import { ahead } from './ahead';
import type { Desktop } from './desktop';
import { checkLateDialog, dialogOf, openedSince, rememberTold } from './dialog';
import { HostError } from './error';
import { matches } from './find';
import { mannerOf } from './manner';
import { activate, awaitFocus, fieldToBe } from './focus';
import { checkHeld, checkNode } from './guard';
import { checkTypable, focusField, holdKey, keys, type, write } from './keyboard';
import { click, drag, isClick, moveTo, press, scroll } from './mouse';
import { openApp } from './open-app';
import { aborted, pause, throwIfCancelled } from './pause';
import type { AccessibleNode, WindowInfo } from './platform/platform';
import { effectOf, pressedPatience, settle, situation, type Situation } from './settle';
import { handsOff, rememberTakeOver, sinceTakeOver, watchPerson } from './take-over';
import { confirm } from './recheck';
import { aimedAt, type Target } from './target';
import { cellsAfter, sheetBefore, type Sheet } from './typed-cells';

const longestWaitSeconds = 60;
/** A program may take this long over its input; the wait ends as soon as it is done. */
const busyMs = 10_000;
const appearsWithinMs = 15_000;
/** Of a longer value only the beginning is known. */
const readWhole = 300;

/** One action, from before to after: what it did, and what could be seen of it. */
export async function act(desktop: Desktop, request: ActRequest, signal: AbortSignal): Promise<ActResult> {
  throwIfCancelled(signal);
  await handsOff(desktop, signal);
  const meanwhile = await sinceTakeOver(desktop);
  const watch = watchPerson(desktop, signal);
  let before: Situation;
  let aimed: WindowInfo | null = null;
  let field: AccessibleNode | null = null;
  let sheet: Sheet | null;
  let done: Record<string, unknown>;
  try {
    await checkLateDialog(desktop, request, watch.signal);
    const standing = ahead(situation(desktop));
    const asked = performance.now();
    const { target: resolved, window: aiming, found: fielding } = await aimedAt(desktop, request, (point, window, node) => fieldToBe(desktop, request, point, window, node));
    if (resolved.point) desktop.spot = resolved.point;
    // Before the act as well, since it may change what is there.
    const known = async (): Promise<void> => void ([aimed, field] = await Promise.all([aiming, fielding]));
    const target: Target = { ...resolved, there: { window: aiming, asked }, confirm: async () => void (await Promise.all([known(), confirm(desktop, request, watch.signal)])) };
    before = { ...(await standing), target: target.node };
    sheet = await sheetBefore(desktop, request, before, watch.signal);
    done = await perform(desktop, request, target, watch.signal);
    await known();
    // Whoever took over in its last moments is told so, as in any other.
    throwIfCancelled(watch.signal);
  } catch (error) {
    await desktop.platform.releaseAll();
    await rememberTakeOver(desktop);
    throw error;
  } finally {
    watch.stop();
  }
  // A program that is still busy with the input has not had its effect yet.
  const concerned = [before.active, aimed].filter((window, index, all): window is WindowInfo => window !== null && all.findIndex((other) => other?.id === window.id) === index);
  await Promise.race([desktop.platform.caughtUp(concerned, busyMs), aborted(signal)]);
  await awaitFocus(desktop, request, before.focus, field, signal);
  const restless = await settle(desktop, before.changes, signal, { windows: concerned, ...(presses(request, before) ? pressedPatience : {}) });
  const named = before.target && ((await desktop.platform.accessibility?.again(before.target.key).catch(() => null)) ?? null);
  const after = await situation(desktop, named);
  const [dialog, cells] = await Promise.all([dialogOf(desktop, before, after, signal), sheet && after.active?.id === before.active?.id ? cellsAfter(desktop, request.text ?? '', sheet) : null]);
  const late = openedSince(desktop, before);
  const effect = effectOf(desktop, before, after);
  rememberTold(desktop, after.windows);
  return { effect: { ...effect, dialog }, done: { ...done, ...readBack(request, after), ...(cells ? { cells } : {}) }, restless, meanwhile: [meanwhile, ...late].filter((line) => line !== null).join('\n') || null };
}

/** May press a button other than by the mouse. */
function presses({ action, keys: written, text }: ActRequest, { active, focus }: Situation): boolean {
  if (action === 'press') return true;
  const confirms = action === 'key' ? /enter|return|space/i.test(written ?? '') : action === 'type' && /[\r\n]$/.test(text ?? '');
  return confirms && (active?.dialog === true || /button/.test(focus?.role ?? ''));
}

/** Whether the field with the focus holds what was typed: a program may have completed, corrected or refused some of it. Empty where that can't be said. */
function readBack({ action, text }: ActRequest, { active, focus }: Situation): { read_back?: 'same' | 'differs'; holds?: string } {
  if (action !== 'type' || !text || !active || active.terminal || focus?.value === null || focus?.value === undefined || focus.value.length >= readWhole) return {};
  // Enter sets something off and Tab goes elsewhere, and an office document is read in paragraphs.
  const manner = mannerOf(active, focus);
  if (manner === 'document' || manner === 'slide' || manner === 'cells' || (manner === 'plain' && /[\r\n\t]/.test(text)) || !focus.states.includes('editable')) return {};
  return focus.value.includes(text.replace(/\r\n?/g, '\n')) ? { read_back: 'same' } : { read_back: 'differs', holds: focus.value };
}

async function perform(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<Record<string, unknown>> {
  const { action } = request;
  if (isClick(action)) {
    await click(desktop, action, target, signal);
    return { at: target.point };
  }
  switch (action) {
    case 'move':
      await moveTo(desktop, target, signal);
      return { at: target.point };
    case 'mouse_down':
    case 'mouse_up':
      await press(desktop, action === 'mouse_down', target, signal);
      return {};
    case 'drag':
      await drag(desktop, request, target, signal);
      return {};
    case 'scroll':
      return { ...(await scroll(desktop, request, target, signal)) };
    case 'type':
      return { ...(await type(desktop, request, target, signal)) };
    case 'key':
      return { keys: await keys(desktop, request, target, signal) };
    case 'hold_key':
      return { keys: await holdKey(desktop, request, target, signal) };
    case 'press':
    case 'set_value':
      return byAccessibility(desktop, request, target, signal);
    case 'open_app':
      return { ...(await openApp(desktop, request.text ?? '', signal)) };
    case 'focus_window':
      return focusWindow(desktop, request, signal);
    case 'wait':
      return wait(desktop, request, signal);
    default:
      throw new HostError('INVALID_PARAM', `Unknown action "${action}".`, 'Use one of the actions in the description of Computer.');
  }
}

async function byAccessibility(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<Record<string, unknown>> {
  const { accessibility, accessibilityReason } = desktop.platform;
  const { node } = target;
  if (!accessibility) throw new HostError('UNSUPPORTED', `Elements can't be reached here: ${accessibilityReason || 'no accessibility'}.`, 'Use click and type with x, y of a picture.');
  if (!node) throw new HostError('INVALID_PARAM', `${request.action} needs ref.`, 'Give the ref of an element from Observe.');
  checkNode(desktop, node);
  await target.confirm();
  if (request.action === 'press') {
    if (await accessibility.press(node.key)) return {};
    throw new HostError('UNSUPPORTED', `Element "${node.name}" (${node.role}) has no action of its own.`, 'Use click with its ref.');
  }
  if (request.text === undefined) throw new HostError('INVALID_PARAM', 'set_value needs "text".', 'Give the new value in text.');
  if (await accessibility.setValue(node.key, request.text)) {
    const now = await accessibility.again(node.key).catch(() => null);
    return { value: now?.value ?? null };
  }
  // Web pages let nobody write into a field but its user: everything in it is replaced as a person would.
  if (node.states.includes('editable')) {
    if (/[\r\n\t]/.test(request.text) && !node.multiline) {
      throw new HostError('UNSUPPORTED', `Element "${node.name}" (${node.role}) takes one line without tabs; set_value presses no keys.`, 'Give one line; for Enter or Tab use action "key".');
    }
    checkTypable(request.text);
    const field = await focusField(desktop, target, signal);
    const here = { ...target, node: null, point: null };
    await keys(desktop, { ...request, keys: request.text === '' ? 'ctrl+home ctrl+shift+end delete' : 'ctrl+home ctrl+shift+end' }, here, signal);
    if (request.text !== '') await write(desktop, request, request.text, field, signal);
    return {};
  }
  throw new HostError('UNSUPPORTED', `Element "${node.name}" (${node.role}) takes no value.`, 'Use type with its ref instead.');
}

async function focusWindow(desktop: Desktop, request: ActRequest, signal: AbortSignal): Promise<Record<string, unknown>> {
  checkHeld(desktop);
  const window = await desktop.window(request.text ?? '');
  const { id, title } = await activate(desktop, window, signal);
  return { window: { id, title } };
}

/** A number waits that many seconds; words wait until a window or element with them is there; nothing waits until still. */
async function wait(desktop: Desktop, request: ActRequest, signal: AbortSignal): Promise<Record<string, unknown>> {
  const text = (request.text ?? '').trim();
  if (text === '') {
    await settle(desktop, -1, signal, { still: 400, cap: 10_000 });
    return { waited_for: 'a still screen' };
  }
  const seconds = Number(text.replace(/\s*s(ec(onds?)?)?$/i, ''));
  if (!Number.isNaN(seconds)) {
    if (seconds < 0 || seconds > longestWaitSeconds) throw new HostError('OUT_OF_RANGE', `wait takes 0 to ${longestWaitSeconds} seconds.`, 'Wait less, then look.');
    await pause(seconds * 1000, signal);
    return { waited_for: `${seconds} s` };
  }
  const deadline = Date.now() + appearsWithinMs;
  for (;;) {
    const windows = (await desktop.view.windows()).filter((window) => !window.own);
    const window = windows.find((candidate) => candidate.title.toLowerCase().includes(text.toLowerCase()));
    if (window) return { waited_for: `window "${window.title}"` };
    const active = windows.find((candidate) => candidate.active);
    const sight = active ? await desktop.view.accessibility?.look(active, signal) : undefined;
    const node = sight?.nodes.find((candidate) => matches(candidate, text));
    if (node) return { waited_for: `${node.role} "${node.name}"`, ref: desktop.refOf(node) };
    if (Date.now() > deadline) throw new HostError('TIMEOUT', `"${text}" did not appear within ${appearsWithinMs / 1000} s.`, 'Observe to see what is there instead.');
    await pause(250, signal);
  }
}
