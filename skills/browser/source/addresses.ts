import { isIP } from 'node:net';

/** Where an address leads: to the world, to this machine or its network, or nowhere that a page may go. */
export type Reach = 'public' | 'private' | 'forbidden';

/** Reach of an IP address, by the registries of special addresses (RFC 6890 and its successors). */
export function reachOfAddress(address: string): Reach {
  if (isIP(address) === 4) return reachOf4(address.split('.').map(Number));
  const groups = groupsOf(address);
  if (groups === null) return 'forbidden';
  // An IPv4 address in IPv6’s clothes: mapped or translated (NAT64, 6to4).
  const lead = groups.slice(0, 6).join(':');
  if (['0:0:0:0:0:65535', '100:65435:0:0:0:0'].includes(lead)) return reachOf4(bytesOf(groups[6] ?? 0, groups[7] ?? 0));
  if (groups[0] === 0x2002) return reachOf4(bytesOf(groups[1] ?? 0, groups[2] ?? 0));
  const first = groups[0] ?? 0;
  if (groups.slice(0, 7).every((group) => group === 0)) return groups[7] === 1 ? 'private' : 'forbidden';
  if ((first & 0xfe00) === 0xfc00) return 'private';
  if ((first & 0xe000) !== 0x2000) return 'forbidden';
  return 'public';
}

function reachOf4([a = 0, b = 0, c = 0]: number[]): Reach {
  if (a === 127 || a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return 'private';
  // This network, carriers', link-local (where clouds keep their keys), protocol and test networks, multicast and beyond.
  if (a === 0 || (a === 100 && b >= 64 && b < 128) || (a === 169 && b === 254) || (a === 192 && b === 0 && (c === 0 || c === 2)) || (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) || (a === 203 && b === 0 && c === 113) || a >= 224) return 'forbidden';
  return 'public';
}

const bytesOf = (high: number, low: number): number[] => [high >> 8, high & 255, low >> 8, low & 255];

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] | null {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(plain) !== 6) return null;
  const dotted = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) => `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`);
  const [front = '', back] = dotted.split('::');
  const words = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  if (back === undefined) return words(front);
  const missing = 8 - words(front).length - words(back).length;
  return [...words(front), ...Array<number>(Math.max(0, missing)).fill(0), ...words(back)];
}

/** The host of a workspace's own files; no name service knows it (RFC 2606). */
export const workspaceHost = 'workspace.invalid';

/** What the person asked to open, made an address; or why it can't be. */
export function readAddress(text: string): URL | string {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed) ? trimmed : `${/^(localhost|127\.|\[::1\])/i.test(trimmed) ? 'http' : 'https'}://${trimmed}`;
  if (!/^https?:/i.test(withScheme)) return `Only http and https addresses can be opened, not ${withScheme.slice(0, withScheme.indexOf(':') + 1)}`;
  try {
    const url = new URL(withScheme);
    if (url.username !== '' || url.password !== '') return 'The address holds a user name or password, which must not be sent this way.';
    return url;
  } catch {
    return `${trimmed} is not an address of a page.`;
  }
}
