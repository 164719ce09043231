import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The command that runs the app.
 * @param {{ executable: string, folder: string, words?: string[], virtual?: boolean, asRoot?: boolean }} options `folder`: the
 *   app's; `virtual`: on a virtual desktop, which has no graphics card; `asRoot`: the process will be root's
 * @returns {{ command: string, words: string[], notice: string | null }} `notice` says, when Chromium's sandbox has to
 *   be off, why and what to do
 */
export function electronCommand({ executable, folder, words = [], virtual = false, asRoot = process.getuid?.() === 0 }) {
  const obstacle = sandboxObstacle(executable, asRoot);
  return {
    command: executable,
    words: [...(obstacle ? ['--no-sandbox'] : []), ...(virtual ? ['--disable-gpu'] : []), folder, ...words],
    notice: obstacle && `Chromium's sandbox is off (--no-sandbox): ${obstacle}`,
  };
}

/**
 * @param {string} executable @param {boolean} asRoot
 * @returns {string | null} why Chromium's sandbox can't work here
 */
function sandboxObstacle(executable, asRoot) {
  if (process.platform !== 'linux') return null;
  if (asRoot) return 'it does not work for root. Start Deskwright as an ordinary user to have it.';
  if (isSetuidRoot(join(dirname(executable), 'chrome-sandbox'))) return null;
  const forbidden =
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/user/max_user_namespaces') === '0';
  return forbidden ? 'this system forbids user namespaces to ordinary programs. An installed Deskwright package has its sandbox.' : null;
}

/** @param {string} file @returns {string | null} */
const setting = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);

/** @param {string} file @returns {boolean} */
function isSetuidRoot(file) {
  if (!existsSync(file)) return false;
  const { uid, mode } = statSync(file);
  return uid === 0 && (mode & 0o4000) !== 0;
}
