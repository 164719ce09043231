import { addressOf, listOf, numberOf, objectOf, textOf } from '../fields';
import { fetchJson, type Fetched } from '../fetch-json';
import { LookupProblem } from '../problem';
import { kindOf, kindWord, type Kind } from './kind';

export type Units = 'metric' | 'us';

/** Temperatures in °C and wind in km/h with metric units, °F and mph with us; what the service left out is null. */
export interface Weather {
  /** The place as the service understood it. */
  place: { name: string; region: string; country: string };
  units: Units;
  now: {
    description: string;
    kind: Kind | null;
    temperature: number;
    feels_like: number | null;
    /** Percent. */
    humidity: number | null;
    wind: number | null;
    wind_from: string;
    /** Local time of the observation as the service writes it. */
    observed: string;
  };
  /** Today and the days after it. */
  days: Day[];
}

export interface Day {
  /** 2026-03-02 */
  date: string;
  lowest: number;
  highest: number;
  description: string;
  kind: Kind | null;
  /** The highest chance of the day, percent. */
  chance_of_rain: number | null;
  wind: number | null;
}

export interface WeatherQuestion {
  city: string;
  units: Units;
  language: 'en' | 'zh';
  /** DESKWRIGHT_SKILL_WTTR_URL, if set. */
  address: string | undefined;
}

const SERVICE = 'The weather service wttr.in';
const TIMEOUT = 15_000;

/** @throws LookupProblem */
export async function lookUpWeather(question: WeatherQuestion): Promise<Weather> {
  const city = placeOf(question.city);
  const url = addressOf(question.address, 'https://wttr.in/');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(city)}`;
  url.search = `?format=j1&lang=${question.language === 'zh' ? 'zh-cn' : 'en'}`;
  const fetched = await fetchJson({ url, service: SERVICE, headers: { 'user-agent': 'deskwright (curl)' }, timeout: TIMEOUT });
  return weatherOf(fetched, city, question);
}

/** wttr.in takes some beginnings and endings for commands or pictures rather than places. */
function placeOf(city: string): string {
  const place = city.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (place === '') throw new LookupProblem('INVALID_PARAM', '“city” is empty.', 'Give a place, for example "北京", "Paris" or "48.85,2.35".');
  if (place.length > 100 || /^[:@]|[\p{Cc}/\\?#%]|\.png$|^moon$/iu.test(place)) {
    throw new LookupProblem('INVALID_PARAM', `“${textOf(place, 40)}” is not the name of a place.`, 'Give the place alone, for example "北京", "Paris, France" or "48.85,2.35".');
  }
  return place;
}

function weatherOf({ status, body, text }: Fetched, city: string, { units, language }: WeatherQuestion): Weather {
  // Long answers sometimes come in a further envelope.
  const root = 'current_condition' in objectOf(body) ? objectOf(body) : objectOf(objectOf(body)['data']);
  const current = listOf(root['current_condition'])[0];
  const celsius = numberOf(current?.['temp_C']);
  if (!current || celsius === null) throw noWeather(status, text, city);
  const area = listOf(root['nearest_area'])[0] ?? {};
  const days = listOf(root['weather']).flatMap((day) => dayOf(day, units, language) ?? []);
  return {
    place: { name: worded(area['areaName']) || city, region: worded(area['region']), country: worded(area['country']) },
    units,
    now: {
      ...described(current, language),
      temperature: units === 'us' ? (numberOf(current['temp_F']) ?? Math.round(celsius * 1.8 + 32)) : celsius,
      feels_like: numberOf(current[units === 'us' ? 'FeelsLikeF' : 'FeelsLikeC']),
      humidity: numberOf(current['humidity']),
      wind: numberOf(current[units === 'us' ? 'windspeedMiles' : 'windspeedKmph']),
      wind_from: textOf(current['winddir16Point'], 4),
      observed: textOf(current['localObsDateTime'], 30) || textOf(current['observation_time'], 30),
    },
    days: days.slice(0, 3),
  };
}

function dayOf(day: Record<string, unknown>, units: Units, language: 'en' | 'zh'): Day | null {
  const letter = units === 'us' ? 'F' : 'C';
  const [lowest, highest] = [numberOf(day[`mintemp${letter}`]), numberOf(day[`maxtemp${letter}`])];
  const date = textOf(day['date'], 10);
  if (lowest === null || highest === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const hours = listOf(day['hourly']);
  // Noon tells what the day looks like; times are 0, 300, …, 1200, ….
  const noon = hours.find((hour) => numberOf(hour['time']) === 1200) ?? hours[Math.floor(hours.length / 2)] ?? {};
  const wind = hours.map((hour) => numberOf(hour[units === 'us' ? 'windspeedMiles' : 'windspeedKmph']) ?? 0);
  const chances = hours.flatMap((hour) => numberOf(hour['chanceofrain']) ?? []);
  return {
    date,
    lowest,
    highest,
    ...described(noon, language),
    chance_of_rain: chances.length > 0 ? Math.max(...chances) : null,
    wind: wind.length > 0 ? Math.max(...wind) : null,
  };
}

/** In the reader's language: the service's own words when it has them, else those of the kind. */
function described(condition: Record<string, unknown>, language: 'en' | 'zh'): { description: string; kind: Kind | null } {
  const kind = kindOf(numberOf(condition['weatherCode']));
  const english = worded(condition['weatherDesc']);
  const chinese = worded(condition['lang_zh-cn']) || worded(condition['lang_zh']) || (kind ? kindWord(kind, 'zh') : '');
  return { description: (language === 'zh' && chinese) || english || (kind ? kindWord(kind, language) : ''), kind };
}

/** wttr.in wraps words: [{"value": "Sunny"}]. */
function worded(value: unknown): string {
  return textOf(listOf(value)[0]?.['value'], 80);
}

function noWeather(status: number, text: string, city: string): LookupProblem {
  const shown = textOf(city, 60);
  if (status === 404 || /unknown location|not found/i.test(text)) {
    return new LookupProblem('NOT_FOUND', `The weather service knows no place “${shown}”.`, 'Check the spelling, add the country, or give "latitude,longitude".');
  }
  if (status === 429 || status === 503 || /running out of queries/i.test(text)) {
    return new LookupProblem('EXECUTION_ERROR', `${SERVICE} has too many questions at the moment (status ${status}).`, 'Try again in a few minutes; tell the person meanwhile.');
  }
  return new LookupProblem('EXECUTION_ERROR', `${SERVICE} answered, but not with the weather (status ${status}).`, 'Try again later; tell the person, and don’t guess the weather.');
}
