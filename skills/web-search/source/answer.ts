import { answered, LookupProblem } from '../../lookups/problem';
import { foundText } from '../../lookups/search/listing';
import { searchWeb, type SearchQuestion } from '../../lookups/search/search';
import type { Answer, SkillContext } from '../../serve';

/** The service takes 400 characters. */
const LONGEST_QUERY = 400;
const SINCE = ['day', 'week', 'month', 'year'] as const;

/** Searches the web; see schema.json for the arguments. */
export function answer(args: Record<string, unknown>, { environment, language }: SkillContext): Promise<Answer> {
  return answered(async () => {
    const question = questionOf(args, environment);
    const found = await searchWeb(question);
    const nothing = language === 'zh' ? `没有找到与“${question.query}”有关的网页。` : `Nothing was found for “${question.query}”.`;
    return { status: 'ok', result: { query: question.query, found }, text: found.length > 0 ? foundText(found) : nothing };
  });
}

function questionOf(args: Record<string, unknown>, environment: SkillContext['environment']): SearchQuestion {
  const query = String(args['query'] ?? '').replace(/\s+/g, ' ').trim();
  if (query === '') throw new LookupProblem('INVALID_PARAM', '“query” is empty.', 'Give a few words, for example "Deutsche Bahn strike December".');
  if (query.length > LONGEST_QUERY) throw new LookupProblem('INVALID_PARAM', `“query” has ${query.length} characters; at most ${LONGEST_QUERY} are taken.`, 'Give the few words that matter.');
  const since = SINCE.find((span) => span === args['since']) ?? null;
  const sites = (Array.isArray(args['sites']) ? args['sites'] : args['sites'] === undefined ? [] : [args['sites']]).map((site) => siteOf(String(site)));
  const most = Math.min(10, Math.max(1, Math.trunc(Number(args['most'] ?? 5)) || 5));
  return { query, most, topic: args['topic'] === 'news' ? 'news' : 'general', since, sites, key: environment['TAVILY_API_KEY'], address: environment['DESKWRIGHT_SKILL_TAVILY_URL'] };
}

/** "https://www.example.org/page" means example.org too. */
function siteOf(written: string): string {
  const host = written.trim().replace(/^https?:\/\//i, '').replace(/[/?#].*$/, '').toLowerCase();
  if (/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(host)) return host;
  throw new LookupProblem('INVALID_PARAM', `“${written.slice(0, 60)}” in “sites” is not a site.`, 'Give host names such as "example.org".');
}
