/** The link when it may be opened outside the app (https, without a user name in it), else null. */
export function secureUrl(href: string | undefined): string | null {
  if (!href) return null;
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return null;
  }
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null;
}
