import { execFile } from 'node:child_process';
import { launchWords } from './bubblewrap';
import { environmentOf, inside, type Cage, type CagedRun } from './cage';
import { limits } from './limits';

/** Images that bring Python; one that is already there is used, none is fetched. */
const images = ['python:3-slim', 'python:3', 'python:3-alpine'];

/** The cage by Docker, where its service answers and an image is there; or why there is none. */
export async function findDocker(program = 'docker'): Promise<Cage | string> {
  const listed = await outputOf(program, ['image', 'ls', '--format', '{{.Repository}}:{{.Tag}}']);
  if (listed === null) return 'Docker is not installed or its service does not answer';
  const image = images.find((name) => listed.split('\n').includes(name));
  if (image === undefined) return `Docker has no image with Python (docker pull ${images[0]})`;
  return {
    kind: 'docker',
    ownsFiles: false,
    command: (run) => [program, ...dockerWords(run, image)],
    // The program that we start only talks to the service, which goes on without it.
    remove: (name) => void execFile(program, ['rm', '--force', name], () => undefined),
  };
}

/** Words after `docker`: no network, no rights, a disk that can't be written but for the output folder and /tmp. */
export function dockerWords(run: CagedRun, image: string): string[] {
  const { request, workspace, hidden } = run;
  const mount = (source: string, target: string, isReadOnly: boolean): string[] => ['--mount', `type=bind,${quoted('source', source)},${quoted('target', target)}${isReadOnly ? ',readonly' : ''}`];
  return [
    ...['run', '--rm', '--interactive', '--pull', 'never', '--name', run.name, '--network', 'none', '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--pids-limit', String(limits.processes), '--cpus', '1', '--oom-score-adj', '1000'],
    ...['--memory', String(run.allMemory), '--memory-swap', String(run.allMemory), '--user', `${process.getuid?.() ?? 65534}:${process.getgid?.() ?? 65534}`],
    ...['--tmpfs', `/tmp:rw,size=${limits.temporary}`, '--shm-size', String(limits.temporary), '--workdir', workspace],
    ...mount(workspace, workspace, true),
    ...mount(request.output, request.output, false),
    ...[...hidden.folders, ...hidden.unsearched].flatMap((folder) => ['--tmpfs', `${folder}:ro,size=4096`]),
    ...hidden.files.flatMap((file) => mount('/dev/null', file, true)),
    ...mount(run.launch, inside.launch, true),
    ...(run.code === null ? [] : mount(run.code, inside.code, true)),
    ...Object.entries(environmentOf(request)).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    // Ends also when nobody is there any more to remove it.
    ...['--entrypoint', 'timeout', image, '-s', 'KILL', String(request.seconds + 10), 'python3', ...launchWords(run, { processes: null, begun: null })],
  ];
}

/** A field of --mount, which is a line of comma-separated values. */
const quoted = (name: string, value: string): string => (/[",]/.test(value) ? `"${name}=${value.replace(/"/g, '""')}"` : `${name}=${value}`);

function outputOf(program: string, words: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: 60_000 }, (error, text) => resolve(error ? null : text));
  });
}
