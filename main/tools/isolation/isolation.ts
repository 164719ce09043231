import { accessSync, constants } from 'node:fs';
import type { IsolationCause } from '../tool';
import { tryProgram } from './trial';

/** How commands are kept apart from the rest of the machine. */
export type IsolationKind = 'bubblewrap' | 'none';

export interface Isolation {
  kind: IsolationKind;
  /** The program that makes it, "" for none. */
  program: string;
  /** Why there is none. */
  cause?: IsolationCause;
  detail?: string;
}

/** Only places that an ordinary account can't write to: what isolates must not be exchanged. */
const places = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

let known: Promise<Isolation> | null = null;

/**
 * What this machine offers, tried out once: an installed bubblewrap may still be refused by the
 * kernel or a container. `DESKWRIGHT_ISOLATION=none` in our own environment turns it off.
 */
export function findIsolation(environment: NodeJS.ProcessEnv = process.env): Promise<Isolation> {
  if (environment['DESKWRIGHT_ISOLATION'] === 'none') return Promise.resolve(without('off'));
  known ??= probe().then(({ busy, ...isolation }) => {
    if (busy) known = null;
    return isolation;
  });
  return known;
}

function without(cause: IsolationCause, detail = ''): Isolation {
  return { kind: 'none', program: '', cause, detail };
}

/** Makes an isolated place as commands get it, and looks whether it holds. `busy`: it may do so another time. */
export async function probe(among: readonly string[] = places): Promise<Isolation & { busy?: true }> {
  if (process.platform !== 'linux') return without('platform', process.platform);
  const program = among.find(isExecutable);
  if (program === undefined) return without('missing');
  const words = ['--ro-bind', '/', '/', '--dev', '/dev', '--ro-bind', '/proc', '/proc', '--tmpfs', '/tmp', '--unshare-net', '--unshare-ipc', ...rootWords()];
  const check = 'touch /usr/.deskwright 2>/dev/null && exit 9; [ "$(tail -n +3 /proc/net/dev | grep -vc "^ *lo:")" = 0 ] || exit 8; [ -r /proc/self/status ]';
  const trial = await tryProgram(program, [...words, 'sh', '-c', check]);
  if (trial.kind === 'works') return { kind: 'bubblewrap', program };
  return { ...without('refused', trial.said), ...(trial.kind === 'busy' ? { busy: true } : {}) };
}

/**
 * As the administrator no user namespace is needed, but its rights would undo the isolation: only
 * those that concern files stay.
 */
export function rootWords(): string[] {
  if (process.getuid?.() !== 0) return [];
  return ['--cap-drop', 'ALL', ...['CAP_DAC_OVERRIDE', 'CAP_CHOWN', 'CAP_FOWNER', 'CAP_FSETID'].flatMap((right) => ['--cap-add', right])];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
