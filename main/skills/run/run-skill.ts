import { createRequire } from 'node:module';
import type { FromBootstrap, ToBootstrap } from './skill-child';

/**
 * The entry of every bundled skill's process (dist/main/run-skill.js): loads the run.js named by the
 * first word and gives it its lines, which come as messages, because Electron's forks have no standard input.
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

  take(message: ToBootstrap): void {
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

async function main(file: string): Promise<void> {
  const lines = new Lines();
  const port = parentPort();
  if (port) port.on('message', ({ data }) => lines.take(data));
  else {
    process.on('message', (message) => lines.take(message as ToBootstrap));
    // Whoever started us is gone.
    process.on('disconnect', () => process.exit(1));
  }
  const loaded: unknown = createRequire(__filename)(file);
  await serveOf(loaded)(lines, (line) => post({ line }), process.env);
  post({ done: true });
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  post({ failed: error instanceof Error ? error.message : String(error) });
});
