import type { ErrorCode } from '../../preload/contract/envelope';

/** An expected failure inside a tool; the registry turns it into an error envelope with this code and hint. */
export class ToolFault extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly hint: string,
    readonly data: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'ToolFault';
  }
}

/** The system's own error code ("ENOENT"), or "" when the error isn't one of the system's. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
