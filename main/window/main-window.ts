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

/** Brings a window back to the person: restored, shown, in front. */
export function present(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
