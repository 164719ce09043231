import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, numbers } from './host/platform/linux/connection';

/** A desktop of its own for one test file: X server, window manager, session bus. */
export interface TestBed {
  readonly display: string;
  /** Temporary folder, removed at the end; also HOME. */
  readonly folder: string;
  readonly environment: Record<string, string>;
  /**
   * Lets a program stand still, as a busy machine does, until the answer is called: the window manager where
   * none is named. Of a program with several processes only those whose command line holds `part`.
   */
  freeze(program?: ChildProcess, part?: string): Promise<() => void>;
  /** Starts a program on the desktop; it ends with the bed. */
  run(command: string, ...args: string[]): ChildProcess;
  /** Standard output of a program that ends by itself. */
  output(command: string, args: string[]): Promise<string>;
  /** Gives a program its standard input and waits until it ends (it may stay behind as a daemon, like xclip). */
  feed(command: string, args: string[], input: string): Promise<void>;
  stop(): Promise<void>;
}

const startMs = 60_000;

/** Starts a bed; `windowManager: false` leaves the X server bare. */
export async function startTestBed(options: { width?: number; height?: number; windowManager?: boolean } = {}): Promise<TestBed> {
  const { width = 1280, height = 800, windowManager = true } = options;
  const folder = mkdtempSync(join(tmpdir(), 'deskwright-bed-'));
  // What programs leave there when they are killed goes with the bed; nothing longer, as sockets are among it.
  const temporary = mkdtempSync('/tmp/deskwright-tmp-');
  const children: ChildProcess[] = [];
  const base: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', XDG_RUNTIME_DIR: folder, TMPDIR: temporary };
  const start = (command: string, args: string[], environment: Record<string, string>, stdio: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore']): ChildProcess => {
    const child = spawn(command, args, { env: environment, stdio, detached: true, cwd: folder });
    child.on('error', () => undefined);
    children.push(child);
    return child;
  };

  const server = start('Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-ac', '-noreset'], base, ['ignore', 'ignore', 'ignore', 'pipe']);
  const number = await firstLine(server, 3);
  const display = `:${number}`;
  const bus = start('dbus-daemon', ['--session', '--nofork', `--address=unix:path=${join(folder, 'bus')}`, '--print-address=1', '--nopidfile'], { ...base, DISPLAY: display }, ['ignore', 'pipe', 'ignore']);
  const environment = { ...base, DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, 1) };
  let manager: ChildProcess | undefined;
  if (windowManager) {
    manager = start('openbox', [], environment);
    const connection = await connect(display, startMs);
    await until(async () => (await numbers(connection, connection.root, '_NET_SUPPORTING_WM_CHECK')).length > 0, startMs);
    connection.client.terminate();
  }
  return {
    display,
    folder,
    environment,
    freeze: async (program = manager, part = '') => {
      const pids = (await output('pgrep', ['-g', String(program?.pid), '-f', part || '.'], environment)).split('\n').map(Number).filter((pid) => pid > 0);
      if (pids.length === 0) throw new Error(`no process ${part} to freeze`);
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
    },
    run: (command, ...args) => start(command, args, environment),
    output: (command, args) => output(command, args, environment),
    feed: (command, args, input) =>
      new Promise((resolve) => {
        const child = spawn(command, args, { env: environment, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
        children.push(child);
        child.on('exit', () => resolve());
        child.stdin?.end(input);
      }),
    stop: async () => {
      for (const child of children.reverse()) {
        if (child.pid !== undefined && child.exitCode === null) {
          signal(-child.pid, 'SIGKILL');
        }
      }
      await until(() => children.every((child) => child.exitCode !== null || child.signalCode !== null || child.pid === undefined), startMs);
      for (const place of [folder, temporary]) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** One that has ended meanwhile is none to worry about. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    return;
  }
}

/** No condition is given up sooner: a busy machine may stand still for seconds. */
const leastMs = 40_000;

/** Waits for a condition; rejects with what was awaited when it does not come true. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = leastMs, what = 'the condition'): Promise<void> {
  const deadline = Date.now() + Math.max(timeoutMs, leastMs);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come true within ${timeoutMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

function firstLine(child: ChildProcess, descriptor: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`${child.spawnfile} did not start`)), startMs);
    child.on('error', reject);
    const stream = child.stdio[descriptor];
    if (!stream) throw new Error(`${child.spawnfile} has no descriptor ${descriptor}`);
    stream.on('data', (data: Buffer) => {
      text += data.toString();
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(text.split('\n')[0] ?? '');
    });
  });
}

function output(command: string, args: string[], environment: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => parts.push(data));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
  });
}
