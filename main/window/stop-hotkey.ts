import { globalShortcut } from 'electron';

/**
 * Tried in this order: another program, or the desktop itself, may own a combination already.
 * None of them types anything or is a common command of a program.
 */
const CANDIDATES = ['CommandOrControl+Alt+Escape', 'CommandOrControl+Alt+Shift+S', 'CommandOrControl+Shift+F12'] as const;

/** Registers the system-wide Stop. Returns the accelerator that works, or null when none could be had. */
export function registerStopHotkey(onStop: () => void): string | null {
  return (
    CANDIDATES.find((accelerator) => {
      try {
        return globalShortcut.register(accelerator, onStop);
      } catch {
        return false;
      }
    }) ?? null
  );
}

/** Gives the combination back. */
export function releaseStopHotkey(): void {
  globalShortcut.unregisterAll();
}
