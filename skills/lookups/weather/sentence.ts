import type { Day, Weather } from './weather';

type Language = 'en' | 'zh';

/** The weather in one or a few lines: now, then each day. */
export function weatherText({ place, units, now, days }: Weather, language: Language): string {
  const degrees = units === 'us' ? '°F' : '°C';
  const speed = units === 'us' ? 'mph' : 'km/h';
  const where = [place.name, place.region, place.country].filter((part, index, all) => part !== '' && all.indexOf(part) === index).join(language === 'zh' ? '，' : ', ');
  const parts =
    language === 'zh'
      ? [`${now.temperature} ${degrees}`, now.feels_like === null ? '' : `体感 ${now.feels_like} ${degrees}`, now.humidity === null ? '' : `湿度 ${now.humidity}%`, now.wind === null ? '' : `风速 ${now.wind} ${speed}`]
      : [`${now.temperature} ${degrees}`, now.feels_like === null ? '' : `feels like ${now.feels_like} ${degrees}`, now.humidity === null ? '' : `humidity ${now.humidity}%`, now.wind === null ? '' : `wind ${now.wind} ${speed} ${now.wind_from}`.trim()];
  const first = `${where}${language === 'zh' ? '：' : ': '}${[now.description, ...parts].filter((part) => part !== '').join(language === 'zh' ? '，' : ', ')}${language === 'zh' ? '。' : '.'}`;
  return [first, ...days.map((day) => dayText(day, degrees, language))].join('\n');
}

function dayText({ date, lowest, highest, description, chance_of_rain: chance }: Day, degrees: string, language: Language): string {
  const rain = chance === null ? '' : language === 'zh' ? `，降雨概率 ${chance}%` : `, chance of rain ${chance}%`;
  return language === 'zh' ? `${date}：${description}，${lowest} 到 ${highest} ${degrees}${rain}` : `${date}: ${description}, ${lowest} to ${highest} ${degrees}${rain}`;
}
