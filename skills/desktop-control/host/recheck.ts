import type { ActRequest, Approved } from '../protocol';
import { ahead } from './ahead';
import type { Desktop } from './desktop';
import { HostError } from './error';
import { focusOf } from './focus';
import { entersAt, mannerOf } from './manner';
import { pause } from './pause';
import type { AccessibleNode, Point, WindowInfo } from './platform/platform';
import { aimedAt } from './target';
import { privateTitle } from './view';

const keyActions = new Set(['type', 'key', 'hold_key']);
/** The dialog that asked the person gives the focus back when it closes; window managers take a moment. */
const focusBackMs = 2000;
const pollMs = 30;

/** What an act would meet if it happened now. */
export interface Meeting {
  /** Where the mouse would act; null for keys, for starting a program and for waiting. */
  point: Point | null;
  window: WindowInfo | null;
  element: AccessibleNode | null;
  /** Input goes to whatever has the focus. */
  byKeys: boolean;
}

/** Looks up what an act would meet: the window and the element at its point, behind its ref, or with the focus. */
export async function meet(desktop: Desktop, request: ActRequest): Promise<Meeting> {
  const { platform } = desktop;
  const { target, window: there, found } = await aimedAt(desktop, request, (at, under, node) => (node ? Promise.resolve(node) : elementAt(desktop, under, at)));
  const byKeys = keyActions.has(request.action) && !target.point && !target.node;
  const point = target.point ?? (byKeys || request.action === 'open_app' || request.action === 'wait' ? null : await platform.pointer());
  const window = request.action === 'focus_window' ? await desktop.window(request.text ?? '') : byKeys || !point ? await platform.activeWindow() : await (target.point ? there : platform.windowAt(point));
  const element = target.node ?? (byKeys ? await focusedIn(desktop, window) : target.point ? await found : point && (await elementAt(desktop, Promise.resolve(window), point)));
  return { point, window, element, byKeys };
}

async function elementAt({ platform }: Desktop, window: Promise<WindowInfo | null>, point: Point): Promise<AccessibleNode | null> {
  const theirs = ahead(window.then((found) => (found?.own ? null : found)));
  return (await platform.accessibility?.at(theirs, point)) ?? null;
}

/** What of a meeting was judged; kept by the tool and sent along with the act. */
export function approvedOf({ window, element, byKeys }: Meeting): Approved {
  return { window: window?.id ?? null, dialog: window?.dialog ? window.title : null, weight: weight(element), by_keys: byKeys, enters: enters({ window, element }) };
}

/** Whether a line break typed there would press Enter. */
export function enters({ window, element }: Pick<Meeting, 'window' | 'element'>): boolean {
  return entersAt(mannerOf(window, element));
}

/**
 * Right before an act: what it would meet now must be what was judged. CONFLICT when a person or a
 * program has put something else there in the meantime; nothing is sent then.
 */
export async function confirm(desktop: Desktop, request: ActRequest, signal: AbortSignal): Promise<void> {
  const { approved } = request;
  if (!approved) return;
  if (approved.by_keys && approved.window !== null) await focusBack(desktop, approved.window, signal);
  const now = await meet(desktop, request);
  const found = approvedOf(now);
  if (found.window !== approved.window || found.dialog !== approved.dialog) {
    throw changed(now.window ? `window "${desktop.isPrivate(now.window) ? privateTitle : now.window.title}" (${now.window.app})` : 'no window');
  }
  if (found.weight !== approved.weight) throw changed(now.element ? `${now.element.role} "${now.element.name}"` : 'no element that tells its name');
  const covering = await coveredBy(desktop, request, now);
  if (covering) throw changed(`${covering.role} "${covering.name}"`);
}

/** A box is only a claim: something that acts and has another name may be drawn at the middle of it. */
async function coveredBy(desktop: Desktop, request: ActRequest, now: Meeting): Promise<AccessibleNode | null> {
  if (!request.ref || !now.point || !now.window || !now.element || request.action === 'press' || request.action === 'set_value') return null;
  const hit = await desktop.platform.accessibility?.at(now.window, now.point);
  return hit && hit.key !== now.element.key && hit.name !== now.element.name && weight(hit) !== '' ? hit : null;
}

async function focusBack(desktop: Desktop, window: number, signal: AbortSignal): Promise<void> {
  const { platform } = desktop;
  const deadline = Date.now() + focusBackMs;
  let asked = false;
  while (Date.now() < deadline) {
    const active = await platform.activeWindow();
    if (active?.id === window || !(await platform.windows()).some((candidate) => candidate.id === window)) return;
    // A window that has opened in the meantime rightly has the focus; only what stood in between goes back.
    if (active && !active.own && active.dialog) return;
    if (!asked) await platform.focusWindow(window);
    asked = true;
    await pause(pollMs, signal);
  }
}

async function focusedIn(desktop: Desktop, window: WindowInfo | null): Promise<AccessibleNode | null> {
  const node = await focusOf(desktop, window);
  return node && window && (node.pid === window.pid || window.pid === 0) ? node : null;
}

const acting = /button|menu item|check|radio|toggle|switch|link|page tab|icon|list item|tree item|table row|thumbnail|combo box/;

/** Whether pressing it does something, by its role. */
export function acts(node: Pick<AccessibleNode, 'role'>): boolean {
  return acting.test(node.role);
}

/** What decides about a target's consequence: role and name of what acts, or that it is a password; text merely says something. */
function weight(node: AccessibleNode | null): string {
  if (!node) return '';
  if (node.role === 'password text') return 'password';
  return acts(node) ? `${node.role}: ${node.name}` : '';
}

function changed(what: string): HostError {
  return new HostError('CONFLICT', `Something else is there now: ${what}. It was not what was judged, so nothing was sent.`, 'Observe again and act on what is there now.');
}
