import type { ActRequest } from '../protocol';
import { HostError } from './error';
import type { Desktop } from './desktop';
import { focusOf, toldWithinMs } from './focus';
import { checkKeys, checkNode, typingCheckpoint } from './guard';
import { parseChord, parseKeys } from './keys';
import { entersAt, isSlide, mannerOf } from './manner';
import { click } from './mouse';
import { aborted, pause, throwIfCancelled } from './pause';
import type { AccessibleNode, TextReport, WindowInfo } from './platform/platform';
import type { Target } from './target';
import { privateTitle } from './view';

const longestHoldSeconds = 20;
const longestText = 20_000;
/** How long a part of what was clicked may take to be told of as having the focus; a field has `toldWithinMs`. */
const movedWithinMs = 500;
const toldPollMs = 15;
const busyMs = 10_000;
/** How long a window may take over one of several keys before the next is struck. */
const betweenKeysMs = 2000;
const breaks = /[\r\n]/;

export async function type(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<TextReport> {
  const text = request.text;
  if (text === undefined || text === '') throw new HostError('INVALID_PARAM', 'type needs "text".', 'For keys such as Enter or Ctrl+S use action "key" with "keys".');
  checkTypable(text);
  await checkEditing(desktop, target);
  const field = target.node || target.point ? await focusField(desktop, target, signal) : null;
  if (!field) await target.confirm();
  return write(desktop, request, text, field, signal);
}

/** Types into what has the focus: `field` where that is known, what accessibility tells otherwise. */
export async function write(desktop: Desktop, request: ActRequest, text: string, field: AccessibleNode | null, signal: AbortSignal): Promise<TextReport> {
  const window = await checkKeys(desktop);
  if (!window) throw new HostError('FOCUS_LOST', 'No window has the focus; nothing was typed.', 'Use focus_window or click the text field first.');
  const manner = mannerOf(window, field ?? (await focusOf(desktop, window, signal)));
  if (request.approved && !request.approved.enters && entersAt(manner) && breaks.test(text)) {
    throw new HostError('CONFLICT', 'A line break would press Enter in what has the focus now, and that is not what was judged. Nothing was typed.', 'Observe which field has the focus, then type again.');
  }
  return desktop.platform.type(text, window, manner, typingCheckpoint(desktop, window, signal), signal);
}

/** On a slide the text must be open for editing: the focus alone would leave "Click to add Title" in it. */
async function checkEditing(desktop: Desktop, target: Target): Promise<void> {
  const active = await desktop.platform.activeWindow();
  if (!active || !isSlide(active)) return;
  const focused = await desktop.platform.accessibility?.focused(active);
  const other = target.node?.role === 'paragraph' && target.node.key !== focused?.key;
  if (!other && !(focused && !target.node && /^(panel|document|frame|image|shape|graphic)/.test(focused.role))) return;
  throw new HostError('UNSUPPORTED', 'That text of the slide is not being edited; nothing was typed.', 'click its paragraph, key "f2", then type without ref.');
}

/** Too much text, and characters that no field can take, are named before anything is typed. */
export function checkTypable(text: string): void {
  if (text.length > longestText) throw new HostError('TOO_LARGE', `${text.length} characters; ${longestText} are possible at once.`, 'Type it in parts, or write a file and open it.');
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const control = point < 0x20 && character !== '\n' && character !== '\t' && character !== '\r';
    if (!control && point !== 0x7f && !(point >= 0xd800 && point <= 0xdfff)) continue;
    throw new HostError('INVALID_PARAM', `The text holds U+${point.toString(16).toUpperCase().padStart(4, '0')}, which can't be typed. Nothing was typed.`, 'Leave it out; for special keys use action "key".');
  }
}

export async function keys(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<string[]> {
  const written = request.keys ?? request.text;
  if (written === undefined || written === '') throw new HostError('INVALID_PARAM', 'key needs "keys".', 'For example keys: "ctrl+s".');
  const chords = parseKeys(written);
  await (target.node || target.point ? focusField(desktop, target, signal) : target.confirm());
  let struck: WindowInfo | null = null;
  for (const chord of chords) {
    // What a key opens or closes decides where the next one goes.
    if (struck) await Promise.race([desktop.platform.caughtUp([struck], betweenKeysMs), aborted(signal)]);
    struck = await checkKeys(desktop);
    throwIfCancelled(signal);
    await strike(desktop, chord, 0, signal);
  }
  return chords.map((chord) => chord.join('+'));
}

export async function holdKey(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<string[]> {
  if (!request.keys) throw new HostError('INVALID_PARAM', 'hold_key needs "keys".', 'For example keys: "down", text: "1.5" (seconds).');
  const seconds = request.text === undefined || request.text === '' ? 1 : Number(request.text);
  if (!(seconds > 0 && seconds <= longestHoldSeconds)) throw new HostError('OUT_OF_RANGE', `hold_key holds for 0 to ${longestHoldSeconds} seconds, not ${request.text}.`, 'Give the seconds in "text", for example "1.5".');
  const chord = parseChord(request.keys);
  await (target.node || target.point ? focusField(desktop, target, signal) : target.confirm());
  await checkKeys(desktop);
  await strike(desktop, chord, seconds * 1000, signal);
  return chord;
}

async function strike(desktop: Desktop, chord: string[], holdMs: number, signal: AbortSignal): Promise<void> {
  const down: string[] = [];
  try {
    for (const name of chord) {
      await desktop.platform.key(name, true);
      down.push(name);
    }
    if (holdMs > 0) await pause(holdMs, signal);
  } finally {
    for (const name of down.reverse()) await desktop.platform.key(name, false);
  }
}

/**
 * Gives the focus to the target and waits until accessibility tells so, which browsers do some time after
 * the click: what had the focus before says nothing about how this field takes a line break. The field,
 * or null where nothing there tells of itself. FOCUS_LOST when its window did not become the active one.
 */
export async function focusField(desktop: Desktop, target: Target, signal: AbortSignal): Promise<AccessibleNode | null> {
  const { accessibility, windowAt, caughtUp } = desktop.platform;
  const window = target.point ? await windowAt(target.point) : null;
  const field = target.node ?? (target.point && window && !window.own ? ((await accessibility?.at(window, target.point)) ?? null) : null);
  const before = (await accessibility?.focused(window))?.key;
  if (await focusTarget(desktop, target, signal)) {
    await Promise.race([caughtUp(window ? [window] : [], busyMs), aborted(signal)]);
    await checkActive(desktop, window);
  }
  if (!accessibility || !field) return null;
  const editable = field.states.includes('editable');
  const deadline = Date.now() + (editable ? toldWithinMs : movedWithinMs);
  for (;;) {
    const now = await accessibility.again(field.key).catch(() => field);
    if (now?.states.includes('focused')) return now;
    // A frame or panel passes the focus on to a part of it.
    const other = editable ? null : await accessibility.focused(window);
    if (other && other.key !== before) return other;
    if (Date.now() >= deadline) return editable ? (now ?? field) : null;
    await pause(toldPollMs, signal);
  }
}

/** A click makes its window the active one, but for pop-ups, which window managers leave alone. */
async function checkActive(desktop: Desktop, window: WindowInfo | null): Promise<void> {
  const active = await desktop.platform.activeWindow();
  if (!window || active?.id === window.id || (active !== null && active.pid === window.pid && active.pid !== 0)) return;
  if (!(await desktop.platform.windows()).some(({ id }) => id === window.id)) return;
  const title = (shown: WindowInfo): string => (desktop.isPrivate(shown) ? privateTitle : shown.title);
  throw new HostError('FOCUS_LOST', `"${title(window)}" did not get the focus by the click; it is with "${active ? title(active) : 'no window'}". No key was sent.`, 'Use focus_window, then try again.');
}

/** Gives the focus to an element by itself if it can, by a click otherwise. True when it was a click. */
async function focusTarget(desktop: Desktop, target: Target, signal: AbortSignal): Promise<boolean> {
  const { node } = target;
  if (node) {
    checkNode(desktop, node);
    await target.confirm();
    const active = await desktop.platform.activeWindow();
    const elsewhere = active !== null && active.pid !== 0 && node.pid !== 0 && active.pid !== node.pid;
    if (!elsewhere || !target.point) {
      if (node.states.includes('focused')) return false;
      await desktop.platform.accessibility?.focus(node.key);
      const now = await desktop.platform.accessibility?.again(node.key).catch(() => null);
      if (now?.states.includes('focused')) return false;
    }
  }
  await click(desktop, 'click', target, signal);
  return true;
}
