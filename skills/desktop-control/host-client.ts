import type { DesktopStatus, ForkHost, HostMethods, HostProcess, HostReply } from './protocol';

/** A failure that the host reported, or its death. */
export class HostFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = 'HostFailure';
  }
}

interface Waiting {
  method: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Running {
  process: HostProcess;
  ready: Promise<DesktopStatus>;
}

/** A starved machine may take this long over starting a process; a display that is dead is told of much sooner. */
const readyWithinMs = 90_000;
/** More deaths than this within the time: it is not worth starting again by itself. */
const mostDeaths = 5;
const deathsWithinMs = 60_000;

/** Keeps one host process: starts it, starts it again when it died, and answers for it meanwhile. */
export class HostClient {
  private running: Running | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private readonly deaths: number[] = [];
  private nextId = 1;
  private held = false;
  private privateWords: readonly string[] | null = null;
  private closed = false;

  constructor(
    private readonly fork: ForkHost,
    private readonly script: string,
    private readonly environment: Record<string, string>,
    private readonly onTakeOver: (by: 'mouse' | 'keyboard') => void = () => undefined,
  ) {}

  /** Whether the desktop can be used; asks a fresh host when the last answer was no. */
  async status(): Promise<DesktopStatus> {
    try {
      return await this.start().ready;
    } catch (error) {
      return { available: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Rejects with HostFailure; CANCELLED when the signal fires. */
  async call<M extends keyof HostMethods>(method: M, params: HostMethods[M]['params'], signal?: AbortSignal): Promise<HostMethods[M]['result']> {
    if (signal?.aborted) throw cancelled();
    const host = this.start();
    const { available, reason } = await host.ready;
    if (!available) throw new HostFailure('UNSUPPORTED', reason, 'The other tools still work. Once the screen is back, try again.');
    if (signal?.aborted) throw cancelled();
    const id = this.nextId;
    this.nextId += 1;
    const cancel = (): void => host.process.post({ cancel: id });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<HostMethods[M]['result']>((resolve, reject) => {
        this.waiting.set(id, { method, resolve: resolve as (value: unknown) => void, reject });
        host.process.post({ id, method, params });
      });
    } finally {
      this.waiting.delete(id);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Refuses every input act until released; survives a restart of the host. */
  hold(held: boolean): void {
    this.held = held;
    if (this.running) this.postHold(this.running.process);
  }

  /** Which windows are private; survives a restart of the host. */
  setPrivateWindows(words: readonly string[]): void {
    this.privateWords = words;
    if (this.running) this.postPrivacy(this.running.process);
  }

  /** Aborts acts; a host that has not let go within `graceMs` is killed and its successor lets go. */
  async stop(graceMs: number): Promise<void> {
    const host = this.running;
    if (!host) return;
    const acts = [...this.waiting].filter(([, waiting]) => waiting.method === 'act');
    for (const [id] of acts) host.process.post({ cancel: id });
    const released = this.call('release', { everything: false }).then(() => true, () => false);
    const late = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), graceMs);
    });
    if (await Promise.race([released, late])) return;
    if (this.running === host) {
      host.process.kill();
      this.lost(host, 'was stopped');
    }
    await this.status();
  }

  dispose(): void {
    this.closed = true;
    const host = this.running;
    if (host) {
      host.process.kill();
      this.lost(host, 'was closed');
    }
  }

  private start(): Running {
    if (this.closed) throw new HostFailure('CANCELLED', 'The desktop skill is closed.', 'Start Deskwright again.');
    if (this.running) return this.running;
    const recent = this.deaths.filter((at) => Date.now() - at < deathsWithinMs);
    if (recent.length >= mostDeaths) throw new HostFailure('CIRCUIT_OPEN', `The desktop host died ${recent.length} times within a minute.`, 'Wait a minute and try again; if it goes on, restart Deskwright.');
    const died = this.deaths.length > 0;
    const process = this.fork(this.script, { ...this.environment, ...(died ? { DESKWRIGHT_RELEASE: '1' } : {}) });
    const host: Running = { process, ready: this.whenReady(process) };
    this.running = host;
    process.onExit((code) => {
      if (this.running === host) this.lost(host, `ended unexpectedly (${code === null ? 'by a signal' : `code ${code}`})`);
    });
    if (this.held) this.postHold(process);
    this.postPrivacy(process);
    void host.ready.then(({ available }) => {
      // Without a desktop there is nothing to keep; the next question starts a fresh look.
      if (!available && this.running === host) {
        this.running = null;
        process.kill();
      }
    });
    return host;
  }

  private whenReady(process: HostProcess): Promise<DesktopStatus> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ available: false, reason: 'The desktop host did not start in time.', why: { code: 'late', values: {} } }), readyWithinMs);
      process.onMessage((reply) => {
        if ('ready' in reply) {
          clearTimeout(timer);
          resolve(reply.ready);
        } else if ('person' in reply) this.onTakeOver(reply.person);
        else this.settle(reply);
      });
      process.onExit(() => {
        clearTimeout(timer);
        resolve({ available: false, reason: 'The desktop host could not be started.', why: { code: 'not_started', values: {} } });
      });
    });
  }

  private settle(reply: Exclude<HostReply, { ready: unknown } | { person: unknown }>): void {
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    if ('result' in reply) waiting.resolve(reply.result);
    else waiting.reject(new HostFailure(reply.error.code, reply.error.message, reply.error.hint));
  }

  /** The host is gone: everyone who waits is told, and a successor lets go of what it held down. */
  private lost(host: Running, how: string): void {
    if (this.running !== host) return;
    this.running = null;
    this.deaths.push(Date.now());
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new HostFailure(this.closed ? 'CANCELLED' : 'EXECUTION_ERROR', `The desktop host ${how}; the action may have happened in part.`, 'Observe to see the state, then go on; old refs and captures are void.'));
    if (!this.closed) void this.status();
  }

  private postPrivacy(process: HostProcess): void {
    if (this.privateWords) process.post({ id: 0, method: 'privacy', params: { words: [...this.privateWords] } });
  }

  private postHold(process: HostProcess): void {
    process.post({ id: 0, method: 'hold', params: { held: this.held } });
  }
}

function cancelled(): HostFailure {
  return new HostFailure('CANCELLED', 'Stopped before anything was sent.', 'Nothing was done.');
}
