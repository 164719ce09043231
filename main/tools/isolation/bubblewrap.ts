import { existsSync } from 'node:fs';
import type { Cage, Mount } from './cage';
import { infoPipe, waitPipe } from '../process-place';
import { rootWords } from './isolation';

/**
 * The words that start a program in a cage by bubblewrap: the whole disk read-only, then the cage's
 * mounts and, unless it may use ours, a network of its own. Process numbers stay the machine's, so
 * that `ps`, `kill` and a number written to a file mean what they say; what others keep in their
 * memory and environment can't be read across, because the rights for that are missing. With `alone`
 * they are a world of their own instead.
 */
export function bubblewrapWords(cage: Cage, directory: string, alone: readonly string[] = []): string[] {
  // What is to be hidden is secrets and sockets, which come and go. For one that went bubblewrap would make a place to hide:
  // an empty file in the workspace, elsewhere an error.
  const mounts = cage.mounts.filter((mount) => mount.kind !== 'hide' || existsSync(mount.path));
  return [
    ...['--info-fd', String(infoPipe), '--block-fd', String(waitPipe), '--ro-bind', '/', '/', '--dev', '/dev'],
    ...(alone.length > 0 ? alone : seesProcesses),
    ...(cage.fact.network ? [] : ['--unshare-net']),
    '--unshare-ipc',
    ...rootWords(),
    ...mounts.flatMap(wordsOf),
    // Only now: until here, places within them had to be made.
    ...mounts.flatMap((mount) => (mount.kind === 'hide' && mount.isFolder ? ['--remount-ro', mount.path] : [])),
    ...['--chdir', directory, '--'],
  ];
}

const seesProcesses = ['--ro-bind', '/proc', '/proc'];

/** Memory that programs share as files, and that no one counts as theirs, bytes. */
const sharedMemory = 64 * 1024 * 1024;

/**
 * Words for processes that end as a whole, at once, when the first of them or we do: nothing outruns
 * that, however fast it starts copies of itself. With `blind` they don't even see the others of the machine.
 */
export function aloneWords(blind: boolean): string[] {
  return ['--die-with-parent', '--new-session', '--unshare-pid', '--size', String(sharedMemory), '--tmpfs', '/dev/shm', ...(blind ? ['--proc', '/proc'] : seesProcesses)];
}

function wordsOf(mount: Mount): string[] {
  // What may be read in a home folder comes and goes: what went since it was listed is no reason to run nothing.
  if (mount.kind !== 'hide') return [mount.kind === 'read' ? '--ro-bind-try' : '--bind', mount.source, mount.path];
  // A device on a place without devices can't be opened by anybody, and git takes it for no change of the file's text.
  return mount.isFolder ? ['--tmpfs', mount.path] : ['--ro-bind', '/dev/null', mount.path];
}
