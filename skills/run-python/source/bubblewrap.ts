import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { begunAt, environmentOf, inside, type Cage, type CagedRun } from './cage';
import { limits } from './limits';

/** Only places that an ordinary account can't write to: what isolates must not be exchanged. */
const programs = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];
const pythons = ['/usr/bin/python3', '/usr/local/bin/python3', '/run/current-system/sw/bin/python3'];

/** What a user number stands for when we are the superuser, who is excepted from the limit of processes: nobody's. */
const strangers = 0x60000000;

/** A busy machine may take this long over a trial, milliseconds. */
const trialTime = 60_000;

let known: Cage | null = null;

/** The cage by bubblewrap, tried out once; or why there is none. */
export async function findBubblewrap(): Promise<Cage | string> {
  if (known) return known;
  const found = await tryBubblewrap();
  if (typeof found !== 'string') known = found;
  return found;
}

async function tryBubblewrap(): Promise<Cage | string> {
  const program = programs.find(isExecutable);
  if (program === undefined) return 'bubblewrap is not installed (sudo apt-get install bubblewrap)';
  const python = pythons.find(isExecutable);
  if (python === undefined) return 'Python 3 is not installed (sudo apt-get install python3)';
  const help = await outputOf(program, ['--help']);
  if (help.text === '') return `bubblewrap does not answer (${help.error})`;
  if (!help.text.includes('--size')) return 'bubblewrap is too old: 0.6 or newer is needed';
  const cage = cageBy(program, python, help.text.includes('--disable-userns'));
  const trial = await outputOf(program, [...cage.base, '--', ...cage.become, python, '-I', '-c', 'print("ready")']);
  return trial.text.trim() === 'ready' ? cage : `this system refuses bubblewrap (${trial.error.trim().split('\n').at(-1) ?? ''})`;
}

interface BubblewrapCage extends Cage {
  base: string[];
  become: string[];
}

function cageBy(program: string, python: string, canDisableNamespaces: boolean): BubblewrapCage {
  const isSuperuser = process.getuid?.() === 0 && isFirstNamespace();
  const base = baseWords(isSuperuser, canDisableNamespaces);
  // Right of the superuser to files that others may not read; nothing else of his is kept.
  const rights = '-all,+dac_override';
  const user = strangers + (process.pid % 0x10000);
  const become = isSuperuser
    ? ['setpriv', '--reuid', String(user), '--regid', String(user), '--clear-groups', '--no-new-privs', `--inh-caps=${rights}`, `--ambient-caps=${rights}`, `--bounding-set=${rights}`]
    : [];
  return {
    kind: 'bubblewrap',
    ownsFiles: isSuperuser,
    base,
    become,
    command: (run) => [program, ...base, ...placeWords(run), '--', ...become, python, ...launchWords(run, { processes: limits.processes, begun: begunAt })],
  };
}

function baseWords(isSuperuser: boolean, canDisableNamespaces: boolean): string[] {
  return [
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent', '--new-session'],
    ...(isSuperuser ? ['SETUID', 'SETGID', 'SETPCAP', 'DAC_OVERRIDE'].flatMap((right) => ['--cap-add', `CAP_${right}`]) : ['--unshare-user', ...(canDisableNamespaces ? ['--disable-userns'] : [])]),
    ...['--clearenv', '--setenv', 'PATH', '/usr/local/bin:/usr/bin:/bin', '--ro-bind', '/usr', '/usr'],
    ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/run/current-system'].flatMap(systemWords),
    // What programs look up: libraries, alternatives, time zone, fonts, types; nothing of accounts or services.
    ...['ld.so.cache', 'alternatives', 'localtime', 'timezone', 'fonts', 'mime.types', 'python3', 'python3.11', 'matplotlibrc'].flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(limits.temporary), '--tmpfs', '/dev/shm', '--size', String(limits.temporary), '--tmpfs', '/tmp'],
  ];
}

function systemWords(path: string): string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

/** The workspace at its own path, read-only, the output folder, and holes where secrets are; then no place more can be made. */
function placeWords({ request, workspace, hidden, launch, code }: CagedRun): string[] {
  const covered = hidden.folders.concat(hidden.unsearched);
  return [
    ...['--ro-bind', workspace, workspace, '--bind', request.output, request.output],
    ...covered.flatMap((folder) => ['--tmpfs', folder, '--remount-ro', folder]),
    ...hidden.files.flatMap((file) => ['--ro-bind', '/dev/null', file]),
    ...['--ro-bind', launch, inside.launch, ...(code === null ? [] : ['--ro-bind', code, inside.code])],
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...Object.entries(environmentOf(request)).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', workspace],
  ];
}

/** Words after the name of the Python program. `processes`: null where the cage itself counts them; `begun`: null where no descriptor of ours comes in. */
export function launchWords({ request }: Pick<CagedRun, 'request'>, { processes, begun }: { processes: number | null; begun: number | null }): string[] {
  const words = { cpu: request.seconds, memory: limits.memory, file: limits.file, processes, begun };
  return ['-I', '-B', '-u', '-X', 'utf8', inside.launch, JSON.stringify(words), request.file ?? inside.code, ...request.arguments];
}

/** Whether user 0 here is the machine's superuser: in a container with numbers of its own he is not. */
function isFirstNamespace(): boolean {
  try {
    return /^\s*0\s+0\s/.test(readFileSync('/proc/self/uid_map', 'utf8'));
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function outputOf(program: string, words: string[]): Promise<{ text: string; error: string }> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: trialTime, env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }, (failure, text, error) => {
      resolve({ text, error: failure?.killed ? `no answer within ${trialTime / 1000} seconds` : error || (failure?.message ?? '') });
    });
  });
}
