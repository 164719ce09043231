import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { Trouble } from './trouble';

/** Where browsers of Chromium's family are installed, the plain one first. */
function candidates(environment: Record<string, string | undefined>): string[] {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].flatMap((name) => ['/Applications', `${environment['HOME'] ?? ''}/Applications`].map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`));
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);
    return ['Chromium\\Application\\chrome.exe', 'Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap((path) => roots.map((root) => join(root, path)));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'microsoft-edge'];
  return ['/usr/bin', '/usr/local/bin', '/snap/bin', '/run/current-system/sw/bin'].flatMap((folder) => names.map((name) => join(folder, name)));
}

/** The program of an installed browser. Throws a Trouble that says what to install. */
export function findChromium(environment: Record<string, string | undefined>): string {
  const found = candidates(environment).find(isExecutable);
  if (found !== undefined) return found;
  const advice = process.platform === 'linux' ? 'sudo apt-get install chromium' : 'Google Chrome or Microsoft Edge';
  throw new Trouble('UNSUPPORTED', 'No browser is installed that can be driven (Chromium, Chrome or Edge).', `Ask the person to install one: ${advice}.`);
}

export interface Launched {
  context: BrowserContext;
  /** What the person should know of how it runs. */
  notes: string[];
  /** Gives the profile free. */
  release(): void;
}

/** Starts a browser with a profile of ours and one way out. */
export async function launchChromium(options: { environment: Record<string, string | undefined>; data: string; name: string; proxy: string; visible: boolean }): Promise<Launched> {
  const { environment, visible } = options;
  const executablePath = findChromium(environment);
  if (visible && process.platform === 'linux' && !environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) {
    throw new Trouble('UNSUPPORTED', 'There is no display to show the browser on.', 'Open it without visible.');
  }
  // Chromium itself refuses its sandbox to the superuser.
  const isSuperuser = process.platform === 'linux' && process.getuid?.() === 0;
  const notes = isSuperuser ? ['Chromium runs without its own sandbox, because Deskwright runs as the superuser (root).'] : [];
  const profile = takeProfile(options.data, options.name);
  if (!profile.isUsual) notes.push('Another session uses the profile, so this one has a profile of its own without its sign-ins.');
  try {
    const context = await chromium.launchPersistentContext(profile.folder, {
      executablePath,
      headless: !visible,
      chromiumSandbox: !isSuperuser,
      proxy: { server: options.proxy },
      acceptDownloads: true,
      viewport: visible ? null : { width: 1280, height: 900 },
      serviceWorkers: 'block',
      timeout: 120_000,
      handleSIGHUP: false,
      args: ['--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--no-default-browser-check'],
    });
    return { context, notes, release: profile.release };
  } catch (error) {
    profile.release();
    const message = error instanceof Error ? error.message : String(error);
    if (/No usable sandbox|sandbox/i.test(message)) throw new Trouble('UNSUPPORTED', 'Chromium can’t make its sandbox here, and it is not run without.', 'Ask the person to install chromium-sandbox, or to allow user namespaces (sysctl kernel.unprivileged_userns_clone=1).');
    throw new Trouble('EXECUTION_ERROR', `Chromium did not start: ${message.split('\n')[0]}`, 'Look whether it starts by hand; then call again.');
  }
}

/** A folder that no other process of ours uses. */
function takeProfile(data: string, name: string): { folder: string; isUsual: boolean; release(): void } {
  for (let number = 0; ; number++) {
    const folder = join(data, 'profiles', number === 0 ? name : `${name}-${number}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = join(folder, 'deskwright.lock');
    if (existsSync(lock) && !isAlive(Number(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return { folder, isUsual: number === 0, release: () => rmSync(lock, { force: true }) };
    } catch (error) {
      if (number > 20) throw error;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
