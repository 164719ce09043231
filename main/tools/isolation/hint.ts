import type { IsolationFact } from '../tool';

/** What programs say who find no network or a disk that can't be written. */
const noNetwork = /EAI_AGAIN|ENETUNREACH|ENOTFOUND|could(?: not|n't) resolve|network is unreachable|temporary failure in name resolution|name or service not known|no address associated with hostname|getaddrinfo|unknown host|failed to lookup address|dial tcp.*(?:no such host|unreachable|refused)|unable to resolve|nodename nor servname/i;
const readOnly = /read-only file system|EROFS/i;

/** The next step for a command that its isolation made fail; null when it was something else. */
export function isolationHint(fact: IsolationFact, output: string): string | null {
  if (fact.kind === 'none') return null;
  if (!fact.network && noNetwork.test(output)) {
    return 'The command ran without network: only programs known to need it (curl, git fetch, npm install, pip…) get it when the person approves. Fetch with one of those as a command of its own, then run this again.';
  }
  if (readOnly.test(output)) {
    return `The command may change only ${fact.writable.join(', ')}. Name the other folder in the command itself, so that the person can approve it, or write inside the workspace.`;
  }
  return null;
}
