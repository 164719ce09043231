import { BrowserWindow, nativeTheme, screen, type WebPreferences } from 'electron';

const WIDTH = 1080;
const HEIGHT = 760;

/**
 * The app's window, on screen at once and empty until `load`: its first paint must not wait for
 * the rest of the app to be read.
 */
export function createMainWindow(webPreferences: WebPreferences): BrowserWindow {
  const { workAreaSize } = screen.getPrimaryDisplay();
  const window = new BrowserWindow({
    title: 'Deskwright',
    width: Math.min(WIDTH, workAreaSize.width),
    height: Math.min(HEIGHT, workAreaSize.height),
    minWidth: 360,
    minHeight: 480,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181c' : '#ffffff',
    autoHideMenuBar: true,
    webPreferences,
  });
  window.removeMenu();
  return window;
}

/** A page that dies sooner than this after it was loaded anew would only die again, milliseconds. */
const REVIVED_FOR = 10_000;

/** Loads a page anew whose process died: a run goes on without it, and Stop must come back into reach. */
export function revive(window: BrowserWindow): void {
  let last = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || performance.now() - last < REVIVED_FOR) return;
    last = performance.now();
    // Not from within the event: the process is only just being taken down.
    setImmediate(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    });
  });
}

/** Brings a window back to the person: restored, shown, in front. */
export function present(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
