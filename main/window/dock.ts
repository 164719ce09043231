import { screen, type BrowserWindow, type Rectangle } from 'electron';
import { releaseStrip, reserveStrip } from './reserved-strip';

/** Width of the docked window in DIP: the narrowest in which chat and preview are still readable. */
const DOCKED_WIDTH = 400;
/** On Linux a window's size is without the title bar that the window manager adds, DIP. */
const TITLE_BAR = process.platform === 'linux' ? 36 : 0;

export interface Dock {
  /** Moves the window to the right edge and gives the focus away. Does nothing while it is docked. */
  aside(): void;
  /** Puts the window back, unless the person moved it meanwhile, and in front, without taking the focus. */
  restore(): void;
}

/**
 * Keeps our window out of the way while the assistant works on the desktop: clicks that would land
 * on it are refused, so it must not lie over the work. It isn't kept on top; where the window manager
 * can, the strip it lies on is kept free of other windows, so that Stop stays in sight.
 */
export function createDock(window: () => BrowserWindow | null): Dock {
  let before: { bounds: Rectangle; maximized: boolean; docked: Rectangle } | null = null;
  return {
    aside() {
      const target = window();
      if (!target || before || target.isMinimized() || target.isFullScreen()) return;
      const bounds = target.getNormalBounds();
      const maximized = target.isMaximized();
      if (maximized) target.unmaximize();
      const docked = rightEdge(screen.getDisplayMatching(bounds).workArea);
      target.setBounds(docked);
      reserveStrip(target, docked, screen.getAllDisplays());
      target.blur();
      before = { bounds, maximized, docked };
    },
    restore() {
      const target = window();
      if (!target || !before) return;
      const { bounds, maximized, docked } = before;
      before = null;
      releaseStrip(target);
      target.moveTop();
      const now = target.getBounds();
      if (!near(now, docked)) return;
      // For the same reason it comes to lie a frame's thickness beside where it was put: the next place is corrected by that.
      target.setBounds({ ...bounds, x: bounds.x - (now.x - docked.x), y: bounds.y - (now.y - docked.y) });
      if (maximized) target.maximize();
    },
  };
}

/** The strip at the right edge of a work area. */
export function rightEdge(area: Rectangle): Rectangle {
  const width = Math.min(DOCKED_WIDTH, area.width);
  return { x: area.x + area.width - width, y: area.y, width, height: area.height - TITLE_BAR };
}

/** Window managers add a frame and round: a window within 64 DIP of where it was put was not moved by the person. */
function near(a: Rectangle, b: Rectangle): boolean {
  return Math.abs(a.x - b.x) <= 64 && Math.abs(a.y - b.y) <= 64 && Math.abs(a.width - b.width) <= 64 && Math.abs(a.height - b.height) <= 64;
}
