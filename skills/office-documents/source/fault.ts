/** Codes of the tools' envelope that this skill answers with. */
export type FaultCode = 'NOT_FOUND' | 'INVALID_PARAM' | 'CONFLICT' | 'ENCODING' | 'IS_DIRECTORY' | 'TOO_LARGE' | 'TIMEOUT' | 'UNSUPPORTED' | 'ACCESS_DENIED' | 'EXECUTION_ERROR';

/** What went wrong, for the model: what and why, and what to try next. */
export class Fault extends Error {
  constructor(
    readonly code: FaultCode,
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = 'Fault';
  }
}
