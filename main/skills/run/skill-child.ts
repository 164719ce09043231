import { fork } from 'node:child_process';

/** What the bootstrap is told: which skill it is, and where; then one line of the protocol each, or that no more come. */
export type ToBootstrap = { begin: { /** The skill's run.js. */ file: string; environment: Record<string, string>; directory: string } } | { line: string } | { end: true };

/** What it answers: one line, that the skill is done, or that it could not be loaded or gave up. */
export type FromBootstrap = { line: string } | { done: true } | { failed: string };

/** A process that runs the bootstrap (`run-skill.ts`), with a bundled skill from `begin` on. */
export interface SkillChild {
  /** The process's number, once there is one. */
  onSpawn(listener: (pid: number) => void): void;
  post(message: ToBootstrap): void;
  onMessage(listener: (message: FromBootstrap) => void): void;
  /** What it prints; for diagnostics only. */
  onOutput(listener: (chunk: Buffer) => void): void;
  onExit(listener: (code: number | null, signal: string | null) => void): void;
  kill(): void;
}

export interface SkillChildOptions {
  words: readonly string[];
  environment: Record<string, string>;
  directory: string;
  /** The most that JavaScript's own heap may take, megabytes. */
  heapMb: number;
}

/** Starts the bootstrap. The app gives Electron's way (`utilityProcess`), because its own program is no Node. */
export type ForkSkill = (bootstrap: string, options: SkillChildOptions) => SkillChild;

/** Forks with plain Node (command line, tests). */
export const forkSkillByNode: ForkSkill = (bootstrap, { words, environment, directory, heapMb }) => {
  const child = fork(bootstrap, words, { env: environment, cwd: directory, execArgv: [`--max-old-space-size=${heapMb}`], detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  // What failed to start or has just died is told by its exit.
  child.on('error', () => undefined);
  return {
    onSpawn: (listener) => {
      if (child.pid !== undefined) listener(child.pid);
    },
    post: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => {
      child.on('message', (message) => listener(message as FromBootstrap));
    },
    onOutput: (listener) => {
      child.stdout?.on('data', listener);
      child.stderr?.on('data', listener);
    },
    onExit: (listener) => {
      let told = false;
      const once = (code: number | null, signal: string | null): void => {
        if (!told) listener(code, signal);
        told = true;
      };
      child.on('exit', once);
      child.on('error', () => once(null, null));
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
