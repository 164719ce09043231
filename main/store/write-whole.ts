import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** How a file is about to be written; made before, so that a journal can note it first. */
export interface WritePlan {
  /** Real path (links followed). */
  path: string;
  /** Where the new content is prepared; null when the file is written in place. */
  temporary: string | null;
}

/** What stood at a path changed while its new content was being prepared, which was then thrown away. */
export class ChangedMeanwhile extends Error {
  readonly code = 'ECHANGED';

  constructor(path: string) {
    super(`${path} was changed by someone else at this very moment. Nothing was written.`);
    this.name = 'ChangedMeanwhile';
  }
}

/** A file with several hard links, or an owner that we can't give it again, is written in place: a rename would part the links, or make it ours. */
export async function planWrite(path: string): Promise<WritePlan> {
  const before = await stat(path).catch(() => null);
  if (before && (before.nlink > 1 || !mayOwn(before))) return { path, temporary: null };
  return { path, temporary: join(dirname(path), `.${cut(basename(path))}.${randomBytes(6).toString('hex')}.tmp`) };
}

/**
 * Replaces a file's content as a whole: whoever reads it, and whatever crashes, sees the old bytes
 * or the new ones (in place, the journal mends it). `mode` is what the file gets; without it the
 * present one stays, and a new file gets the usual one; its owner stays. `expected` is what must stand there still when the
 * new content takes its place, null for nothing. Throws what the system throws, or ChangedMeanwhile; the old file
 * is then intact and nothing is left beside it.
 */
export async function writeWhole(plan: WritePlan, bytes: Uint8Array, { mode, expected }: { mode?: number; expected?: Buffer | null } = {}): Promise<void> {
  const { path, temporary } = plan;
  if (temporary === null) {
    await requireStill(path, expected);
    return writeInPlace(path, bytes, mode);
  }
  const before = await stat(path).catch(() => null);
  await mkdir(dirname(path), { recursive: true });
  const wanted = mode ?? (before ? before.mode & 0o7777 : undefined);
  try {
    const file = await open(temporary, 'wx', wanted ?? 0o666);
    try {
      await file.writeFile(bytes);
      if (before && !isOwnedAlike(before, await file.stat())) await chown(temporary, before.uid, before.gid).catch(() => undefined);
      // The mask of the process, and a new owner, may have taken bits that the old file had.
      if (wanted !== undefined) await chmod(temporary, wanted);
      await file.sync();
    } finally {
      await file.close();
    }
    await requireStill(path, expected);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder last through a loss of power, where the system can do that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The last look before the exchange: an editor may have saved since the file was read, or put a link in its place. */
async function requireStill(path: string, expected: Buffer | null | undefined): Promise<void> {
  if (expected === undefined) return;
  const stats = await lstat(path).catch(() => null);
  if (expected === null ? stats === null : stats?.isFile() === true && stats.size === expected.length && expected.equals(await readFile(path))) return;
  throw new ChangedMeanwhile(path);
}

type Owner = Pick<Stats, 'uid' | 'gid'>;

const isOwnedAlike = (one: Owner, other: Owner): boolean => one.uid === other.uid && one.gid === other.gid;

/** Whether a file that we make can be given this owner; where there are none, always. */
function mayOwn({ uid, gid }: Owner): boolean {
  const own = process.geteuid?.();
  if (own === undefined || own === 0) return true;
  return uid === own && (gid === process.getegid?.() || process.getgroups?.().includes(gid) === true);
}

/** What is new at the end goes first: it alone can meet a full disk, and then the old file is whole again. */
async function writeInPlace(path: string, bytes: Uint8Array, mode?: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    try {
      await writeAt(file, bytes.subarray(size), size);
    } catch (error) {
      await file.truncate(size);
      throw error;
    }
    await writeAt(file, bytes.subarray(0, size), 0);
    await file.truncate(bytes.length);
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** Names are at most 255 bytes long; the random part needs some of them. */
function cut(name: string): string {
  let short = name.slice(0, 100);
  while (Buffer.byteLength(short) > 200) short = short.slice(0, -1);
  return short;
}
