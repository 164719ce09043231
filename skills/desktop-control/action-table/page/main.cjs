/** A web page in Chromium whose own events are the evidence: each is appended to the file named last on the command line. */
const { app, BrowserWindow, ipcMain } = require('electron');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const log = process.argv.at(-1);
ipcMain.on('seen', (_, line) => appendFileSync(log, `${line}\n`));
app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const window = new BrowserWindow({ x: 40, y: 30, width: 620, height: 560, title: 'page-field', autoHideMenuBar: true, webPreferences: { nodeIntegration: true, contextIsolation: false } });
  window.on('page-title-updated', (event) => event.preventDefault());
  window.loadFile(join(__dirname, 'index.html'));
});
