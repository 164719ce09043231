import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBed } from '../bed.mjs';
import { must } from '../lib/process.mjs';

/** How long the packed app may take until its page answers (milliseconds). */
const READY = 40_000;
const ATTEMPTS = 3;
/** The page's own bridge, asked until the desktop host has answered well. */
const QUESTION = 'window.deskwright.getState().then((state) => ({ version: state.version, desktop: state.desktop }))';
/** Part of Electron itself, and an optional module that is never built. */
const NOT_PACKED = ['electron', 'usocket'];

/**
 * Runs a packed app (Linux) on a virtual desktop and asks it, in its own window, whether all of it works: the page,
 * the bridge, the main process, and the desktop host with its native modules.
 * @param {{ folder: string, user: import('../bed/user.mjs').User | null }} options `folder`: what was unpacked or packed
 * @throws {Error} saying what does not
 */
export async function checkPackage({ folder, user }) {
  checkContents(folder);
  await checkModules(join(folder, 'resources', 'app.asar.unpacked'));
  let reason = '';
  // On a busy machine the desktop host may miss its time, which says nothing of the package.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { available, reason: latest } = await startAndAsk(folder, user);
    if (available) return;
    reason = latest;
  }
  throw new Error(`The packed app has no desktop: ${reason}`);
}

/**
 * @param {string} folder @param {import('../bed/user.mjs').User | null} user
 * @returns {Promise<State['desktop']>}
 */
async function startAndAsk(folder, user) {
  const bed = await launchBed({ user, ownHome: true });
  let printed = '';
  try {
    const app = bed.spawn(join(folder, 'deskwright'), ['--disable-gpu', '--remote-debugging-port=0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const address = await new Promise((resolve, reject) => {
      app.stderr?.on('data', (chunk) => {
        printed += chunk;
        const found = /DevTools listening on (ws:\S+)/.exec(printed);
        if (found) resolve(found[1]);
      });
      app.once('error', reject);
      app.once('close', (code) => reject(new Error(`The packed app ended with code ${code}.`)));
      setTimeout(reject, READY, new Error('The packed app did not start in time.')).unref();
    });
    return (await ask(new URL(address).host)).desktop;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nIt printed:\n${printed.slice(-2_000)}`, { cause: error });
  } finally {
    await bed.stop();
  }
}

/**
 * @typedef {{ version: string, desktop: { available: boolean, reason: string } }} State
 * @param {string} host of the app's debugging port
 * @returns {Promise<State>} as soon as the desktop is available, or what it is when the time is over
 */
async function ask(host) {
  for (const end = Date.now() + READY; ; await sleep(200)) {
    /** @type {{ url: string, webSocketDebuggerUrl: string }[]} */
    const pages = await (await fetch(`http://${host}/json/list`)).json();
    const page = pages.find(({ url }) => url === 'app://deskwright/index.html');
    const state = page ? await evaluate(page.webSocketDebuggerUrl, QUESTION) : null;
    if (state?.desktop.available || (state && Date.now() > end)) return state;
    if (Date.now() > end) throw new Error('The packed app’s window did not answer in time.');
  }
}

/**
 * @param {string} address of a page's debugger @param {string} expression
 * @returns {Promise<State | null>} null while the page is not there yet
 */
async function evaluate(address, expression) {
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(address);
  try {
    return await new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => {
        socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, awaitPromise: true, returnByValue: true } }));
      });
      socket.once('message', (text) => resolve(JSON.parse(String(text)).result?.result?.value ?? null));
    });
  } finally {
    socket.close();
  }
}

/** @param {string} folder @throws {Error} when the package holds another app or lacks its archive */
function checkContents(folder) {
  const resources = readdirSync(join(folder, 'resources'));
  if (!resources.includes('app.asar')) throw new Error('The package has no app.asar.');
  if (resources.includes('default_app.asar')) throw new Error('The package would run any app that its command line names.');
  const { length } = readFileSync(join(folder, 'resources', 'app.asar'));
  if (length > 30_000_000) throw new Error(`The package's archive has ${length} bytes: something is in it that is not of the app.`);
}

/**
 * The desktop host has second choices, so that a module it can't load would not be missed.
 * @param {string} folder what lies outside the archive @throws {Error} naming the module that can't be loaded from it
 */
async function checkModules(folder) {
  const { EXTERNAL } = await import('../build/bundle.mjs');
  for (const name of EXTERNAL.filter((each) => !NOT_PACKED.includes(each))) {
    const program = `require(require.resolve(${JSON.stringify(name)}, { paths: [${JSON.stringify(folder)}] }))`;
    await must(`Loading ${name} from the package`, process.execPath, ['-e', program], { cwd: folder });
  }
}
