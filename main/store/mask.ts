import { findSecrets } from './privacy/find-secrets';
import { isSecretField } from './privacy/named-secrets';
import type { SecretKind } from './privacy/secret-shapes';

/**
 * Makes the function that masks secrets in text, each by what it is (`[key]`): for output that
 * nothing has to be restored from. `known` are values that are secret whatever their shape.
 */
export function createMask(known: readonly string[], patterns: readonly RegExp[] = []): (text: string) => string {
  const wanted = { known: new Map(known.filter((value) => value.length >= 6).map((value) => [value, 'key' as SecretKind])), patterns };
  return (text) => replaceSecrets(text, findSecrets(text, wanted), (_value, kind) => `[${kind}]`);
}

/** A text with each found secret replaced. */
export function replaceSecrets(text: string, found: readonly { start: number; end: number; kind: SecretKind }[], replace: (value: string, kind: SecretKind) => string): string {
  if (found.length === 0) return text;
  let masked = '';
  let at = 0;
  for (const { start, end, kind } of found) {
    masked += text.slice(at, start) + replace(text.slice(start, end), kind);
    at = end;
  }
  return masked + text.slice(at);
}

/**
 * Applies a mask to every string inside a value, keeping its shape; what has nothing to mask in it comes back as the
 * very same value. A string in a field that is named like a secret is masked as a whole, by `maskField` or as a secret
 * by its name.
 */
export function maskDeep(value: unknown, mask: (text: string) => string, maskField: (text: string) => string = () => '[password]', field = ''): unknown {
  if (typeof value === 'string') return field !== '' && isSecretField(field, value) ? maskField(value) : mask(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  let changed = false;
  const see = (before: unknown, after: unknown): unknown => {
    if (before !== after) changed = true;
    return after;
  };
  if (Array.isArray(value)) {
    const items = value.map((item) => see(item, maskDeep(item, mask, maskField)));
    return changed ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [see(key, mask(key)), see(item, maskDeep(item, mask, maskField, key))]);
  return changed ? Object.fromEntries(entries) : value;
}
