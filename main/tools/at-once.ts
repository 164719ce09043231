import { lstatSync, readFileSync, statfsSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * File systems whose files are on this machine, by the numbers that statfs(2) names: ext2 to ext4, XFS, Btrfs, F2FS, ZFS,
 * tmpfs, overlay.
 */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630]);
/** What was found of a folder counts so long, milliseconds: something may be mounted in it. */
const COUNTS_MS = 5_000;

const found = new Map<string, { at: number; device: number | null }>();

/**
 * Whether the system answers at once what it is asked about a path below `root`, a real path. Asking then takes a
 * hundredth of the time that it takes to have a thread ask. Everywhere else the process must not wait for the answer: a
 * disk of the network, or a program behind a mounted folder, may never give it, and a stop has to end every wait. So no
 * for links, for what is not there, for what lies elsewhere, and on systems that don't tell.
 */
export function answersAtOnce(root: string, path: string): boolean {
  if (!path.startsWith(root + sep)) return false;
  const device = localDevice(root);
  if (device === null) return false;
  let current = root;
  for (const name of path.slice(root.length + 1).split(sep)) {
    if (name === '..') return false;
    current = join(current, name);
    const stats = lstatSync(current, { throwIfNoEntry: false });
    if (!stats || stats.dev !== device || stats.isSymbolicLink()) return false;
  }
  return true;
}

/** The device of a folder on a disk of this machine in which nothing is mounted; null for any other. */
function localDevice(root: string): number | null {
  const now = Date.now();
  const known = found.get(root);
  if (known && now - known.at < COUNTS_MS && now >= known.at) return known.device;
  const device = look(root);
  found.set(root, { at: now, device });
  return device;
}

function look(root: string): number | null {
  if (process.platform !== 'linux') return null;
  try {
    // The fifth field is where it is mounted, with octal numbers for characters such as a blank.
    const places = readFileSync('/proc/self/mountinfo', 'utf8').split('\n').map((line) => (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8))));
    if (places.some((place) => place.startsWith(root + sep))) return null;
    return LOCAL.has(statfsSync(root).type) ? lstatSync(root).dev : null;
  } catch {
    return null;
  }
}
