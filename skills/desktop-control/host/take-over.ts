import type { Desktop } from './desktop';
import { HostError } from './error';
import { pause } from './pause';
import type { PersonInput } from './platform/platform';
import { effectOf, situation } from './settle';

const pollMs = 40;
/** Pixels: less is a table that shakes. */
const strayed = 3;
/** The hand that has just answered a dialog is still on its way back. */
const handAwayMs = 400;
/** After the person took over, the desktop is theirs until they have let go for this long. */
const handsOffMs = 2000;
const patienceMs = { usual: 5000, takenOver: 60_000 };

/**
 * The person's own mouse or keyboard wins: while something is being done, it aborts `signal` of the
 * answer with an error that says so. `stop` ends the watch.
 */
export function watchPerson(desktop: Desktop, signal: AbortSignal): { signal: AbortSignal; stop(): void } {
  const { platform } = desktop;
  const controller = new AbortController();
  const forward = (): void => controller.abort(signal.reason);
  if (signal.aborted) forward();
  signal.addEventListener('abort', forward, { once: true });
  const takeOver = (by: PersonInput): void => {
    if (controller.signal.aborted) return;
    desktop.takenOver = { by, before: null };
    controller.abort(takenOver(by));
    desktop.onTakeOver(by);
  };
  const forget = platform.onPerson(takeOver);
  let asking = false;
  const poll = setInterval(() => {
    if (asking) return;
    asking = true;
    void platform
      .strayed()
      .then((distance) => distance >= strayed && takeOver('mouse'))
      .finally(() => (asking = false));
  }, pollMs);
  return {
    signal: controller.signal,
    stop: () => {
      clearInterval(poll);
      forget();
      signal.removeEventListener('abort', forward);
    },
  };
}

/** Waits until the person's hands are off mouse and keyboard, held keys too; gives up with the same error as a take over, or says that a key is down. */
export async function handsOff(desktop: Desktop, signal: AbortSignal): Promise<void> {
  const { takenOver: taken, platform } = desktop;
  const quiet = taken ? handsOffMs : handAwayMs;
  const deadline = Date.now() + (taken ? patienceMs.takenOver : patienceMs.usual);
  for (;;) {
    const using = platform.personQuietFor() < quiet;
    if (!using && !(await platform.keysHeld())) return;
    if (Date.now() > deadline) throw using ? takenOver(taken?.by ?? 'mouse') : heldDown();
    await pause(pollMs, signal);
  }
}

/** Remembers how things stood when the person took over. */
export async function rememberTakeOver(desktop: Desktop): Promise<void> {
  if (desktop.takenOver && !desktop.takenOver.before) desktop.takenOver.before = await situation(desktop);
}

/** What has changed since the person took over, told once; null when they did not. */
export async function sinceTakeOver(desktop: Desktop): Promise<string | null> {
  const taken = desktop.takenOver;
  if (!taken?.before) return null;
  desktop.takenOver = null;
  const { changed, what } = effectOf(desktop, taken.before, await situation(desktop));
  return `The person used the ${taken.by} in between; ${changed ? `since then: ${what.join('; ')}` : 'nothing looks different since then'}.`;
}

function heldDown(): HostError {
  return new HostError('CONFLICT', 'A key is held down on the keyboard, not by Deskwright, and would change what clicks and keys mean; nothing was done.', 'Ask the person to let go of the keys (one may be stuck), then try again.');
}

function takenOver(by: PersonInput): HostError {
  return new HostError('CANCELLED', `The person took over with the ${by}; the action was stopped and may have happened in part. All keys and buttons are up.`, 'Observe first: it says what has changed meanwhile. Then go on from there.');
}
