import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../lib/cache-folder.mjs';
import { withLock } from '../lib/lock.mjs';
import { must, run } from '../lib/process.mjs';

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
 * Installs the groups' missing Debian packages when we are root.
 * @param {Group[]} groups
 * @param {(line: string) => void} log
 * @returns {Promise<string[]>} what is still missing: empty when all is there or the system has no dpkg
 * @throws {Error} with the one command to run, when something is missing and we are not root
 */
export async function ensureSystem(groups, log) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return [];
  const wanted = groups.flatMap((group) => GROUPS[group]);
  const missing = missingPackages(wanted, await statusOf(wanted));
  if (missing.length === 0) return [];
  if (process.getuid?.() !== 0) throw new Error(adviceFor(missing));
  return withLock(LOCK, () => install(wanted, log));
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
    await Promise.race([withLock(LOCK, () => install(missing, log)), patience]);
  } catch (error) {
    log(`${missing.join(', ')} could not be installed, so commands will not be isolated: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`);
  }
}

/** @param {string[]} wanted @param {(line: string) => void} log @returns {Promise<string[]>} what is still missing */
async function install(wanted, log) {
  // Another process may have installed them while we waited for the lock.
  const missing = missingPackages(wanted, await statusOf(wanted));
  if (missing.length === 0) return [];
  log(`Installing ${missing.length} system packages (a few minutes the first time)…`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const patient = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0', '-q'];
  await must('Updating the list of system packages', 'apt-get', [...patient, 'update'], options);
  const names = await chooseNames(missing);
  await must('Installing system packages', 'apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...names], options);
  return missingPackages(wanted, await statusOf(wanted));
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

/** @param {string[]} entries @returns {Promise<string[]>} of each entry the name that this release can install */
async function chooseNames(entries) {
  const { output } = await run('apt-cache', ['policy', ...entries.flatMap((entry) => entry.split('|'))], {
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  });
  const available = new Set([...output.matchAll(/^(\S+):\n {2}Installed: .*\n {2}Candidate: (?!\(none\))/gm)].map(([, name]) => name));
  return entries.map((entry) => entry.split('|').find((name) => available.has(name)) ?? /** @type {string} */ (entry.split('|')[0]));
}
