import type { Accessibility, Platform, WindowInfo } from './platform/platform';

export const privateTitle = '(private window)';

/** The desktop as a model may see it: of a private window only that it is there, where, and of which program. */
export function viewOf(platform: Platform, isPrivate: (window: WindowInfo) => boolean): Platform {
  const told = (window: WindowInfo): WindowInfo => (isPrivate(window) ? { ...window, title: privateTitle } : window);
  const all = async (windows: Promise<WindowInfo[]>): Promise<WindowInfo[]> => (await windows).map(told);
  const one = async (window: Promise<WindowInfo | null>): Promise<WindowInfo | null> => {
    const found = await window;
    return found && told(found);
  };
  return {
    ...platform,
    windows: () => all(platform.windows()),
    stack: () => all(platform.stack()),
    windowAt: (point) => one(platform.windowAt(point)),
    activeWindow: () => one(platform.activeWindow()),
    get accessibility() {
      return platform.accessibility && accessibilityOf(platform.accessibility, platform, isPrivate);
    },
    get accessibilityReason() {
      return platform.accessibilityReason;
    },
  };
}

function accessibilityOf(all: Accessibility, platform: Platform, isPrivate: (window: WindowInfo) => boolean): Accessibility {
  const closed = (window: WindowInfo): boolean => window.title === privateTitle || isPrivate(window);
  return {
    look: async (window, signal) => (closed(window) ? { nodes: [], partial: null } : all.look(window, signal)),
    again: (key) => all.again(key),
    focused: async (window) => {
      const asked = window ?? (await platform.activeWindow());
      return asked && closed(asked) ? null : all.focused(window);
    },
    at: async (window, point) => {
      const found = await window;
      return found && !closed(found) ? all.at(found, point) : null;
    },
    cells: (table, places) => all.cells(table, places),
    press: (key) => all.press(key),
    setValue: (key, value) => all.setValue(key, value),
    focus: (key) => all.focus(key),
    changesOf: (pid) => all.changesOf(pid),
    passwords: (windows, suspects, signal) => all.passwords(windows, suspects, signal),
  };
}
