import { createHash } from 'node:crypto';

/** JSON with keys in one order, so that equal arguments are equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256 (hex) of a tool's name and canonical arguments: what an approval is bound to. */
export function callHash(tool: string, params: unknown): string {
  return createHash('sha256').update(`${tool}\0${canonicalJson(params)}`).digest('hex');
}

/** Freezes a value and all in it: arguments can't change between approval and execution. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
