/** How long a server may say nothing, milliseconds. */
export interface Patience {
  /** From the request to the first byte of the answer: models that run on this computer read slowly. */
  firstByteMs: number;
  /** Between two pieces of a streamed answer. */
  pieceMs: number;
}

/** Node's own fetch gives up waiting for headers after 300 s, so more would be in vain. */
export const PATIENCE: Patience = { firstByteMs: 120_000, pieceMs: 60_000 };

/** A request that was given up because the server said nothing. */
export class StallError extends Error {
  constructor(readonly limitMs: number) {
    super(`Nothing came for ${limitMs} ms.`);
    this.name = 'StallError';
  }
}

/** Made once: an error for each request that ends would cost more than the rest of its end. */
const over = new Error('The request is over.');

/** Ends a request whose server has gone silent, before its answer or in the middle of it. */
export class Watchdog {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private stalled: StallError | null = null;
  private readonly onStop = (): void => {
    this.controller.abort(this.stop.reason);
  };

  constructor(
    private readonly stop: AbortSignal,
    private readonly patience: Patience,
  ) {
    stop.addEventListener('abort', this.onStop, { once: true });
    if (stop.aborted) this.onStop();
    this.arm(patience.firstByteMs);
  }

  /** Fires on the person's stop, on a stall, and when the request has failed. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something came. */
  alive(): void {
    this.arm(this.patience.pieceMs);
  }

  /** Throws the reason why the request was ended, if it was. */
  check(): void {
    this.stop.throwIfAborted();
    if (this.stalled) throw this.stalled;
  }

  /** Ends the wait. */
  done(): void {
    clearTimeout(this.timer);
    this.stop.removeEventListener('abort', this.onStop);
  }

  /** Ends the wait and whatever is left of the connection; one whose answer was read to its end has let go of it already. */
  failed(): void {
    this.done();
    this.controller.abort(over);
  }

  private arm(limitMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.stalled = new StallError(limitMs);
      this.controller.abort(this.stalled);
    }, limitMs);
  }
}
