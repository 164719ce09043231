import { fork } from 'node:child_process';
import type { ForkHost, HostReply } from './protocol';

/** Forks the host with plain Node (command line, tests). Binary data crosses without text encoding. */
export const forkNode: ForkHost = (script, environment) => {
  const child = fork(script, [], { env: environment, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // A message to a host that has just died is reported by its exit.
  child.on('error', () => undefined);
  return {
    post: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => {
      child.on('message', (reply) => listener(reply as HostReply));
    },
    onExit: (listener) => {
      child.on('exit', listener);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
};
