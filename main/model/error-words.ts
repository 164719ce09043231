import { APIConnectionError, APIError } from 'openai/core/error';

/**
 * The server's own words in the body of a refusal: {message}, {error:{message}}, {errors:{message}},
 * {errors:["…"]}, {code,message}, {detail}, {error:"…"}, JSON text inside one of these, a plain
 * string, or a page. Undefined when there are none.
 */
export function bodyMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return nested(body) ?? (body.trim() ? body : undefined);
  if (Array.isArray(body)) return body.map((item: unknown) => bodyMessage(item)).filter(Boolean).join('; ') || undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  const record = body as Record<string, unknown>;
  for (const name of ['message', 'msg', 'error', 'errors', 'detail', 'error_msg', 'error_message']) {
    const found = bodyMessage(record[name]);
    if (found) return found;
  }
  return undefined;
}

/** Some gateways hand on the message of the server behind them as JSON text. */
function nested(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return bodyMessage(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A server's code for what went wrong ("insufficient_quota"), or "". */
export function bodyCode(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const record = body as Record<string, unknown>;
  for (const name of ['code', 'type']) if (typeof record[name] === 'string' && record[name]) return record[name];
  return bodyCode(record['error']);
}

/** What an error says in one line without markup: the server's words if it had any. */
export function wordsOf(error: unknown): string {
  if (error instanceof APIError && error.status !== undefined) return oneLine(bodyMessage(error.error) ?? error.message);
  if (!(error instanceof Error)) return oneLine(String(error));
  // The package's own "Connection error." says nothing that its cause doesn't say better.
  const causes: string[] = error instanceof APIConnectionError && error.cause ? [] : [error.message];
  for (let cause = error.cause; cause instanceof Error && causes.length < 3; cause = cause.cause) causes.push(cause.message || codeOf(cause));
  return oneLine(causes.filter(Boolean).join(': '));
}

/** The system's code behind an error ("ECONNREFUSED"), wherever it is in the chain of causes; "" when there is none. */
export function codeOf(error: unknown): string {
  for (let one: unknown = error, depth = 0; typeof one === 'object' && one !== null && depth < 5; depth++) {
    if ('code' in one && typeof one.code === 'string') return one.code;
    // Several addresses were tried: each has its own.
    if (one instanceof AggregateError && one.errors.length) one = one.errors[0];
    else one = 'cause' in one ? one.cause : null;
  }
  return '';
}

/** Codes of Node and OpenSSL for a certificate that can't be trusted. */
export function isCertificateFault(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code);
}

/** Whether a server's words say that it doesn't know the model. */
export function namesModel(detail: string): boolean {
  return /model|模型/i.test(detail) && /not (exist|found|available)|does ?n[o']t exist|unknown model|invalid model|no such|not a valid|不存在|未找到/i.test(detail);
}

function oneLine(text: string): string {
  const words = text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();
  return words.length > 300 ? `${[...words].slice(0, 299).join('')}…` : words;
}
