import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';

/** How long a failed download is remembered, and not tried again (milliseconds). */
const REMEMBERED = 24 * 60 * 60 * 1000;
/** How long the download's host may take to answer at all (milliseconds). */
const ANSWER = 5_000;
const DOWNLOAD = 15 * 60 * 1000;

const NAMES = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/** @returns {string} the version that package.json pins and that ships */
export const pinnedVersion = () => JSON.parse(readFileSync(inRoot('node_modules/electron/package.json'), 'utf8')).version;

/**
 * The Electron in a folder that has the layout of an official release.
 * @param {string} folder
 * @returns {import('./choose.mjs').Found | null}
 */
export function electronIn(folder) {
  const name = /** @type {Record<string, string>} */ (NAMES)[process.platform] ?? 'electron';
  const executable = join(folder, name);
  if (!existsSync(executable)) return null;
  const versionFile = join(folder, 'version');
  return { executable, version: existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') : 'of unknown version' };
}

/** @param {NodeJS.ProcessEnv} environment @returns {Promise<import('./choose.mjs').Found | null>} */
export async function overriddenElectron(environment) {
  const folder = environment.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return null;
  const found = electronIn(folder);
  if (!found) throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is ${folder}, but there is no Electron in it. Correct or unset it.`);
  return found;
}

/** @returns {Promise<import('./choose.mjs').Found | null>} the official binary, when it is already in node_modules */
export async function installedElectron() {
  const found = electronIn(inRoot('node_modules/electron/dist'));
  return found?.version === pinnedVersion() ? found : null;
}

/**
 * Downloads the official binary into node_modules.
 * @param {{ memory: string | null, log: (line: string) => void, now?: number, probe?: () => Promise<void>,
 *   install?: () => Promise<void>, version?: string }} options `memory`: the file that remembers a failure, null to try
 *   every time (where there is nothing to fall back on)
 * @returns {Promise<import('./choose.mjs').Found | null>}
 */
export async function downloadedElectron({ memory, log, now = Date.now(), probe = probeHost, install = runInstaller, version = pinnedVersion() }) {
  const failure = memory && recall(memory);
  if (failure && failure.version === version && now - failure.at < REMEMBERED) {
    const when = new Date(failure.at + REMEMBERED).toISOString().slice(0, 16).replace('T', ' ');
    throw new Error(`The official Electron ${version} could not be downloaded (${failure.reason}); it is tried again after ${when} UTC.`);
  }
  try {
    await probe();
    log(`Downloading Electron ${version} (about 120 MB)…`);
    await install();
    if (memory) rmSync(memory, { force: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (memory) {
      mkdirSync(dirname(memory), { recursive: true });
      writeFileSync(memory, JSON.stringify({ version, at: now, reason }));
    }
    throw new Error(`The official Electron ${version} could not be downloaded (${reason}).`, { cause: error });
  }
  return installedElectron();
}

/** @param {string} file @returns {{ version: string, at: number, reason: string } | null} */
function recall(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** In a closed network the download itself may hang; a host that answers anything at all is reachable. */
async function probeHost() {
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return;
  const host = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/electron/electron/releases/';
  try {
    await fetch(host, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(ANSWER) });
  } catch {
    throw new Error(`${new URL(host).host} does not answer`);
  }
}

async function runInstaller() {
  const { code, output } = await run(process.execPath, [inRoot('node_modules/electron/install.js')], { timeout: DOWNLOAD });
  if (code !== 0) throw new Error(output.trim().split('\n').find((line) => /error/i.test(line))?.trim() ?? 'the installer failed');
}
