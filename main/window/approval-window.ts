import { BrowserWindow, nativeTheme, screen, type WebContents, type WebPreferences } from 'electron';

const WIDTH = 620;
const HEIGHT = 680;

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

  return {
    open() {
      const window = create();
      current = window;
      window.once('ready-to-show', () => {
        if (current !== window) return;
        window.showInactive();
        // On X11 a window shown without the focus has lost its place above the others by then.
        window.setAlwaysOnTop(true, 'screen-saver');
        window.moveTop();
        window.flashFrame(true);
      });
      const gone = (): void => {
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
