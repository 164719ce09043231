import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { planWrite, writeWhole } from '../write-whole';
import type { Blobs } from './blobs';
import { imageOf, isIdentity } from './image';
import { absent, sameContent, type Effect, type Image } from './records';

/** Why a path was left as it is. */
export type Reason = 'changed_since' | 'not_kept' | 'moved_elsewhere' | 'folder_in_use' | 'later_change' | 'maybe_yours' | 'failed';

/** What may be done at one path to go `from` one image `to` another. */
export type Verdict = { kind: 'go' } | { kind: 'done' } | { kind: 'left'; why: Reason; detail?: string };

/** One step of an undo (after → before) or a redo (before → after); with `target` the file moves there. */
export interface Step {
  path: string;
  from: Image;
  to: Image;
  target?: string;
}

export function stepOf({ path, before, after, from: source }: Effect, direction: 'undo' | 'redo'): Step {
  if (source !== undefined) {
    const [here, there] = direction === 'undo' ? [path, source] : [source, path];
    return { path: here, from: after, to: absent, target: there };
  }
  return direction === 'undo' ? { path, from: after, to: before } : { path, from: before, to: after };
}

/**
 * Looks, without any effect, whether a step may be taken: only from exactly what the change left
 * there. `assumed` holds what earlier steps of a mere look would have left.
 */
export async function judge(step: Step, blobs: Blobs, assumed?: ReadonlyMap<string, Image>): Promise<Verdict> {
  const { path, from, to, target } = step;
  const imageAt = async (place: string): Promise<Image> => assumed?.get(place) ?? imageOf(place, from);
  try {
    const now = await imageAt(path);
    if (target !== undefined) {
      const there = await imageAt(target);
      if (now.type === 'absent' && sameContent(there, from)) return { kind: 'done' };
      if (!sameContent(now, from) || there.type !== 'absent') return { kind: 'left', why: 'changed_since' };
      return (await strayed(target)) ?? (await strayed(path)) ?? { kind: 'go' };
    }
    if (sameContent(now, to) && !sameContent(now, from)) return { kind: 'done' };
    if (!sameContent(now, from)) return { kind: 'left', why: 'changed_since' };
    if (to.type === 'file' && !(await blobs.has(to.hash))) return { kind: 'left', why: 'not_kept' };
    if (!assumed && from.type === 'folder' && to.type !== 'folder' && (await readdir(path)).length > 0) return { kind: 'left', why: 'folder_in_use' };
    return (await strayed(path)) ?? { kind: 'go' };
  } catch (error) {
    return { kind: 'left', why: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** A folder on the way may have become a link since: then a step would write somewhere else. */
async function strayed(path: string): Promise<Verdict | null> {
  const folder = dirname(path);
  const real = await realpath(folder).catch(() => null);
  if (real !== null) return real === folder ? null : { kind: 'left', why: 'moved_elsewhere', detail: real };
  return dirname(folder) === folder ? null : strayed(folder);
}

/**
 * Takes one step, whole or not at all. The content that goes away is kept first where it fits, so
 * that the step can be taken back. Throws what the system throws; the path is then as it was.
 */
export async function take({ path, from, to, target }: Step, blobs: Blobs, largestKept: number): Promise<void> {
  if (target !== undefined) {
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
    return;
  }
  if (from.type === 'file' && from.size <= largestKept && !isIdentity(from.hash)) await blobs.keepFile(path, from.hash);
  if (from.type === 'folder' && to.type !== 'folder') await rmdir(path);
  switch (to.type) {
    case 'absent':
      if (from.type !== 'folder') await rm(path);
      return;
    case 'folder':
      if (from.type !== 'absent' && from.type !== 'folder') await rm(path);
      await mkdir(path, { recursive: true, mode: to.mode });
      return;
    case 'link':
      return putLink(path, to.target);
    case 'file': {
      const bytes = await blobs.read(to.hash);
      if (bytes === null) throw new Error('The content is no longer kept.');
      // A link is replaced itself; what it points to is not ours.
      const plan = from.type === 'file' ? await planWrite(path) : { path, temporary: temporaryFor(path) };
      await writeWhole(plan, bytes, { mode: await modeFor(path, from, to) });
    }
  }
}

/** A mode that the person changed since stays, unless the change itself had set it. */
async function modeFor(path: string, from: Image, to: Extract<Image, { type: 'file' }>): Promise<number> {
  if (from.type !== 'file' || from.mode !== to.mode) return to.mode;
  return (await lstat(path)).mode & 0o7777;
}

async function putLink(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = temporaryFor(path);
  try {
    await symlink(target, temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function temporaryFor(path: string): string {
  return join(dirname(path), `.deskwright.${randomBytes(6).toString('hex')}.tmp`);
}
