import { createRequire } from 'node:module';
import type { FromBootstrap, ToBootstrap } from './skill-child';

/**
 * The entry of every bundled skill's process (dist/main/run-skill.js): is told by a message which skill
 * it is, loads its run.js and gives it its lines, also messages: Electron's forks have no standard input,
 * and a process that was started before it was needed answers sooner.
 */

/** Electron's channel, in a process forked by `utilityProcess`. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: ToBootstrap }) => void): void;
  postMessage(message: FromBootstrap): void;
}

/** As skills/serve.ts describes it. */
type Serve = (lines: AsyncIterable<string>, write: (line: string) => void, environment: NodeJS.ProcessEnv) => Promise<void>;

/** Lines that wait to be read. */
class Lines implements AsyncIterable<string> {
  private readonly waiting: string[] = [];
  private ended = false;
  private wake: () => void = () => undefined;

  take(message: { line: string } | { end: true }): void {
    if ('line' in message) this.waiting.push(message.line);
    else this.ended = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      const next = this.waiting.shift();
      if (next !== undefined) yield next;
      else if (this.ended) return;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }
}

function parentPort(): ParentPort | null {
  const port = (process as unknown as { parentPort?: ParentPort }).parentPort;
  return port ?? null;
}

function post(message: FromBootstrap, after: () => void = () => undefined): void {
  const port = parentPort();
  if (port) port.postMessage(message);
  else process.send?.(message, undefined, undefined, after);
}

function serveOf(loaded: unknown): Serve {
  const serve = typeof loaded === 'object' && loaded !== null && 'serve' in loaded ? loaded.serve : undefined;
  if (typeof serve !== 'function') throw new Error('run.js exports no serve function.');
  return serve as Serve;
}

/** The environment is the skill's from here on, also for what it starts; only the mark by which it is found stays. */
function become({ environment, directory }: { environment: Record<string, string>; directory: string }): void {
  for (const name of Object.keys(process.env)) if (name !== 'DESKWRIGHT_TASK') Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  process.chdir(directory);
}

const lines = new Lines();

async function begin(given: { file: string; environment: Record<string, string>; directory: string }): Promise<void> {
  try {
    become(given);
    const loaded: unknown = createRequire(__filename)(given.file);
    await serveOf(loaded)(lines, (line) => post({ line }), process.env);
    post({ done: true });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    post({ failed: error instanceof Error ? error.message : String(error) });
  }
}

function take(message: ToBootstrap): void {
  if ('begin' in message) void begin(message.begin);
  else lines.take(message);
}

const port = parentPort();
if (port) port.on('message', ({ data }) => take(data));
else {
  process.on('message', (message) => take(message as ToBootstrap));
  // Whoever started us is gone.
  process.on('disconnect', () => process.exit(1));
}
