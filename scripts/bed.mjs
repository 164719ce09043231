/**
 * A virtual desktop: X server, window manager, session bus and accessibility bus, all gone when it is stopped, when
 * this process ends and when it crashes. `node scripts/bed.mjs COMMAND …` runs one command on it.
 */
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bedEnvironment } from './bed/environment.mjs';
import { MARK, endAll, processesOf, signalAll } from './bed/processes.mjs';
import { onEnd } from './lib/on-end.mjs';
import { makeOwnFolder } from './lib/own-folder.mjs';
import { inRoot } from './lib/paths.mjs';
import { must, run } from './lib/process.mjs';

/** How long a part of the bed may take to get ready (milliseconds); half a second is usual, a loaded machine takes its time. */
const READY = 60_000;
/** The first display number tried: far from those of real desktops. */
const FIRST = 99;

/**
 * @typedef {{
 *   display: string, environment: Record<string, string>, folder: string, home: string | null,
 *   user: import('./bed/user.mjs').User | null,
 *   spawn: (command: string, words: string[], options?: import('node:child_process').SpawnOptions) => import('node:child_process').ChildProcess,
 *   stop: () => Promise<void>,
 * }} Bed `spawn` runs a program on the bed as its user; `folder` is the bed's own, removed with it
 */

/**
 * @param {{ size?: string, user?: import('./bed/user.mjs').User | null, ownHome?: boolean,
 *   environment?: NodeJS.ProcessEnv, first?: number }} [options] `size` in pixels; `user`: whom everything runs as, when
 *   we are root; `ownHome`: an empty home folder instead of the user's; `first`: the first display number tried
 * @returns {Promise<Bed>}
 * @throws {Error} when a part does not start, with what it printed
 */
export async function launchBed({ size = '1280x800', user = null, ownHome = false, environment = process.env, first = FIRST } = {}) {
  const id = randomBytes(8).toString('hex');
  const folder = makeOwnFolder('/tmp', 'deskwright-bed');
  const home = ownHome ? join(folder, 'home') : null;
  const owned = [folder, join(folder, 'run'), join(folder, 'tmp'), ...(home ? [home, join(home, 'Documents')] : [])];
  for (const path of owned) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
  }
  /** @type {number[]} */
  const servers = [];
  const ending = onEnd({
    async gently() {
      await endAll(id, servers);
      removeFolder(folder);
    },
    atOnce() {
      // The servers tidy up after themselves, if they are asked.
      signalAll(processesOf(id).filter((pid) => !servers.includes(pid)), 'SIGKILL');
      signalAll(servers, 'SIGTERM');
      removeFolder(folder);
      // The bus may have started another one meanwhile.
      signalAll(processesOf(id).filter((pid) => !servers.includes(pid)), 'SIGKILL');
    },
  });
  const variables = (/** @type {string} */ shown) => bedEnvironment({ base: environment, id, mark: MARK, folder, display: shown, home, user });
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  try {
    const server = await startDisplay({ folder, size, first, env: variables(''), identity, user });
    servers.push(server.pid);
    const env = variables(server.display);
    /** @type {Bed['spawn']} */
    const spawnHere = (command, words, options = {}) =>
      // Where we are may be closed to the other user.
      spawn(command, words, { ...identity, ...(user && { cwd: home ?? folder }), ...options, env: { ...env, ...options.env } });
    servers.push(await startBus({ folder, env, spawnHere }));
    await startWindowManager({ folder, spawnHere, isThere: async () => (await run('wmctrl', ['-m'], { env, ...identity })).code === 0 });
    await run('xsetroot', ['-solid', '#3b4252'], { env, ...identity });
    return { display: server.display, environment: env, folder, home, user, spawn: spawnHere, stop: ending };
  } catch (error) {
    await ending();
    throw error;
  }
}

/**
 * A process that is just ending may still put a file there, and the folder is not empty then.
 * @param {string} folder
 */
const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });

/**
 * Xvfb on the first free display from `first` on, which only its own user and root may use.
 * @param {{ folder: string, size: string, first: number, env: Record<string, string>, identity: { uid?: number, gid?: number },
 *   user: import('./bed/user.mjs').User | null }} options
 * @returns {Promise<{ display: string, pid: number }>}
 */
async function startDisplay({ folder, size, first, env, identity, user }) {
  // An X server of an ordinary user can't make it, and has no socket without it.
  if (!existsSync('/tmp/.X11-unix')) {
    mkdirSync('/tmp/.X11-unix');
    chmodSync('/tmp/.X11-unix', 0o1777);
  }
  const cookie = join(folder, 'cookie');
  writeFileSync(cookie, authority(randomBytes(16)), { mode: 0o600 });
  if (user) chownSync(cookie, user.uid, user.gid);
  let reason = 'every display number is taken.';
  for (let number = first; number < first + 100; number += 1) {
    if (await isTaken(number)) continue;
    const display = `:${number}`;
    const words = ['Xvfb', display, '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset', '-auth', cookie, '-displayfd', '3'];
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...words], { env, ...identity, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    let ready = false;
    child.stdio[3]?.on('data', () => (ready = true));
    child.stderr?.on('data', (chunk) => (reason = String(chunk).trim()));
    child.on('error', (error) => (reason = error.message));
    await until('the X server (Xvfb)', async () => ready || child.exitCode !== null || child.pid === undefined);
    if (!ready) continue;
    await must('Opening the display to its user', 'xhost', guests(user), { env: { ...env, DISPLAY: display, XAUTHORITY: cookie }, ...identity });
    return { display, pid: /** @type {number} */ (child.pid) };
  }
  throw new Error(`The X server (Xvfb) did not start: ${reason}`);
}

/**
 * Whether an X server answers at that display. A socket alone means nothing: a killed server leaves it behind, and
 * one that was told to name its display (-displayfd) makes no lock file.
 * @param {number} number @returns {Promise<boolean>}
 */
function isTaken(number) {
  return new Promise((resolve) => {
    const socket = connect(`/tmp/.X11-unix/X${number}`);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!['ENOENT', 'ECONNREFUSED'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')));
  });
}

/** @param {import('./bed/user.mjs').User | null} user @returns {string[]} who may use the display, in xhost's words */
const guests = (user) => [...new Set([0, process.getuid?.() ?? 0, user?.uid ?? 0])].map((uid) => `+si:localuser:#${uid}`);

/**
 * The session bus, and through it the accessibility bus.
 * @param {{ folder: string, env: Record<string, string>, spawnHere: Bed['spawn'] }} options
 * @returns {Promise<number>} the bus's pid
 */
async function startBus({ folder, env, spawnHere }) {
  const words = ['dbus-daemon', '--session', '--nofork', '--nopidfile', `--address=unix:path=${join(folder, 'bus')}`];
  const bus = spawnHere('setpriv', ['--pdeathsig', 'TERM', '--', ...words], { stdio: 'ignore' });
  await until('the session bus', async () => existsSync(join(folder, 'bus')));
  const call = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus.GetAddress'];
  const asker = spawnHere('dbus-send', call, { stdio: 'ignore', env });
  const code = await new Promise((resolve) => {
    asker.on('close', resolve);
    asker.on('error', () => resolve(127));
  });
  if (code !== 0) throw new Error('The accessibility bus did not start. Is the package at-spi2-core installed?');
  return /** @type {number} */ (bus.pid);
}

/** @param {{ folder: string, spawnHere: Bed['spawn'], isThere: () => Promise<boolean> }} options */
async function startWindowManager({ folder, spawnHere, isThere }) {
  // The checkout may be closed to the bed's user.
  const settings = join(folder, 'openbox.xml');
  writeFileSync(settings, readFileSync(inRoot('scripts/bed/openbox.xml')), { mode: 0o644 });
  /** @type {Error | null} */
  let failure = null;
  spawnHere('openbox', ['--sm-disable', '--config-file', settings], { stdio: 'ignore' }).once('error', (error) => (failure = error));
  await until('the window manager', async () => {
    if (failure) throw new Error(`The window manager (openbox) did not start: ${failure.message}`);
    return isThere();
  });
}

/**
 * An X authority file with one entry for any host and display.
 * @param {Buffer} key 16 random bytes
 */
function authority(key) {
  const field = (/** @type {Buffer} */ bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const anyHost = Buffer.from([0xff, 0xff]);
  return Buffer.concat([anyHost, field(Buffer.alloc(0)), field(Buffer.alloc(0)), field(Buffer.from('MIT-MAGIC-COOKIE-1')), field(key)]);
}

/** @param {string} what @param {() => Promise<boolean>} isReady */
async function until(what, isReady) {
  for (const end = Date.now() + READY; !(await isReady()); await sleep(20)) {
    if (Date.now() > end) throw new Error(`The virtual desktop is not complete: ${what} did not get ready in ${READY / 1000} s.`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [command, ...words] = process.argv.slice(2);
  if (!command) {
    console.error('Say what to run on the virtual desktop: node scripts/bed.mjs COMMAND …');
    process.exit(2);
  }
  const bed = await launchBed();
  const child = bed.spawn(command, words, { stdio: 'inherit' });
  child.on('error', (error) => console.error(error.message));
  child.on('close', async (code) => {
    await bed.stop();
    process.exit(code ?? 1);
  });
}
