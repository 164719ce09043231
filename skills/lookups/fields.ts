/** Reading what a service sent without believing any of it. */

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** A number, also when it was sent as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** One line of text without control and invisible characters, cut to a length; '' for anything else. */
export function textOf(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : line;
}

/** An address from the environment when it is one, else the service's own. */
export function addressOf(given: string | undefined, own: string): URL {
  const url = given === undefined ? null : tryUrl(given);
  return url && /^https?:$/.test(url.protocol) ? url : new URL(own);
}

function tryUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
