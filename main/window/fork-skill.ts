import { utilityProcess } from 'electron';

/** One message of the skills' bootstrap; its shape is main/skills/run's business. */
type Message = object;

interface Options {
  words: readonly string[];
  environment: Record<string, string>;
  directory: string;
  /** Megabytes. */
  heapMb: number;
}

/** A process with a bundled skill, as main/skills/run/skill-child.ts describes it. */
interface ForkedSkill<Reply> {
  onSpawn(listener: (pid: number) => void): void;
  post(message: Message): void;
  onMessage(listener: (reply: Reply) => void): void;
  onOutput(listener: (chunk: Buffer) => void): void;
  onExit(listener: (code: number | null, signal: string | null) => void): void;
  kill(): void;
}

/** Starts a bundled skill's process the way Electron can: the packed app's own program is no Node. */
export function forkSkill<Reply>(bootstrap: string, { words, environment, directory, heapMb }: Options): ForkedSkill<Reply> {
  const child = utilityProcess.fork(bootstrap, [...words], {
    serviceName: 'Deskwright skill',
    env: environment,
    cwd: directory,
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: 'pipe',
  });
  return {
    onSpawn: (listener) => {
      if (child.pid !== undefined) listener(child.pid);
      else
        child.once('spawn', () => {
          if (child.pid !== undefined) listener(child.pid);
        });
    },
    post: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', (reply: Reply) => listener(reply));
    },
    onOutput: (listener) => {
      child.stdout?.on('data', listener);
      child.stderr?.on('data', listener);
    },
    onExit: (listener) => {
      child.on('exit', (code) => listener(code, null));
    },
    kill: () => {
      // Electron's own kill asks with SIGTERM; one that does not listen must go too.
      if (child.pid === undefined) child.kill();
      else process.kill(child.pid, 'SIGKILL');
    },
  };
}
