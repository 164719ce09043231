import { addressOf, listOf, objectOf, textOf } from '../fields';
import { fetchJson, type Fetched } from '../fetch-json';
import { LookupProblem } from '../problem';

/** One thing that was found; all of it is words of others. */
export interface Found {
  title: string;
  address: string;
  extract: string;
  /** As the service gives it, only with news. */
  published?: string;
}

export interface SearchQuestion {
  query: string;
  /** 1 to 10. */
  most: number;
  topic: 'general' | 'news';
  /** Only what is not older. */
  since: 'day' | 'week' | 'month' | 'year' | null;
  /** Only these sites. */
  sites: string[];
  key: string | undefined;
  /** DESKWRIGHT_SKILL_TAVILY_URL, if set. */
  address: string | undefined;
}

const SERVICE = 'The search service Tavily';
const TIMEOUT = 25_000;
const LONGEST_TITLE = 120;
const LONGEST_EXTRACT = 300;

/** How to get and give the key; a missing one is no fault of the question. */
export const NO_KEY = {
  message: 'Searching the web needs a key for Tavily, and none is set (TAVILY_API_KEY).',
  hint: 'Tell the person: get a key at https://app.tavily.com (there is a free plan), write TAVILY_API_KEY=… into a file .env in the data folder or set it in the environment, then start Deskwright again.',
};

/** @throws LookupProblem */
export async function searchWeb({ query, most, topic, since, sites, key, address }: SearchQuestion): Promise<Found[]> {
  if (!key?.trim()) throw new LookupProblem('ACCESS_DENIED', NO_KEY.message, NO_KEY.hint);
  const url = addressOf(address, 'https://api.tavily.com/');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/search`;
  const fetched = await fetchJson({
    url,
    service: SERVICE,
    method: 'POST',
    headers: { authorization: `Bearer ${key.trim()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, topic, max_results: most, search_depth: 'basic', ...(since && { time_range: since }), ...(sites.length > 0 && { include_domains: sites }) }),
    timeout: TIMEOUT,
  });
  return foundOf(fetched, most);
}

function foundOf({ status, body }: Fetched, most: number): Found[] {
  const results = objectOf(body)['results'];
  if (status !== 200 || !Array.isArray(results)) throw noResults(status, body);
  return listOf(results)
    .flatMap((result) => {
      const address = webAddress(result['url']);
      const published = textOf(result['published_date'], 40);
      if (!address) return [];
      return [{ title: textOf(result['title'], LONGEST_TITLE) || address, address, extract: textOf(result['content'], LONGEST_EXTRACT), ...(published && { published }) }];
    })
    .slice(0, most);
}

/** Only web addresses, written as a browser would. */
function webAddress(value: unknown): string | null {
  try {
    const url = new URL(String(value));
    return /^https?:$/.test(url.protocol) && url.href.length <= 500 ? url.href : null;
  } catch {
    return null;
  }
}

function noResults(status: number, body: unknown): LookupProblem {
  const detail = objectOf(body)['detail'];
  const reason = textOf(objectOf(detail)['error'] ?? detail ?? objectOf(body)['error'], 200);
  const said = reason ? `: ${reason}` : '';
  if (status === 401 || status === 403) return new LookupProblem('ACCESS_DENIED', `Tavily refused the key (status ${status})${said}.`, 'Tell the person to check TAVILY_API_KEY at https://app.tavily.com.');
  if (status === 429) return new LookupProblem('EXECUTION_ERROR', `Tavily gets too many questions at the moment (status 429)${said}.`, 'Wait a minute, then ask again.');
  if (status === 432 || status === 433) return new LookupProblem('ACCESS_DENIED', `The Tavily plan of this key is used up (status ${status})${said}.`, 'Tell the person; https://app.tavily.com shows the plan.');
  if (status === 400 || status === 422) return new LookupProblem('INVALID_PARAM', `Tavily can’t take this question (status ${status})${said}.`, 'Make the query shorter and plainer.');
  return new LookupProblem('EXECUTION_ERROR', `${SERVICE} answered, but not with results (status ${status})${said}.`, 'Try again later, and tell the person.');
}
