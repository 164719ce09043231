import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Folders in which programs keep keys, passwords and cookies. */
const folders = /^(\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.password-store|\.mozilla|\.thunderbird|\.electrum|\.bitcoin|\.ethereum|\.terraform\.d|\.docker|\.config|keyrings|kwalletd|keychains)$/i;
/** Files that hold keys and passwords by the conventions of the programs that read them. */
const names = /^(\.env|\.env\..+|.+\.env|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.git-credentials|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.htpasswd|\.dockercfg|\.vault-token|\.boto|\.s3cfg|\.msmtprc|\.fetchmailrc|\.smbcredentials|\.yarnrc\.yml|wallet\.dat|key[34]\.db|logins\.json|cookies\.sqlite|login data|application_default_credentials\.json|master\.key|secrets\.yml\.key|credentials|credentials\.toml|id_(rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk)(?!.*\.pub$).*|.+\.(pem|p12|pfx|jks|keystore|kdbx?|ppk|keychain|keychain-db|agekey)|(client_secret|service[-_]account).*\.json)$/i;
const harmless = /^\.?env\.(example|sample|template|dist|defaults|schema|md)$|\.env\.(example|sample|template|dist|defaults|schema|md)$/i;
/** Large, and without secrets of the person's. */
const skipped = new Set(['node_modules', '__pycache__', 'site-packages']);

export interface Hidden {
  files: string[];
  folders: string[];
  /** Folders of those that are hidden only because there was too much to look through. */
  unsearched: string[];
}

/**
 * What a program must not see of a folder: secrets by their names and, because they could hold some,
 * whatever lies below after `most` entries were looked at. Nearest first, so that the cut falls on deep folders.
 */
export function hiddenIn(root: string, most = 20_000): Hidden {
  const hidden: Hidden = { files: [], folders: [], unsearched: [] };
  let seen = 0;
  const queue = [root];
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    if (seen > most) {
      hidden.unsearched.push(folder);
      continue;
    }
    for (const entry of entriesOf(folder)) {
      seen++;
      const path = join(folder, entry.name);
      if (entry.isSocket() || entry.isFIFO() || entry.isBlockDevice() || entry.isCharacterDevice()) hidden.files.push(path);
      else if (entry.isDirectory()) {
        if (folders.test(entry.name)) hidden.folders.push(path);
        else if (!skipped.has(entry.name)) queue.push(path);
      } else if (entry.isFile() && names.test(entry.name) && !harmless.test(entry.name)) hidden.files.push(path);
    }
  }
  return hidden;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
