import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ElectronApplication, Page } from 'playwright';
import { channels, pushes } from '../../../preload/contract/channels';
import { launch, type Deskwright } from '../../fixtures/launch';
import { expect, test } from '../../fixtures/test';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Nothing here changes the app: one start serves all.
let app: Deskwright;
let application: ElectronApplication;
let page: Page;
test.beforeAll(async () => {
  app = await launch();
  ({ application, page } = app);
});
test.afterAll(() => app.dispose());

test('the page is sandboxed, isolated, and knows no Node', async () => {
  const preferences = await application.evaluate(({ webContents }) =>
    // Undocumented, and the only way to see what a window was really made with.
    webContents.getAllWebContents().map((contents) => (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences()),
  );
  expect(preferences).toHaveLength(1);
  expect(preferences[0]).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true, webviewTag: false });
  const reach = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', '__dirname', 'global'].filter((name) => name in window),
    bridge: Object.keys(window.deskwright).sort(),
    writable: Object.getOwnPropertyDescriptor(window, 'deskwright')?.writable,
  }));
  // A question and a push each, nothing that takes a channel's name.
  const contract = [...Object.keys(channels), ...Object.keys(pushes).map((name) => `on${name[0]?.toUpperCase()}${name.slice(1)}`)].sort();
  expect(reach).toEqual({ node: [], bridge: contract, writable: false });
});

test("Chromium's own sandbox is on", async () => {
  test.skip(process.getuid?.() === 0, 'as root Chromium only starts without it');
  const { off, pids } = await application.evaluate(({ app, webContents }) => ({
    off: app.commandLine.hasSwitch('no-sandbox'),
    pids: webContents.getAllWebContents().map((contents) => contents.getOSProcessId()),
  }));
  expect(off).toBe(false);
  // The kernel's word for it: 2 is a process whose system calls are filtered.
  for (const pid of pids) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
});

test('every page comes with the content policy as a header', async () => {
  const response = await page.evaluate(async () => {
    const answer = await fetch('app://deskwright/approval.html');
    return { status: answer.status, policy: answer.headers.get('content-security-policy'), sniff: answer.headers.get('x-content-type-options') };
  });
  expect(response).toEqual({ status: 200, policy: POLICY, sniff: 'nosniff' });
  const missing = await page.evaluate(async () => (await fetch('app://deskwright/..%2f..%2fpackage.json')).status);
  expect(missing).toBe(400);
});

test('nothing is loaded from elsewhere: no picture, script, frame or request', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const results = await page.evaluate(async (base) => {
    const load = <K extends 'img' | 'script' | 'iframe'>(tag: K): Promise<string> =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        // A refused frame "loads" an error page all the same.
        if (tag === 'iframe') document.addEventListener('securitypolicyviolation', () => resolve('iframe refused'), { once: true });
        else element.onload = () => resolve(`${tag} loaded`);
        element.onerror = () => resolve(`${tag} refused`);
        element.src = `${base}/${tag}`;
        document.body.append(element);
      });
    return [await load('img'), await load('script'), await load('iframe'), await fetch(`${base}/fetch`).then(() => 'fetched', () => 'fetch refused')];
  }, address);
  server.close();
  expect(results).toEqual(['img refused', 'script refused', 'iframe refused', 'fetch refused']);
  expect(asked).toEqual([]);
});

test('no script that a page was talked into runs', async () => {
  const ran = await page.evaluate(async () => {
    const holder = document.createElement('div');
    holder.innerHTML = '<img src="x" onerror="window.injected = 1"><svg onload="window.injected = 2"></svg>';
    document.body.append(holder);
    const inline = document.createElement('script');
    inline.textContent = 'window.injected = 3';
    document.body.append(inline);
    await new Promise((resolve) => {
      holder.querySelector('img')!.addEventListener('error', resolve, { once: true });
    });
    return 'injected' in window;
  });
  expect(ran).toBe(false);
});

test('the window stays on its page and opens no other', async () => {
  // What would leave for the browser is caught here: the test must not start one.
  await application.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => {
      opened.push(address);
    };
  });
  for (const address of ['https://example.org/', 'http://example.org/', 'file:///etc/passwd', 'app://elsewhere/', 'data:text/html,x']) {
    await page.evaluate((to) => {
      location.href = to;
    }, address);
    expect(await page.evaluate((to) => window.open(to) === null, address)).toBe(true);
  }
  expect(page.url()).toBe('app://deskwright/index.html');
  expect(application.windows()).toHaveLength(1);
  const opened = await application.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  expect(new Set(opened)).toEqual(new Set(['https://example.org/']));
});

test('no permission is given', async () => {
  const answers = await page.evaluate(async () => ({
    notification: await Notification.requestPermission(),
    location: await new Promise((resolve) => {
      navigator.geolocation.getCurrentPosition(() => resolve('given'), () => resolve('refused'));
    }),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'given', () => 'refused'),
    clipboard: await navigator.clipboard.readText().then(() => 'given', () => 'refused'),
  }));
  expect(answers).toEqual({ notification: 'denied', location: 'refused', camera: 'refused', clipboard: 'refused' });
});

test('calls that do not fit are rejected, and the main window can not answer for the dialog', async () => {
  const refusals = await page.evaluate(async () => {
    const bridge = window.deskwright as unknown as Record<string, (payload?: unknown) => Promise<unknown>>;
    const tries: [string, unknown][] = [
      ['startRun', { text: 1 }],
      ['startRun', { text: 'x', session: '../../settings' }],
      ['saveSettings', { max_steps: 'many' }],
      ['saveSettings', { workspace: 'relative' }],
      ['getApproval', undefined],
      ['answerApproval', { id: 'x', decision: 'allow_once' }],
    ];
    return Promise.all(tries.map(([method, payload]) => bridge[method]!(payload).then(() => 'answered', () => 'rejected')));
  });
  expect(refusals).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'rejected', 'rejected']);
});

test('a page that is not ours reaches nothing, even with our preload', async () => {
  const answer = await application.evaluate(async ({ app, BrowserWindow }) => {
    const preload = `${app.getAppPath()}/dist/preload/index.js`;
    const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
    await stranger.loadURL('app://deskwright/index.html');
    const result: unknown = await stranger.webContents.executeJavaScript('deskwright.getState().then(() => "answered", (error) => error.message)');
    stranger.destroy();
    return result;
  });
  expect(answer).toContain('this window may not ask that');
});
