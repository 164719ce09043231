import { Fault } from '../fault';

/** `{{name}}`, `{{customer.city}}`, `{{items.#}}` (its number). */
export const BLANK = /\{\{\s*([\p{L}_][\p{L}\p{N}_-]*(?:\.(?:[\p{L}\p{N}_-]+|#))*)\s*\}\}/gu;

/** What fills the blanks. */
export type Data = Readonly<Record<string, unknown>>;

export type Value = string | number | boolean;

/** Names of the blanks in a text, in their order. */
export function blanksIn(text: string): string[] {
  return [...text.matchAll(BLANK)].map(([, name]) => name ?? '');
}

/** The value at a dotted name; null when there is none, or when it is a list or an object. */
export function valueAt(data: Data, name: string): Value | null {
  const found = name.split('.').reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
  if (Array.isArray(found) && found.every((item) => typeof item !== 'object')) return found.map(String).join(', ');
  return typeof found === 'string' || typeof found === 'boolean' || (typeof found === 'number' && Number.isFinite(found)) ? found : null;
}

/**
 * The list that a row with these blanks is repeated for: the value of the name that they begin with.
 * @throws Fault INVALID_PARAM when they name two lists.
 */
export function listOf(data: Data, blanks: readonly string[]): { name: string; items: Data[] } | null {
  const names = [...new Set(blanks.filter((blank) => blank.includes('.')).map((blank) => blank.split('.')[0] ?? ''))].filter((name) => Object.hasOwn(data, name) && Array.isArray(data[name]));
  const [name] = names;
  if (name === undefined) return null;
  if (names.length > 1) throw new Fault('INVALID_PARAM', `One row of the template has blanks of two lists: ${names.join(', ')}.`, 'Use one list for each row, or give the other one’s values inside its items.');
  const items = (data[name] as unknown[]).map((item, index): Data => ({ ...(isRecord(item) ? item : { value: item }), '#': index + 1 }));
  return { name, items };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
