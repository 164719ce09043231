import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { must } from '../lib/process.mjs';

/** @typedef {{ name: string, uid: number, gid: number, home: string }} User */

/** The system user whose only job is to run what must not run as root. */
const NAME = 'deskwright-test';

/**
 * The ordinary user to run Electron as when we are root: Chromium's sandbox refuses to work for root.
 * Made at the first call.
 * @returns {Promise<User | null>} null when we are an ordinary user already
 */
export async function ordinaryUser() {
  if (process.getuid?.() !== 0) return null;
  const known = findUser(NAME, readFileSync('/etc/passwd', 'utf8'));
  if (known) return known;
  const home = `/var/lib/${NAME}`;
  await must(`Making the user ${NAME}`, 'useradd', ['--system', '--user-group', '--create-home', '--home-dir', home, '--shell', '/usr/sbin/nologin', NAME]);
  const made = findUser(NAME, readFileSync('/etc/passwd', 'utf8'));
  if (!made) throw new Error(`useradd made the user ${NAME}, but /etc/passwd does not name it.`);
  return made;
}

/** @param {string} name @param {string} passwd the text of /etc/passwd @returns {User | null} */
export function findUser(name, passwd) {
  const fields = passwd.split('\n').map((line) => line.split(':')).find(([first]) => first === name);
  return fields ? { name, uid: Number(fields[2]), gid: Number(fields[3]), home: fields[5] ?? '/' } : null;
}

/**
 * Whether the user can read a file or list a folder, by the modes of it and of every folder above it.
 * @param {string} path
 * @param {User} user
 * @returns {boolean}
 */
export function canRead(path, user) {
  const absolute = resolve(path);
  if (!allows(absolute, user, statSync(absolute).isDirectory() ? 5 : 4)) return false;
  for (let folder = dirname(absolute); ; folder = dirname(folder)) {
    if (!allows(folder, user, 1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** @param {string} path @param {User} user @param {number} bits of read 4, write 2, execute 1 @returns {boolean} */
function allows(path, user, bits) {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}
