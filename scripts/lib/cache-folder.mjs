import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where downloads that outlive the checkout are kept. Root's goes to /var/cache: an ordinary user must be able to
 * run Electron from it, and /root is closed to them.
 * @param {{ environment?: NodeJS.ProcessEnv, platform?: NodeJS.Platform, root?: boolean }} [machine]
 * @returns {string}
 */
export function cacheFolder({ environment = process.env, platform = process.platform, root = process.getuid?.() === 0 } = {}) {
  if (environment.XDG_CACHE_HOME) return join(environment.XDG_CACHE_HOME, 'deskwright');
  if (platform === 'win32') return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Deskwright', 'Cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'deskwright');
  return root ? '/var/cache/deskwright' : join(homedir(), '.cache', 'deskwright');
}
