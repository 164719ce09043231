import { utilityProcess } from 'electron';

/** A message of the desktop host's protocol; its shape is the skill's business. */
type Message = object;

/** A forked process with the skill's channel, as skills/desktop-control/protocol.ts describes it. */
interface ForkedHost<Reply> {
  post(message: Message): void;
  onMessage(listener: (reply: Reply) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

/**
 * Starts the desktop host as a process of its own: what is native can crash or hang there, and a
 * process can always be killed. What the host prints goes to our standard error.
 */
export function forkHost<Reply>(script: string, environment: Record<string, string>): ForkedHost<Reply> {
  const child = utilityProcess.fork(script, [], { serviceName: 'Deskwright desktop host', env: environment, stdio: 'pipe' });
  child.stdout?.pipe(process.stderr, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', (reply: Reply) => listener(reply));
    },
    onExit: (listener) => {
      child.on('exit', (code) => listener(code));
    },
    kill: () => {
      // Electron's own kill asks with SIGTERM; a host that hangs in a native call must go too.
      if (child.pid === undefined) child.kill();
      else process.kill(child.pid, 'SIGKILL');
    },
  };
}
