/**
 * What the desktop skill and its host say to each other: plain messages over the fork's channel,
 * so that the host can be killed at any moment and nothing else is lost.
 */
export interface HostRequest {
  id: number;
  method: string;
  params: unknown;
}

/** Sent without an answer: abort request `id`; all keys and buttons go up. */
export interface HostCancel {
  cancel: number;
}

export type HostReply =
  | { id: number; result: unknown }
  | { id: number; error: { code: string; message: string; hint: string } }
  /** First message: what this desktop can do, or why it can't. */
  | { ready: { available: boolean; reason: string } };

/** A forked process as both Electron's utilityProcess and Node's fork can give it. */
export interface HostProcess {
  post(message: HostRequest | HostCancel): void;
  onMessage(listener: (reply: HostReply) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

/** Starts the host script; given by app.ts (utilityProcess) or cli.ts (child_process). */
export type ForkHost = (script: string, environment: Record<string, string>) => HostProcess;
