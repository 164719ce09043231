import type { Kind } from '../../lookups/weather/kind';
import { kindWord } from '../../lookups/weather/kind';
import type { Weather } from '../../lookups/weather/weather';

/** Where sights should be, and the reason as people say it: "rain", "36 °C". */
export interface Setting {
  place: 'indoor' | 'outdoor';
  why: string;
}

/** Outside these limits few people like to walk about, °C and km/h. */
const HOT = 34;
const COLD = -5;
const STORMY = 50;
/** From this chance on rain is to be reckoned with, percent. */
const LIKELY_RAIN = 60;

const WET: readonly (Kind | null)[] = ['rain', 'snow', 'thunderstorm'];

/** What the weather of that day (0: today, from now on) asks for. */
export function settingFor({ units, now, days }: Weather, day: number, language: 'en' | 'zh'): Setting {
  const forecast = days[day];
  const kinds = day === 0 ? [now.kind, forecast?.kind] : [forecast?.kind];
  const wet = kinds.find((kind) => kind && WET.includes(kind));
  if (wet) return { place: 'indoor', why: kindWord(wet, language) };
  const chance = forecast?.chance_of_rain ?? 0;
  if (chance >= LIKELY_RAIN) return { place: 'indoor', why: language === 'zh' ? `降雨概率 ${chance}%` : `a chance of rain of ${chance}%` };
  const celsius = (degrees: number): number => (units === 'us' ? (degrees - 32) / 1.8 : degrees);
  const warmest = day === 0 ? Math.max(now.temperature, now.feels_like ?? -Infinity) : (forecast?.highest ?? 20);
  const degrees = units === 'us' ? '°F' : '°C';
  if (celsius(warmest) >= HOT || celsius(warmest) <= COLD) return { place: 'indoor', why: `${warmest} ${degrees}` };
  const wind = (day === 0 ? now.wind : forecast?.wind) ?? 0;
  if ((units === 'us' ? wind * 1.609 : wind) >= STORMY) return { place: 'indoor', why: language === 'zh' ? `风速 ${wind} ${units === 'us' ? 'mph' : 'km/h'}` : `wind of ${wind} ${units === 'us' ? 'mph' : 'km/h'}` };
  const kind = kinds.find((known) => known);
  return { place: 'outdoor', why: kind ? kindWord(kind, language) : `${warmest} ${degrees}` };
}
