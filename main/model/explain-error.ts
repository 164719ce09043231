import { APIConnectionError, APIError } from 'openai';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { ModelError } from './model';

export interface Destination {
  baseUrl: string;
  model: string;
  language: Language;
}

/** Turns whatever the client threw into a ModelError with plain words: what, why, what next. */
export function explainError(error: unknown, to: Destination): ModelError {
  if (error instanceof ModelError) return error;
  const { language } = to;
  const detail = wordsOf(error);
  const values = { address: to.baseUrl, model: to.model, detail };
  if (error instanceof APIError && error.status !== undefined) {
    if (error.status === 401 || error.status === 403) return new ModelError('KEY', say(language, 'model.key_refused', values));
    if (error.status === 404 || namesModel(detail)) return new ModelError('MODEL', say(language, 'model.not_found', values));
    if (isTooLong(error.status, detail)) return new ModelError('CONTEXT_LENGTH', say(language, 'model.context_length', values), windowIn(detail));
    if (error.status === 429) return new ModelError('RATE_LIMIT', say(language, 'model.rate_limit', values));
    return new ModelError('REFUSED', say(language, 'model.refused', { ...values, status: String(error.status) }));
  }
  if (error instanceof APIConnectionError || error instanceof TypeError || isSystemError(error)) {
    return new ModelError('UNREACHABLE', say(language, 'model.unreachable', values));
  }
  return new ModelError('BAD_RESPONSE', say(language, 'model.bad_response', values));
}

function namesModel(detail: string): boolean {
  return /model/i.test(detail) && /not (exist|found)|unknown|invalid model|no such/i.test(detail);
}

/** The refusal of a request that is longer than the model's window, in the words of the usual servers. */
function isTooLong(status: number, detail: string): boolean {
  if (status !== 400 && status !== 413 && status !== 422 && status !== 500) return false;
  return /context[_ -]?(length|window|size)|maximum context|max(imum)?[_ ](model|input|seq\w*)[_ ]?(len|length|tokens)|too many (input )?tokens|(prompt|input|request|messages?)( is| are)? too (long|large)|reduce the length|exceed\w*.{0,40}(context|tokens)/i.test(detail);
}

/** The window the server names: "maximum context length is 8192 tokens", "210000 tokens > 200000 maximum". */
function windowIn(detail: string): number | undefined {
  const named = />\s*(\d[\d,]{2,9})/.exec(detail)?.[1] ?? /(?:maximum|max|limit|context|window)\D{0,40}?(\d[\d,]{2,9})/i.exec(detail)?.[1];
  const tokens = Number((named ?? '').replace(/,/g, ''));
  return tokens >= 512 ? tokens : undefined;
}

function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && /^(E[A-Z]+|UND_)/.test(error.code);
}

/** The server's own words, whichever of the usual forms it used. */
function wordsOf(error: unknown): string {
  if (error instanceof APIError) {
    const body: unknown = error.error;
    const found = bodyMessage(body) ?? error.message;
    return oneLine(found);
  }
  if (error instanceof Error) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return oneLine(error.message + cause);
  }
  return oneLine(String(error));
}

/** Finds the message in {message}, {error:{message}}, {errors:{message}}, {error:"…"} or a plain string. */
export function bodyMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return body || undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  const record = body as Record<string, unknown>;
  if (typeof record['message'] === 'string') return record['message'];
  return bodyMessage(record['error']) ?? bodyMessage(record['errors']);
}

function oneLine(text: string): string {
  return text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 300);
}
