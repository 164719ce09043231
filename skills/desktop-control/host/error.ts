import type { ErrorCode } from '../../../preload/contract/envelope';

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
