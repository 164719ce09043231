import type { Session } from 'electron';
import { isOurs } from './origin';

/**
 * The windows' session talks to our own origin only: the second wall behind the content policy.
 * Models are called from the main process, which doesn't use this session.
 */
export function refuseForeignRequests(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isAllowed(details.url) });
  });
}

/** Our pages, bytes that a page made itself, and the developer tools of a development run. */
export function isAllowed(address: string): boolean {
  return isOurs(address) || /^(data|blob|devtools):/.test(address);
}
