import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../lib/cache-folder.mjs';
import { withLock } from '../lib/lock.mjs';
import { run } from '../lib/process.mjs';
import { apt } from './apt.mjs';

/**
 * Debian packages by what needs them. A group's packages are installed together; `a|b` is one package with two
 * names, of the older and the newer Debian releases.
 */
export const GROUPS = {
  /** Libraries that Electron and the pointer's native module load. */
  electron: [
    'libnss3', 'libatk1.0-0|libatk1.0-0t64', 'libatk-bridge2.0-0|libatk-bridge2.0-0t64', 'libcups2|libcups2t64', 'libdrm2',
    'libgtk-3-0|libgtk-3-0t64', 'libgbm1', 'libasound2|libasound2t64', 'libxss1', 'libxtst6', 'libnotify4',
  ],
  /** What the assistant uses on any X11 desktop. */
  desktop: ['at-spi2-core', 'xclip', 'wmctrl', 'x11-utils', 'x11-xserver-utils', 'imagemagick'],
  /** A desktop where there is none. */
  bed: ['xvfb', 'openbox', 'dbus', 'dbus-x11', 'xauth', 'fonts-dejavu-core', 'fonts-noto-cjk'],
  /** The programs that the demonstration and the tests work in. */
  programs: ['xdotool', 'xterm', 'mousepad', 'libreoffice-calc', 'libreoffice-writer', 'libreoffice-impress', 'libreoffice-gtk3'],
  /** Programs that bundled skills start: run-python and browser. */
  skills: ['python3', 'chromium'],
  /** A desktop of several monitors, for tests. */
  monitors: ['xserver-xorg-core', 'xserver-xorg-video-dummy'],
  /** A window of Qt, for tests: 12 MB. */
  qt: ['python3-pyqt6'],
};

/** Packages that everything works without, only less well, by the program that tells they are there. */
const USEFUL = {
  /** Keeps the commands of the Bash tool apart from the rest of the machine. */
  bubblewrap: '/usr/bin/bwrap',
};

/** How long a failure to install them is remembered (milliseconds), so that it delays no further start. */
const PATIENCE = 24 * 60 * 60_000;
/** How long the attempt may take (milliseconds). */
const LONGEST_TRY = 180_000;

/** The system's, not the checkout's: two checkouts share one dpkg. */
const LOCK = '/var/lock/deskwright-setup.lock';

/** @typedef {keyof typeof GROUPS} Group */

/**
 * @param {string[]} wanted entries of GROUPS
 * @param {string} status lines of `dpkg-query -W -f='${Package} ${db:Status-Status}\n'`
 * @returns {string[]} the entries of which no name is installed
 */
export function missingPackages(wanted, status) {
  const installed = new Set(
    status.split('\n').map((line) => line.split(' ')).filter(([, state]) => state === 'installed').map(([name]) => name),
  );
  return wanted.filter((entry) => !entry.split('|').some((name) => installed.has(name)));
}

/**
 * @param {Group[]} groups
 * @throws {Error} with the one command to run, when one of their packages is missing and we are not root
 */
export async function checkSystem(groups) {
  const missing = await missingOf(groups);
  if (missing.length > 0 && process.getuid?.() !== 0) throw new Error(adviceFor(missing));
}

/**
 * Installs the groups' missing Debian packages; only root can.
 * @param {Group[]} groups
 * @param {(line: string) => void} log
 * @returns {Promise<string[]>} what is still missing: empty when all is there or the system has no dpkg
 */
export async function ensureSystem(groups, log) {
  if ((await missingOf(groups)).length === 0) return [];
  const wanted = groups.flatMap((group) => GROUPS[group]);
  return withLock(LOCK, () => install(wanted, log, { extra: Object.keys(USEFUL) }));
}

/** @param {Group[]} groups @returns {Promise<string[]>} entries of GROUPS */
async function missingOf(groups) {
  if (groups.length === 0 || process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return [];
  const wanted = groups.flatMap((group) => GROUPS[group]);
  return missingPackages(wanted, await statusOf(wanted));
}

/**
 * Installs what is useful and missing, when we are root. Never rejects: where it can't be had, a line says so, and
 * the attempt is not repeated for a day.
 * @param {(line: string) => void} log
 * @param {string} [folder] where the attempt is remembered
 * @returns {Promise<void>}
 */
export async function tryUseful(log, folder = cacheFolder()) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return;
  const missing = Object.entries(USEFUL).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
  const tried = join(folder, 'useful-packages-tried');
  if (missing.length === 0 || Date.now() - (statSync(tried, { throwIfNoEntry: false })?.mtimeMs ?? 0) < PATIENCE) return;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(tried, '');
    if (process.getuid?.() !== 0) return log(`Without ${missing.join(', ')} commands are not isolated. ${adviceFor(missing)}`);
    const patience = new Promise((_, reject) => {
      setTimeout(reject, LONGEST_TRY, new Error('it took too long')).unref();
    });
    await Promise.race([withLock(LOCK, () => install(missing, log, { patience: LONGEST_TRY, tries: 1 })), patience]);
  } catch (error) {
    log(`${missing.join(', ')} could not be installed, so commands will not be isolated: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`);
  }
}

/**
 * @param {string[]} wanted @param {(line: string) => void} log
 * @param {{ extra?: string[], patience?: number, tries?: number }} [options] `extra`: taken along where they are
 *   missing and can be had; the others are those of `apt`
 * @returns {Promise<string[]>} what of `wanted` is still missing
 */
async function install(wanted, log, { extra = [], ...limits } = {}) {
  // Another process may have installed them while we waited for the lock.
  const status = await statusOf([...wanted, ...extra]);
  const missing = missingPackages(wanted, status);
  if (missing.length === 0) return [];
  log(`Installing ${missing.length} system packages (a few minutes the first time)…`);
  // A source that does not answer now is no reason to do without what the others have: the install says what is missing.
  const refusal = await apt('Updating the list of system packages', ['update'], log, limits).catch((error) => error);
  const names = installable([...missing, ...missingPackages(extra, status)], await policyOf([...missing, ...extra]));
  if (names.length > 0) await apt('Installing system packages', ['install', '-y', '--no-install-recommends', ...names], log, limits);
  const left = missingPackages(wanted, await statusOf(wanted));
  if (left.length > 0 && refusal instanceof Error) log(refusal.message);
  return left;
}

/** @param {string[]} missing @returns {string} */
const adviceFor = (missing) =>
  `System packages are missing. Install them with:\n  sudo apt-get install --no-install-recommends ${missing.map((entry) => entry.split('|')[0]).join(' ')}`;

/** @param {string[]} wanted @returns {Promise<string>} */
async function statusOf(wanted) {
  const names = wanted.flatMap((entry) => entry.split('|'));
  const format = '${Package} ${db:Status-Status}\\n';
  // Names that dpkg has never heard of make it fail, but the others are listed all the same.
  return (await run('dpkg-query', ['-W', `-f=${format}`, ...names])).output;
}

/** @param {string[]} entries @returns {Promise<string>} what apt knows of them, in English */
async function policyOf(entries) {
  const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', LANGUAGE: '' };
  return (await run('apt-cache', ['policy', ...entries.flatMap((entry) => entry.split('|'))], { env })).output;
}

/**
 * @param {string[]} entries
 * @param {string} policy what `apt-cache policy` says of all their names, in English
 * @returns {string[]} of each entry the name that this release can install; those without one are left out, as a
 *   single unknown name would keep apt from installing any
 */
export function installable(entries, policy) {
  const available = new Set([...policy.matchAll(/^(\S+):\n {2}Installed: .*\n {2}Candidate: (?!\(none\))/gm)].map(([, name]) => name));
  return entries.flatMap((entry) => entry.split('|').find((name) => available.has(name)) ?? []);
}
