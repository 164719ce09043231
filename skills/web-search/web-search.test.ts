import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { addressOfNobody, sendJson, startService, type FakeService, type Seen } from '../lookups/test-bed';
import { callSkill } from '../test-bed';
import { serve } from './run';

let service: FakeService | undefined;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function ask(args: Record<string, unknown>, respond: (seen: Seen, response: ServerResponse) => void, language = 'en') {
  service = await startService(respond);
  return (await callSkill(serve, args, { DESKWRIGHT_SKILL_TAVILY_URL: service.url, TAVILY_API_KEY: ' tvly-test ', DESKWRIGHT_LANGUAGE: language })).answer;
}

const results = [
  { title: 'LibreOffice 25.8', url: 'https://blog.documentfoundation.org/25-8/', content: 'Released on 20 August.', score: 0.9 },
  { title: 'Second\u0000 one', url: 'http://example.org/a b', content: `word ${'long '.repeat(200)}`, published_date: 'Mon, 02 Mar 2026' },
  { title: 'A script', url: 'javascript:alert(1)', content: 'x' },
  { title: '', url: 'https://example.org/untitled', content: null },
  { url: 7 },
  'nonsense',
];

describe('the search skill', () => {
  it('asks Tavily with the key, and answers with titles, addresses and short extracts', async () => {
    const answer = await ask({ query: '  LibreOffice   25.8 ', most: '3', since: 'month', sites: ['https://www.documentfoundation.org/x'] }, (_, response) => sendJson(response, { results }));
    expect(service?.seen).toMatchObject([{ method: 'POST', path: '/search', headers: { authorization: 'Bearer tvly-test', 'content-type': 'application/json' } }]);
    expect(JSON.parse(service?.seen[0]?.body ?? '')).toEqual({
      query: 'LibreOffice 25.8',
      topic: 'general',
      max_results: 3,
      search_depth: 'basic',
      time_range: 'month',
      include_domains: ['www.documentfoundation.org'],
    });
    const { found } = (answer as { result: { found: { extract: string }[] } }).result;
    expect(found).toMatchObject([
      { title: 'LibreOffice 25.8', address: 'https://blog.documentfoundation.org/25-8/', extract: 'Released on 20 August.' },
      { title: 'Second one', address: 'http://example.org/a%20b', published: 'Mon, 02 Mar 2026' },
      { title: 'https://example.org/untitled', address: 'https://example.org/untitled', extract: '' },
    ]);
    expect(found[1]?.extract).toMatch(/^word (long ?)+…$/);
    expect(found[1]?.extract.length).toBeLessThanOrEqual(301);
    expect(answer).toMatchObject({ text: expect.stringMatching(/^1\. LibreOffice 25\.8 <https:\/\/blog.*\n {3}Released on 20 August\.\n2\. /) as string });
  });

  it('takes no results for an answer', async () => {
    expect(await ask({ query: '不存在' }, (_, response) => sendJson(response, { results: [] }), 'zh')).toEqual({
      status: 'ok',
      result: { query: '不存在', found: [] },
      text: '没有找到与“不存在”有关的网页。',
    });
  });

  it('says how to get a key and where to put it, and asks nobody', async () => {
    service = await startService((_, response) => sendJson(response, { results }));
    for (const key of [undefined, '', '  ']) {
      const { answer } = await callSkill(serve, { query: 'x' }, { DESKWRIGHT_SKILL_TAVILY_URL: service.url, TAVILY_API_KEY: key });
      expect(answer).toMatchObject({ status: 'error', code: 'ACCESS_DENIED', message: expect.stringContaining('TAVILY_API_KEY') as string });
      expect(answer).toMatchObject({ hint: expect.stringMatching(/https:\/\/app\.tavily\.com.*\.env/) as string });
    }
    expect(service.seen).toEqual([]);
  });

  it.each([
    [401, { detail: { error: 'Unauthorized: missing or invalid API key.' } }, 'ACCESS_DENIED', 'refused the key (status 401): Unauthorized: missing or invalid API key.'],
    [429, { detail: { error: 'blocked' } }, 'EXECUTION_ERROR', 'too many questions'],
    [432, { detail: { error: 'exceeds your plan' } }, 'ACCESS_DENIED', 'used up (status 432): exceeds your plan.'],
    [400, { detail: 'Query is too long.' }, 'INVALID_PARAM', 'can’t take this question'],
    [500, 'oops', 'EXECUTION_ERROR', 'not with results (status 500)'],
    [200, { results: 'none' }, 'EXECUTION_ERROR', 'not with results'],
  ])('explains status %s', async (status, body, code, part) => {
    const answer = await ask({ query: 'x' }, (_, response) => sendJson(response, body, status));
    expect(answer).toMatchObject({ status: 'error', code, message: expect.stringContaining(part) as string });
    expect(JSON.stringify(answer)).not.toContain('tvly-test');
  });

  it('is friendly when there is no network', async () => {
    service = await startService(() => undefined);
    const gone = addressOfNobody(service.url);
    await service.close();
    const { answer } = await callSkill(serve, { query: 'x' }, { DESKWRIGHT_SKILL_TAVILY_URL: gone, TAVILY_API_KEY: 'k' });
    expect(answer).toMatchObject({ status: 'error', message: expect.stringContaining('can’t be reached') as string });
  });

  it.each([
    [{}, '“query” is empty'],
    [{ query: 'x'.repeat(401) }, 'at most 400'],
    [{ query: 'x', sites: ['not a site'] }, 'is not a site'],
    [{ query: 'x', sites: 'localhost' }, 'is not a site'],
  ])('refuses %o', async (args, part) => {
    expect(await ask(args, (_, response) => sendJson(response, { results }))).toMatchObject({ code: 'INVALID_PARAM', message: expect.stringContaining(part) as string });
    expect(service?.seen).toEqual([]);
  });
});
