import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { begunAt, type Cage, type CagedRun } from './cage';
import { limits, type Limit } from './limits';
import { sizeOf, snapshotOf } from './made-files';
import { usageBelow } from './watch-processes';

/** How a program ended. */
export interface CagedEnd {
  /** As a shell would say it: 128 and the signal's number when a signal ended it. */
  code: number;
  /** The limit that made us end it; null when it ended by itself. */
  stopped: Limit | null;
  output: string;
  errors: string;
  /** Characters of both that were dropped. */
  dropped: number;
  /** Wall time. */
  seconds: number;
}

/** What the cage and Python themselves may take to start, milliseconds: on a busy machine they must not use up the program's own time. */
const startTime = 60_000;
/** How often usage is looked at, milliseconds. */
const interval = 250;
/** Looks between two looks at the output folder. */
const looksAFolder = 4;
/** Looks at a program that stays at the limit of processes before it is ended: a moment is no fault, a bomb goes on. */
const patientLooks = 12;

/** Starts a request in its cage and waits for its end. Rejects when the cage's own program can't be started. */
export async function runCaged(cage: Cage, run: CagedRun): Promise<CagedEnd> {
  const began = Date.now();
  const [program = '', ...words] = cage.command(run);
  // Lower than the person's own programs; the environment is made anew inside.
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' } });
  const output = collect(child.stdout);
  const errors = collect(child.stderr);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.request.input);
  let stopped: Limit | null = null;
  const stop = (limit: Limit): void => {
    stopped ??= limit;
    child.kill('SIGKILL');
    cage.remove?.(run.name);
  };
  const stopAfter = (milliseconds: number, limit: Limit): NodeJS.Timeout => setTimeout(() => stop(limit), milliseconds);
  // Docker tells nothing of the beginning.
  let timer = cage.kind === 'bubblewrap' ? stopAfter(startTime, 'start') : stopAfter(run.request.seconds * 1000, 'time');
  const beginning = (child.stdio as (Readable | Writable | null | undefined)[])[begunAt];
  beginning?.on('error', () => undefined);
  beginning?.once('data', () => {
    clearTimeout(timer);
    timer = stopAfter(run.request.seconds * 1000, 'time');
  });
  const watch = watchUsage(cage, run, child, stop);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exit, signal) => resolve(exit ?? (signal === 'SIGKILL' ? 137 : 128)));
    });
    return { code, stopped, output: output.text(), errors: errors.text(), dropped: output.dropped() + errors.dropped(), seconds: (Date.now() - began) / 1000 };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

/** Ends a program whose processes together take too much; what one process may take, the system enforces itself. */
function watchUsage(cage: Cage, { request, allMemory }: CagedRun, child: ChildProcess, stop: (limit: Limit) => void): NodeJS.Timeout {
  const before = sizeOf(snapshotOf(request.output));
  let full = 0;
  let looks = 0;
  return setInterval(() => {
    if (++looks % looksAFolder === 0 && sizeOf(snapshotOf(request.output)) - before > limits.allFiles) return stop('files');
    if (cage.kind !== 'bubblewrap' || child.pid === undefined) return;
    const usage = usageBelow(child.pid, allMemory);
    if (usage.memory > allMemory) return stop('memory');
    full = usage.count >= limits.processes ? full + 1 : 0;
    if (full >= patientLooks) stop('processes');
  }, interval);
}

function collect(stream: Readable | null): { text(): string; dropped(): number } {
  const chunks: Buffer[] = [];
  let kept = 0;
  let dropped = 0;
  stream?.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, limits.printed - kept));
    if (part.length > 0) chunks.push(part);
    kept += part.length;
    dropped += chunk.length - part.length;
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), dropped: () => dropped };
}
