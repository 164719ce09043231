import type { HostCancel, HostReply, HostRequest } from '../protocol';

export interface Channel {
  send(reply: HostReply): void;
  onMessage(listener: (message: HostRequest | HostCancel) => void): void;
  onGone(listener: () => void): void;
}

/** Electron's utilityProcess gives `process.parentPort`; it is not in Node's types. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/** The way to whoever forked this process: utilityProcess in the app, child_process elsewhere. */
export function openChannel(): Channel {
  const port = (process as unknown as { parentPort?: ParentPort }).parentPort;
  if (port) {
    return {
      send: (reply) => port.postMessage(reply),
      onMessage: (listener) => port.on('message', (event) => listener(event.data as HostRequest | HostCancel)),
      onGone: () => undefined,
    };
  }
  return {
    send: (reply) => {
      if (process.connected) process.send?.(reply);
    },
    onMessage: (listener) => process.on('message', (message) => listener(message as HostRequest | HostCancel)),
    onGone: (listener) => process.on('disconnect', listener),
  };
}
