import path from 'node:path';
import { app, session } from 'electron';
import { confine } from './security/navigation';
import { pageAddress } from './security/origin';
import { refusePermissions } from './security/permissions';
import { declareScheme, servePages } from './security/protocol';
import { refuseForeignRequests } from './security/requests';
import { hardened } from './security/web-contents';
import { launchOptions } from './store/launch-options';
import { createMainWindow, present } from './window/main-window';

const { dataFolder, workspace } = launchOptions(process.argv, process.env);
// Chromium's own files stay apart from ours; and one data folder is one instance.
app.setPath('userData', path.join(dataFolder, 'chromium'));

if (app.requestSingleInstanceLock()) {
  declareScheme();
  app.on('web-contents-created', (_event, contents) => confine(contents));
  void app.whenReady().then(start);
} else {
  app.quit();
}

/** The window first: it is on the screen while the rest of the app is still being read. */
async function start(): Promise<void> {
  refusePermissions(session.defaultSession);
  refuseForeignRequests(session.defaultSession);
  servePages(session.defaultSession.protocol, path.join(__dirname, '../renderer'));
  const preload = path.join(__dirname, '../preload/index.js');
  const window = createMainWindow(hardened(preload));
  app.on('second-instance', () => {
    if (!window.isDestroyed()) present(window);
  });
  const loaded = window.loadURL(pageAddress('index.html'));
  // One turn of the event loop: reading the rest blocks this thread, and the window would only come up after it.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  const { startApp } = await import('./app');
  startApp({ window, preload, dataFolder, workspace });
  await loaded;
}
