import { openLinux } from './linux/linux';
import { openNut } from './nut/nut';
import type { Platform } from './platform';

/** The desktop of this machine. Rejects with a sentence for people when there is none to drive. */
export function openPlatform(ownPids: number[], onLost: () => void): Promise<Platform> {
  if (process.platform === 'win32') return openNut('windows');
  if (process.platform === 'darwin') return openNut('macos');
  return openLinux(ownPids, onLost);
}
