import { afterEach, describe, expect, it } from 'vitest';
import { sendJson, startService, wttrAnswer, type FakeService } from '../lookups/test-bed';
import { callSkill } from '../test-bed';
import { serve } from './run';

const open: FakeService[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

async function ask(args: Record<string, unknown>, weather: object | number, language = 'en', key: string | undefined = 'k') {
  const wttr = await startService((_, response) => (typeof weather === 'number' ? response.writeHead(weather).end() : sendJson(response, weather)));
  open.push(wttr);
  const tavily = await startService((_, response) => sendJson(response, { results: [{ title: '国家博物馆', url: 'https://example.org/museum', content: '免费参观' }] }));
  open.push(tavily);
  const called = await callSkill(serve, args, {
    DESKWRIGHT_SKILL_WTTR_URL: wttr.url,
    DESKWRIGHT_SKILL_TAVILY_URL: tavily.url,
    TAVILY_API_KEY: key,
    DESKWRIGHT_LANGUAGE: language,
  });
  const query = tavily.seen[0] ? (JSON.parse(tavily.seen[0].body) as { query: string }).query : null;
  return { ...called, query, asked: wttr.seen.map(({ path }) => path) };
}

describe('the travel skill', () => {
  it('looks up the weather, then sights that fit it, and tells how far it is', async () => {
    const { answer, before, query, asked } = await ask({ city: '北京', interests: '历史' }, wttrAnswer({ code: 296, celsius: 8 }), 'zh');
    expect(asked).toEqual(['/北京?format=j1&lang=zh-cn']);
    expect(query).toBe('北京 室内景点 博物馆 展览 推荐 历史');
    expect(before).toEqual([
      { progress: '查询天气', fraction: 0.1 },
      { progress: '查找合适的景点', fraction: 0.5 },
    ]);
    expect(answer).toMatchObject({
      status: 'ok',
      result: {
        weather: { place: { name: 'Beijing' }, now: { kind: 'rain' } },
        setting: { place: 'indoor', why: '雨' },
        sights: [{ title: '国家博物馆', address: 'https://example.org/museum' }],
      },
      text: expect.stringContaining('雨：适合室内游览。\n1. 国家博物馆 <https://example.org/museum>') as string,
    });
    expect(answer).not.toHaveProperty('result.missing');
  });

  it.each([
    ['sun', {}, {}, 'outdoor', 'clear'],
    ['snow', { code: 338, celsius: -2 }, {}, 'indoor', 'snow or sleet'],
    ['a thunderstorm', { code: 389 }, {}, 'indoor', 'thunderstorm'],
    ['rain that is likely', { rain: 80 }, {}, 'indoor', 'a chance of rain of 80%'],
    ['heat', { celsius: 38 }, {}, 'indoor', '38 °C'],
    ['heat in °F', { celsius: 38 }, { units: 'us' }, 'indoor', '100 °F'],
    ['frost', { celsius: -12 }, {}, 'indoor', '-12 °C'],
    ['a storm', { wind: 70 }, {}, 'indoor', 'wind of 70 km/h'],
    ['rain today, and tomorrow is asked', { code: 296, tomorrow: 116 }, { day: 1 }, 'outdoor', 'cloudy'],
    ['rain tomorrow', { tomorrow: 302 }, { day: '1' }, 'indoor', 'rain'],
  ])('with %s it looks in the right place', async (_, weather, args, place, why) => {
    const { answer, query } = await ask({ city: 'Beijing', ...args }, wttrAnswer(weather));
    expect(answer).toMatchObject({ result: { setting: { place, why } } });
    expect(query).toContain(`best ${place} sights`);
  });

  it('gives the weather without a search key, and says what is missing', async () => {
    const { answer, query } = await ask({ city: '北京' }, wttrAnswer(), 'en', '');
    expect(query).toBeNull();
    expect(answer).toMatchObject({
      status: 'ok',
      result: { weather: { now: { temperature: 21 } }, sights: [], missing: expect.stringContaining('TAVILY_API_KEY') as string },
      text: expect.stringMatching(/^Beijing, China: Weather 113.*\n.*\nClear: outdoor sights fit\.\nNo sights: Searching the web needs a key/s) as string,
    });
  });

  it('says that the place is unknown and searches nothing', async () => {
    const { answer, query } = await ask({ city: 'Nowhereville' }, 404);
    expect(answer).toMatchObject({ status: 'error', code: 'NOT_FOUND' });
    expect(query).toBeNull();
  });
});
