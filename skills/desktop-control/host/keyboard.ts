import type { ActRequest } from '../protocol';
import { HostError } from './error';
import type { Desktop } from './desktop';
import { checkKeys, checkNode, typingCheckpoint } from './guard';
import { parseChord, parseKeys } from './keys';
import { entersAt, isSlide, mannerOf } from './manner';
import { click } from './mouse';
import { pause, throwIfCancelled } from './pause';
import type { TextReport } from './platform/platform';
import type { Target } from './target';

const longestHoldSeconds = 20;
const longestText = 20_000;
const breaks = /[\r\n]/;

export async function type(desktop: Desktop, request: ActRequest, target: Target, signal: AbortSignal): Promise<TextReport> {
  const text = request.text;
  if (text === undefined || text === '') throw new HostError('INVALID_PARAM', 'type needs "text".', 'For keys such as Enter or Ctrl+S use action "key" with "keys".');
  if (text.length > longestText) throw new HostError('TOO_LARGE', `${text.length} characters; ${longestText} are possible at once.`, 'Type it in parts, or write a file and open it.');
  refuseUntypable(text);
  await checkEditing(desktop, target);
  await (target.node || target.point ? focusTarget(desktop, target, signal) : target.confirm());
  const window = await checkKeys(desktop);
  if (!window) throw new HostError('FOCUS_LOST', 'No window has the focus; nothing was typed.', 'Use focus_window or click the text field first.');
  const focus = (await desktop.platform.accessibility?.focused(window)) ?? null;
  const manner = mannerOf(window, focus);
  if (request.approved && !request.approved.enters && entersAt(manner) && breaks.test(text)) {
    throw new HostError('CONFLICT', 'A line break would press Enter in what has the focus now, and that is not what was judged. Nothing was typed.', 'Observe which field has the focus, then type again.');
  }
  return desktop.platform.type(text, window, manner, typingCheckpoint(desktop, window, signal));
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

/** Characters that no field can take are named before anything is typed. */
export function refuseUntypable(text: string): void {
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
  await (target.node || target.point ? focusTarget(desktop, target, signal) : target.confirm());
  for (const chord of chords) {
    await checkKeys(desktop);
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
  await target.confirm();
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

/** Gives the focus to an element by itself if it can, by a click otherwise. */
async function focusTarget(desktop: Desktop, target: Target, signal: AbortSignal): Promise<void> {
  if (target.node) {
    checkNode(desktop, target.node);
    await target.confirm();
    if (target.node.states.includes('focused')) return;
    await desktop.platform.accessibility?.focus(target.node.key);
    const now = await desktop.platform.accessibility?.again(target.node.key);
    if (now?.states.includes('focused')) return;
  }
  await click(desktop, 'click', target, signal);
}
