import { APIConnectionError, APIError } from 'openai/core/error';
import { bodyCode, codeOf, isCertificateFault, wordsOf } from './error-words';
import { BrokenStreamError } from './chat/read-events';
import { StallError } from './watchdog';

/** Waits between tries after a passing failure, milliseconds. */
export const RETRY_WAITS: readonly number[] = [1_000, 3_000, 8_000];
/** A longer Retry-After is not waited out: the person is told instead. */
export const LONGEST_WAIT_MS = 60_000;
/** Where nobody listens, or there is no such computer, it is seldom different a moment later. */
const ABSENT_TRIES = 2;
/** A server that went silent has already cost a long wait: one more try. */
const STALL_TRIES = 1;

/**
 * How long to wait before the next try, milliseconds; null when another try makes no sense.
 * `tries` counts the retries so far.
 */
export function retryWait(error: unknown, tries: number, waits: readonly number[]): number | null {
  const planned = waits[tries];
  if (planned === undefined) return null;
  if (error instanceof StallError) return tries < STALL_TRIES ? planned : null;
  if (error instanceof APIError && error.status !== undefined) {
    if (!passes(error)) return null;
    const asked = askedWait(error);
    if (asked === null) return planned;
    return asked > LONGEST_WAIT_MS ? null : Math.max(asked, planned);
  }
  const code = codeOf(error);
  if (isCertificateFault(code) || (/^(ECONNREFUSED|ENOTFOUND)$/.test(code) && tries >= ABSENT_TRIES)) return null;
  return error instanceof APIConnectionError || error instanceof BrokenStreamError || isDropped(error) ? planned : null;
}

function passes(error: APIError): boolean {
  const { status = 0 } = error;
  if (status === 429) return !isOutOfMoney(error);
  return status === 408 || status === 409 || status === 425 || (status >= 500 && status !== 501 && status !== 505);
}

/** A quota that is used up doesn't come back by waiting. */
export function isOutOfMoney(error: APIError): boolean {
  return /insufficient_(quota|balance)|billing/i.test(bodyCode(error.error)) || error.status === 402 || /insufficient (quota|balance|credit|fund)|exceeded your current quota|余额不足|欠费|账户已欠/i.test(wordsOf(error));
}

/** What the server asked to wait, milliseconds: `retry-after-ms`, `retry-after` in seconds or as a date; null when it didn't. */
export function askedWait(error: APIError, now: number = Date.now()): number | null {
  const exact = Number(error.headers?.get('retry-after-ms') ?? NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const asked = error.headers?.get('retry-after')?.trim();
  if (!asked) return null;
  const seconds = Number(asked);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(asked);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The connection broke in the middle of an answer. */
function isDropped(error: unknown): boolean {
  return /^(ECONN|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|Z_)/.test(codeOf(error));
}
