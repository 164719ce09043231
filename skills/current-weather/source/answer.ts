import { answered } from '../../lookups/problem';
import { weatherText } from '../../lookups/weather/sentence';
import { lookUpWeather } from '../../lookups/weather/weather';
import type { Answer, SkillContext } from '../../serve';

/** The weather of a place now, and of up to three days; see schema.json for the arguments. */
export function answer(args: Record<string, unknown>, { environment, language }: SkillContext): Promise<Answer> {
  return answered(async () => {
    const weather = await lookUpWeather({
      city: String(args['city'] ?? ''),
      units: args['units'] === 'us' ? 'us' : 'metric',
      language,
      address: environment['DESKWRIGHT_SKILL_WTTR_URL'],
    });
    const days = Math.min(3, Math.max(1, Math.trunc(Number(args['days'] ?? 1)) || 1));
    const shown = { ...weather, days: weather.days.slice(0, days) };
    return { status: 'ok', result: shown, text: weatherText(shown, language) };
  });
}
