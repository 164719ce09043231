import type { ErrorCode } from '../../../preload/contract/envelope';
import type { NoDesktop } from '../protocol';

/** A failure with its code and the next step; crosses the fork's channel as plain data. */
export class HostError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = 'HostError';
  }
}

/** There is no desktop to use; the message says why to the model, `why` to whoever tells people. */
export class NoDesktopError extends Error {
  readonly why: NoDesktop;
  constructor(code: NoDesktop['code'], message: string, values: NoDesktop['values'] = {}) {
    super(message);
    this.why = { code, values };
  }
}
