import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isSecretPath } from '../workspace-secrets';

/** Folders that hold much and no secrets. */
const skipped = new Set(['node_modules', '.git', '.cache', '.npm', 'site-packages', '__pycache__', '.rustup', '.nvm', '.gradle', '.m2']);

/** System files that only the administrator can read, and that no command needs. */
export const systemSecrets = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers', '/etc/sudoers.d', '/etc/ssl/private', '/etc/NetworkManager/system-connections', '/etc/krb5.keytab', '/etc/ssh/ssh_host_rsa_key', '/etc/ssh/ssh_host_ecdsa_key', '/etc/ssh/ssh_host_ed25519_key'];

/**
 * Real paths of the secrets (keys, passwords, cookies) below a folder, nearest first, so that the
 * cut falls on the deep ones. Looks at `most` entries, down to `deepest` levels.
 */
export async function secretsBelow(folder: string, home: string, { most, deepest }: { most: number; deepest: number }): Promise<string[]> {
  const found: string[] = [];
  let level = [folder];
  let seen = 0;
  for (let depth = 0; depth < deepest && level.length > 0 && seen < most; depth++) {
    const next: string[] = [];
    for (const current of level) {
      const entries: Dirent[] = await readdir(current, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (++seen > most) break;
        const path = join(current, entry.name);
        if (isSecretPath(path, home)) {
          const real = entry.isSymbolicLink() ? await realpath(path).catch(() => null) : path;
          if (real !== null) found.push(real);
        } else if (entry.isDirectory() && !skipped.has(entry.name)) next.push(path);
      }
    }
    level = next;
  }
  return found;
}
