import { readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import path from 'node:path';

export interface Disk {
  /** Where it is mounted. */
  path: string;
  total_bytes: number;
  /** What this person may still write. */
  available_bytes: number;
  /** As df counts it: what is reserved for the system counts as neither. */
  used_percent: number;
}

interface Size {
  bsize: number;
  blocks: number;
  bfree: number;
  bavail: number;
}

/** File systems that hold people's files. Images that are full by nature (squashfs, iso9660) and memory are none. */
const HELD = new Set(['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'zfs', 'f2fs', 'bcachefs', 'overlay', 'vfat', 'exfat', 'ntfs', 'ntfs3', 'fuseblk', 'nfs', 'nfs4', 'cifs', '9p', 'virtiofs']);
/** A network disk whose server is gone answers never, milliseconds. */
const PATIENCE = 3000;

/** The disks that can be written to, the fullest first. One that doesn't answer is left out. */
export async function disksNow(places = mountedPlaces(), sizeOf: (place: string) => Promise<Size> = (place) => statfs(place)): Promise<Disk[]> {
  const disks = await Promise.all(places.map((place) => withPatience(sizeOf(place).then((size) => diskOf(place, size)))));
  return disks.filter((disk): disk is Disk => disk !== null).sort((a, b) => b.used_percent - a.used_percent || a.path.localeCompare(b.path));
}

function diskOf(place: string, { bsize, blocks, bfree, bavail }: Size): Disk | null {
  const used = blocks - bfree;
  if (blocks <= 0 || used + bavail <= 0) return null;
  return { path: place, total_bytes: blocks * bsize, available_bytes: bavail * bsize, used_percent: Math.ceil((used / (used + bavail)) * 100) };
}

/** Where disks are mounted, each once; the shortest path of one that is mounted several times. */
export function mountedPlaces(mounts = readMounts()): string[] {
  if (mounts === null) return platform() === 'win32' ? [path.parse(homedir()).root] : ['/'];
  const byDevice = new Map<string, string>();
  for (const line of mounts.split('\n')) {
    const [device = '', written = '', type = '', options = ''] = line.split(' ');
    const place = written.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
    if (!HELD.has(type) || options.split(',').includes('ro') || !isFolder(place)) continue;
    // Overlays all name themselves so, though each is a disk of its own.
    const key = device === type ? `${device} ${place}` : device;
    const known = byDevice.get(key);
    if (known === undefined || place.length < known.length) byDevice.set(key, place);
  }
  return [...byDevice.values()];
}

function readMounts(): string | null {
  try {
    return readFileSync('/proc/self/mounts', 'utf8');
  } catch {
    return null;
  }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

async function withPatience<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
