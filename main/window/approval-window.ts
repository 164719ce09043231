import { BrowserWindow, nativeTheme, screen, type WebContents, type WebPreferences } from 'electron';
import type { DialogPlace } from '../../preload/contract/approval';
import { push } from './push';

const WIDTH = 620;
const HEIGHT = 680;

/** How often the page is told where it is, milliseconds. */
const PLACE_EVERY = 100;

export interface ApprovalWindow {
  /** Opens a fresh window on the page; the page then asks what waits for a decision. */
  open(): void;
  /** Resolves once the window is gone and the focus with it. */
  close(): Promise<void>;
  contents(): WebContents | null;
}

interface Options {
  webPreferences: WebPreferences;
  load(window: BrowserWindow): Promise<void>;
  /** How the window, by the system's id, stands among the others; null where that can't be known. */
  standing(window: number): Promise<{ shown: boolean; above: number[] } | null>;
  /** The person closed the window, or its page died: both mean no. */
  onDismiss(): void;
}

/**
 * The approval dialog: a window of its own, above all others, never reused, so that no click or
 * key meant for one request can reach the next. It is shown without taking the focus: a person who
 * is typing elsewhere goes on typing there, and answers with a click or after focusing it.
 */
export function createApprovalWindow(options: Options): ApprovalWindow {
  let current: BrowserWindow | null = null;

  const create = (): BrowserWindow => {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    const width = Math.min(WIDTH, workArea.width);
    const height = Math.min(HEIGHT, workArea.height);
    const window = new BrowserWindow({
      title: 'Deskwright',
      x: workArea.x + Math.round((workArea.width - width) / 2),
      y: workArea.y + Math.round((workArea.height - height) / 2),
      width,
      height,
      show: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181c' : '#ffffff',
      webPreferences: options.webPreferences,
    });
    window.removeMenu();
    window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    return window;
  };

  /** Only X11's ids are those that the desktop's host has. */
  const placeOf = async (window: BrowserWindow): Promise<DialogPlace> => {
    const known = process.platform === 'linux' ? await options.standing(window.getNativeWindowHandle().readUInt32LE(0)) : null;
    const { shown, above } = known ?? { shown: true, above: [] };
    return { shown, place: JSON.stringify([above, window.isDestroyed() ? null : window.getContentBounds()]) };
  };
  /** Tells the page again and again where it is; the returned function ends it. */
  const tellPlace = (window: BrowserWindow): (() => void) => {
    let asking = false;
    const timer = setInterval(() => {
      if (asking) return;
      asking = true;
      void placeOf(window)
        .then((place) => !window.isDestroyed() && push(window.webContents, 'dialogPlace', place))
        .finally(() => (asking = false));
    }, PLACE_EVERY);
    return () => clearInterval(timer);
  };

  return {
    open() {
      const window = create();
      current = window;
      const stopTelling = tellPlace(window);
      window.once('ready-to-show', () => {
        if (current !== window) return;
        window.showInactive();
        // On X11 a window shown without the focus has lost its place above the others by then.
        window.setAlwaysOnTop(true, 'screen-saver');
        window.moveTop();
        window.flashFrame(true);
      });
      const gone = (): void => {
        stopTelling();
        if (current !== window) return;
        current = null;
        options.onDismiss();
      };
      window.on('closed', gone);
      window.webContents.on('render-process-gone', () => {
        gone();
        if (!window.isDestroyed()) window.destroy();
      });
      void options.load(window).catch(() => {
        gone();
        if (!window.isDestroyed()) window.destroy();
      });
    },
    async close() {
      const window = current;
      current = null;
      if (!window || window.isDestroyed()) return;
      await new Promise<void>((resolve) => {
        window.once('closed', () => resolve());
        window.destroy();
      });
    },
    contents: () => (current && !current.isDestroyed() ? current.webContents : null),
  };
}
