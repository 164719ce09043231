/**
 * The address that requests are sent below, from what people paste: with or without `/v1`, with a
 * trailing slash, or the full endpoint. Throws TypeError when it is no http(s) address.
 */
export function normaliseBaseUrl(input: string): string {
  const trimmed = input.trim();
  const local = /^(localhost|127\.|\[::1\])/i.test(trimmed);
  const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `${local ? 'http' : 'https'}://${trimmed}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`Not a web address: ${input}`);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|responses|models)$/, '');
  url.pathname = path === '' ? '/v1' : path;
  url.search = '';
  url.hash = '';
  return url.toString().replace(/\/+$/, '');
}

/** The other likely address of the same server: with `/v1` behind it, or without; null where another version is named. */
export function otherBaseUrl(normalised: string): string | null {
  if (normalised.endsWith('/v1')) return normalised.slice(0, -'/v1'.length);
  return /\/v\d[^/]*$/.test(normalised) ? null : `${normalised}/v1`;
}

/** Whether an address is on this computer. */
export function isLoopback(address: string): boolean {
  try {
    const { hostname } = new URL(normaliseBaseUrl(address));
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  } catch {
    return false;
  }
}
