import { HostError } from './error';
import type { Desktop } from './desktop';
import { activate } from './focus';
import { checkHeld } from './guard';
import { aborted, pause, throwIfCancelled } from './pause';
import type { WindowInfo } from './platform/platform';
import { settle } from './settle';

/** LibreOffice takes this long to start for the first time on a machine that is busy otherwise. */
const windowWithinMs = 100_000;
/** LibreOffice shows its tip of the day up to a second after the window. */
const stillMs = 700;
const tips = /^(tip of the day|每日提示|今日提示|每日小提示)/i;

export interface Opened {
  program: string;
  pid: number;
  window: { id: number; title: string; app: string };
  dismissed: string[];
}

/** Starts a program and waits until its window is there and still. */
export async function openApp(desktop: Desktop, name: string, signal: AbortSignal): Promise<Opened> {
  checkHeld(desktop);
  const { platform } = desktop;
  const before = new Set((await platform.windows()).map((window) => window.id));
  const started = await platform.launch(name);
  const deadline = Date.now() + windowWithinMs;
  let window: WindowInfo | null = null;
  while (!window) {
    if (Date.now() > deadline) throw new HostError('TIMEOUT', `${started.name} was started but showed no window within ${windowWithinMs / 1000} s.`, 'Observe: it may show nothing, or wait for something.');
    await pause(80, signal);
    window = newest((await platform.windows()).filter((candidate) => !before.has(candidate.id) && !candidate.own));
  }
  await Promise.race([platform.caughtUp([window], windowWithinMs), aborted(signal)]);
  const dismissed: string[] = [];
  for (let look = 0; look < 4; look += 1) {
    await settle(desktop, -1, signal, { still: stillMs, cap: 15_000 });
    const tip = (await platform.windows()).find((candidate) => tips.test(candidate.title));
    if (!tip) break;
    await dismiss(desktop, tip, signal);
    dismissed.push(tip.title);
  }
  await Promise.race([platform.caughtUp([window], windowWithinMs), aborted(signal)]);
  const shown = newest((await platform.windows()).filter((candidate) => !before.has(candidate.id) && !candidate.own)) ?? window;
  const active = await platform.activeWindow();
  if (active?.id !== shown.id && !active?.dialog) await activate(desktop, shown, signal).catch(() => throwIfCancelled(signal));
  return { program: started.name, pid: started.pid, window: { id: shown.id, title: shown.title, app: shown.app }, dismissed };
}

/** A splash screen has no state of its own; the largest new window is the program's. */
function newest(windows: WindowInfo[]): WindowInfo | null {
  const real = windows.filter((window) => window.title !== '' && !/^LibreOffice \d+\.\d+$/.test(window.title));
  return [...real].sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)[0] ?? null;
}

async function dismiss(desktop: Desktop, tip: WindowInfo, signal: AbortSignal): Promise<void> {
  if (!tip.active) await desktop.platform.focusWindow(tip.id);
  const deadline = Date.now() + 3000;
  while ((await desktop.platform.activeWindow())?.id !== tip.id) {
    if (Date.now() > deadline) return;
    await pause(30, signal);
  }
  checkHeld(desktop);
  await desktop.platform.key('escape', true);
  await desktop.platform.key('escape', false);
  while ((await desktop.platform.windows()).some((window) => window.id === tip.id)) {
    if (Date.now() > deadline) return;
    await pause(30, signal);
  }
}
