import { APIConnectionError, APIError, APIUserAbortError } from 'openai/core/error';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { BrokenStreamError } from './chat/read-events';
import { codeOf, isCertificateFault, namesModel, wordsOf } from './error-words';
import { ModelError, type ModelErrorCode } from './model';
import { askedWait, isOutOfMoney, LONGEST_WAIT_MS } from './retry';
import { StallError } from './watchdog';

export interface Destination {
  baseUrl: string;
  model: string;
  language: Language;
}

/** Turns whatever the client threw into a ModelError with plain words: what, why, what next. */
export function explainError(error: unknown, to: Destination): ModelError {
  if (error instanceof ModelError) return error;
  const words = (code: ModelErrorCode, key: Parameters<typeof say>[1], more: Record<string, string | number> = {}): ModelError =>
    new ModelError(code, say(to.language, key, { address: to.baseUrl, model: to.model, detail: wordsOf(error), ...more }));
  if (error instanceof StallError) return words('STALLED', 'model.stalled', { seconds: Math.round(error.limitMs / 1000) });
  if (error instanceof BrokenStreamError) return words('BAD_RESPONSE', 'model.bad_response');
  if (error instanceof APIError && error.status !== undefined) return refusal(error, words);
  const code = codeOf(error);
  if (isCertificateFault(code)) return words('CERTIFICATE', 'model.certificate');
  if (/WRONG_VERSION_NUMBER|^EPROTO$/.test(code)) return words('UNREACHABLE', 'model.not_secure');
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return words('UNREACHABLE', 'model.no_such_host');
  if (code === 'ECONNREFUSED') return words('UNREACHABLE', 'model.nobody_listens');
  // The address is right: a server was there, and went in the middle.
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)$/.test(code)) return words('UNREACHABLE', 'model.broke_off');
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError || error instanceof TypeError || /^(E[A-Z]+|UND_|ABORT_ERR)/.test(code)) return words('UNREACHABLE', 'model.unreachable');
  return words('BAD_RESPONSE', 'model.bad_response');
}

function refusal(error: APIError, words: (code: ModelErrorCode, key: Parameters<typeof say>[1], more?: Record<string, string | number>) => ModelError): ModelError {
  const { status = 0 } = error;
  const detail = wordsOf(error);
  if (isOutOfMoney(error)) return words('QUOTA', 'model.quota');
  if (status === 401 || status === 403) return words('KEY', 'model.key_refused');
  if (namesModel(detail)) return words('MODEL', 'model.not_found');
  if (status === 404 || status === 405) return words('ADDRESS', 'model.no_endpoint', { status });
  if (isTooLong(status, detail)) return new ModelError('CONTEXT_LENGTH', words('CONTEXT_LENGTH', 'model.context_length').message, windowIn(detail));
  if (status === 429) {
    const asked = askedWait(error);
    return asked === null || asked <= LONGEST_WAIT_MS ? words('RATE_LIMIT', 'model.rate_limit') : words('RATE_LIMIT', 'model.rate_limit_until', { minutes: Math.max(1, Math.ceil(asked / 60_000)) });
  }
  return words('REFUSED', status >= 500 ? 'model.server_fault' : 'model.refused', { status });
}

/** The refusal of a request that is longer than the model's window, in the words of the usual servers. */
export function isTooLong(status: number, detail: string): boolean {
  if (status !== 400 && status !== 413 && status !== 422 && status !== 500) return false;
  return /context[_ -]?(length|window|size)|maximum context|max(imum)?[_ ](model|input|seq\w*)[_ ]?(len|length|tokens)|too many (input )?tokens|(prompt|input|request|messages?)( is| are)? too (long|large)|reduce the length|exceed\w*.{0,40}(context|tokens)|超出.{0,12}(长度|上下文)/i.test(detail);
}

/** The window the server names: "maximum context length is 8192 tokens", "210000 tokens > 200000 maximum". */
function windowIn(detail: string): number | undefined {
  const named = />\s*(\d[\d,]{2,9})/.exec(detail)?.[1] ?? /(?:maximum|max|limit|context|window)\D{0,40}?(\d[\d,]{2,9})/i.exec(detail)?.[1];
  const tokens = Number((named ?? '').replace(/,/g, ''));
  return tokens >= 512 ? tokens : undefined;
}
