/** The one scheme and host our pages come from. */
export const SCHEME = 'app';
export const HOST = 'deskwright';
export const ORIGIN = `${SCHEME}://${HOST}`;

/** Address of one of our pages. */
export function pageAddress(page: 'index.html' | 'approval.html'): string {
  return `${ORIGIN}/${page}`;
}

/** Whether an address is on our origin: scheme and host exactly, no port, no user. */
export function isOurs(address: string): boolean {
  try {
    const url = new URL(address);
    return url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}
