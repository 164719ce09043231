import { openLinux } from './linux/linux';
import type { Platform } from './platform';

/** The desktop of this machine. Rejects with a sentence for people when there is none to drive. */
export function openPlatform(ownPids: number[], onLost: () => void): Promise<Platform> {
  return openLinux(ownPids, onLost);
}
