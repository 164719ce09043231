import { answered, LookupProblem } from '../../lookups/problem';
import { foundText } from '../../lookups/search/listing';
import { searchWeb, type Found } from '../../lookups/search/search';
import { weatherText } from '../../lookups/weather/sentence';
import { lookUpWeather, type Weather } from '../../lookups/weather/weather';
import type { Answer, SkillContext } from '../../serve';
import { settingFor, type Setting } from './setting';

interface Sights {
  found: Found[];
  /** Why there are none, for the model and the person; null when there are. */
  missing: { message: string; hint: string } | null;
}

/** The weather of a place, then sights that fit it; see schema.json for the arguments. */
export function answer(args: Record<string, unknown>, context: SkillContext): Promise<Answer> {
  const { environment, language } = context;
  return answered(async () => {
    const city = String(args['city'] ?? '').trim();
    const day = Math.min(2, Math.max(0, Math.trunc(Number(args['day'] ?? 0)) || 0));
    context.progress(language === 'zh' ? '查询天气' : 'Looking up the weather', 0.1);
    const weather = await lookUpWeather({ city, units: args['units'] === 'us' ? 'us' : 'metric', language, address: environment['DESKWRIGHT_SKILL_WTTR_URL'] });
    const setting = settingFor(weather, day, language);
    context.progress(language === 'zh' ? '查找合适的景点' : 'Looking for sights that fit', 0.5);
    const query = queryFor(city, setting, String(args['interests'] ?? ''));
    const sights = await sightsFor(query, environment);
    const shown = { ...weather, days: weather.days.slice(0, day + 1) };
    return {
      status: 'ok',
      result: { weather: shown, setting, query, sights: sights.found, ...(sights.missing && { missing: `${sights.missing.message} ${sights.missing.hint}` }) },
      text: textOf(shown, setting, sights, language),
    };
  });
}

/** In Chinese for places written in Chinese, because that is where their sights are described. */
function queryFor(city: string, { place }: Setting, interests: string): string {
  const wanted = interests.replace(/\s+/g, ' ').trim().slice(0, 100);
  const words = /\p{Script=Han}/u.test(city)
    ? `${city} ${place === 'indoor' ? '室内景点 博物馆 展览' : '户外景点 公园 古迹'} 推荐 ${wanted}`
    : `${city} ${place === 'indoor' ? 'best indoor sights museums' : 'best outdoor sights parks landmarks'} ${wanted}`;
  return words.trim();
}

/** The weather is of use without sights, so whatever keeps them away is said beside it. */
async function sightsFor(query: string, environment: SkillContext['environment']): Promise<Sights> {
  try {
    const found = await searchWeb({ query, most: 5, topic: 'general', since: null, sites: [], key: environment['TAVILY_API_KEY'], address: environment['DESKWRIGHT_SKILL_TAVILY_URL'] });
    return { found, missing: found.length > 0 ? null : { message: 'The search found nothing.', hint: 'Try web-search with other words.' } };
  } catch (error) {
    if (error instanceof LookupProblem) return { found: [], missing: { message: error.message, hint: error.hint } };
    throw error;
  }
}

function textOf(weather: Weather, { place, why }: Setting, { found, missing }: Sights, language: 'en' | 'zh'): string {
  const fit =
    language === 'zh'
      ? `${why}：适合${place === 'indoor' ? '室内' : '户外'}游览。`
      : `${why.charAt(0).toUpperCase()}${why.slice(1)}: ${place} sights fit.`;
  const sights = missing ? `${language === 'zh' ? '没有景点：' : 'No sights: '}${missing.message} ${missing.hint}` : foundText(found);
  return `${weatherText(weather, language)}\n${fit}\n${sights}`;
}
