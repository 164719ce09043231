import { createHash } from 'node:crypto';
import { createReadStream, type BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { absent, type Image } from './records';

/** Larger files are told apart by their identity on disk, not by their content, bytes. */
export const largestHashed = 512 * 1024 * 1024;

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * What stands at a path now; links are not followed. A file is named as `like` is, by its content or
 * by its identity, so that the two can be compared. Rejects only with what the system refuses (EACCES).
 */
export async function imageOf(path: string, like?: Image): Promise<Image> {
  const stats = await statOf(path);
  if (stats === null) return absent;
  if (stats.isSymbolicLink()) return { type: 'link', target: await readlink(path) };
  const mode = modeOf(stats);
  if (stats.isDirectory()) return { type: 'folder', mode };
  const byContent = stats.isFile() && stats.size <= BigInt(largestHashed) && !(like?.type === 'file' && isIdentity(like.hash));
  const hash = byContent ? await hashFile(path) : identityOf(stats);
  return { type: 'file', hash, size: Number(stats.size), mode };
}

/** `lstat` in full precision; null when nothing is there. */
export async function statOf(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}

/** Permission bits of a file. */
export function modeOf(stats: BigIntStats): number {
  return Number(stats.mode & 0o7777n);
}

/** Changes whenever a file is written, replaced or gets other permissions. */
export function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `stat:${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** Whether a hash is an identity on disk, not one of content. */
export function isIdentity(hash: string): boolean {
  return hash.startsWith('stat:');
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
