import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { notePlace } from './process-trail';

/** Where what isolates says which place it made, and where it waits for us; its words must name both. */
export const infoPipe = 8;
export const waitPipe = 7;

/** All pipes of a process; the types know five only. There are none where the system has no more files for us: the error follows. */
export const pipesOf = (child: ChildProcess): (Readable | Writable | null | undefined)[] => (child.stdio as ChildProcess['stdio'] | undefined) ?? [];

/** What a process is started with from its fourth descriptor on, up to those two. */
export const placePipes = (isolated: boolean): ('pipe' | 'ignore')[] => ['ignore', 'ignore', 'ignore', 'ignore', isolated ? 'pipe' : 'ignore', isolated ? 'pipe' : 'ignore'];

/**
 * Lets what was started in isolation begin once its place is known. Without that it could have ended before we
 * heard of it, however busy we are, and the number of its place have gone to another program's, which would be
 * swept in its stead. `onPlace`: there is a place, so what isolates did not fail.
 */
export function admit(child: ChildProcess, pid: number, onPlace: () => void = () => undefined): void {
  const pipes = pipesOf(child);
  const info = pipes[infoPipe] as Readable | null | undefined;
  const wait = pipes[waitPipe] as Writable | null | undefined;
  let said = '';
  info?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (!said.includes('mnt-namespace')) return;
    notePlace(pid, said);
    onPlace();
    wait?.end();
  });
  // One that says nothing of its place is not kept waiting.
  info?.once('end', () => wait?.end());
  wait?.on('error', () => undefined);
}
