import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { headless, type Headless } from '../../fixtures/headless';
import type { ChatRequest, Script } from '../../fixtures/model-server';
import { startWebServices, type WebServices } from '../../fixtures/web-services';

const ask = (name: string, args: Record<string, unknown>) => ({ calls: [{ name: 'Skill', arguments: { name, args } }] });
const resultsOf = ({ events }: Headless) => events.flatMap((event) => (event.type === 'tool_result' ? [event.result] : []));
const answerOf = ({ events }: Headless): string | undefined => events.flatMap((event) => (event.type === 'run_end' ? [event.text] : []))[0];

/** The last thing that the model was told, as one text. */
function told({ messages }: ChatRequest): string {
  const content = messages.at(-1)?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** What a model would say from the results: the sight that was found, with its address, and why. */
function recommendation(results: string): string {
  const sight = /title[\\": ]+([^\\"]+)/.exec(results)?.[1];
  const address = /https:\/\/example\.org\/[a-z-]+/.exec(results)?.[0];
  return `北京有${/小雨/.exec(results)?.[0] ?? '？'}，推荐${sight ?? '？'}（${address ?? '？'}）。`;
}

test.describe('weather in 北京, then a sight that fits', () => {
  let services: WebServices;
  test.beforeEach(async () => {
    services = await startWebServices();
  });
  test.afterEach(() => services.close());

  const expected = '北京有小雨，推荐中国国家博物馆（https://example.org/national-museum）。';

  const scripts: [string, string[], Script][] = [
    ['one skill, native calls', [], (request, turn) => (turn === 0 ? ask('travel-assistant', { city: '北京' }) : { text: recommendation(told(request)) })],
    [
      'one skill, ReAct',
      ['--dialect', 'react'],
      (request, turn) => ({ text: turn === 0 ? 'Thought: The weather first, then sights.\nAction: travel-assistant(city="北京")' : `Final Answer: ${recommendation(told(request))}` }),
    ],
    [
      'both skills one after the other',
      [],
      (request, turn) => {
        if (turn === 0) return ask('current-weather', { city: '北京' });
        const weather = JSON.stringify(request.messages);
        return turn === 1 ? ask('web-search', { query: weather.includes('小雨') ? '北京 室内景点' : '北京 公园' }) : { text: recommendation(weather) };
      },
    ],
  ];
  for (const [name, words, script] of scripts) {
    test(name, async () => {
      const run = await headless([...words, '--approve', 'all', '北京天气怎么样？推荐一个合适的景点'], { script, environment: { ...services.environment, LANG: 'zh_CN.UTF-8' } });
      expect(resultsOf(run).map(({ status }) => status)).not.toContain('error');
      expect(services.weatherAsked).toEqual([expect.stringMatching(/^\/北京\?format=j1/)]);
      expect(services.searched).toEqual([expect.stringContaining('室内景点')]);
      expect(answerOf(run)).toContain(expected);
      expect(run.code).toBe(0);
    });
  }

  test('without the search key there is the weather, and what is missing', async () => {
    const script: Script = (request, turn) => (turn === 0 ? ask('travel-assistant', { city: '北京' }) : { text: told(request).includes('TAVILY_API_KEY') ? 'no key' : 'a key' });
    const run = await headless(['--approve', 'all', 'sights in 北京'], { script, environment: { ...services.environment, TAVILY_API_KEY: '' } });
    expect(answerOf(run)).toContain('no key');
    expect(services.weatherAsked).toHaveLength(1);
    expect(services.searched).toEqual([]);
  });
});

test('45 workdays from a date are written into a memo, with skip_weekends as the string "true"', async () => {
  const script: Script = (request, turn) => {
    if (turn === 0) return ask('date-planner', { date: '2026-03-02', amount: '45', skip_weekends: 'true' });
    const date = /\d{4}-\d{2}-\d{2}(?=[\\" ]*,[\\" ]*weekday)/.exec(told(request))?.[0] ?? 'no date';
    return turn === 1 ? { calls: [{ name: 'Write', arguments: { path: 'memo.txt', content: `Review on ${date}.\n` } }] } : { text: 'The memo is written.' };
  };
  const run = await headless(['--approve', 'none', 'Write the date 45 workdays after 2 March 2026 into memo.txt'], { script });
  expect(readFileSync(path.join(run.workspace, 'memo.txt'), 'utf8')).toBe('Review on 2026-05-04.\n');
  expect(run.code).toBe(0);
});

test('the small skills answer through the gate, and say what is wrong with a call', async () => {
  const script: Script = [
    ask('calculator', { expression: '0.1 + 0.2' }),
    ask('calculator', { expression: 'sqr(4)' }),
    ask('system-status', { part: 'memory' }),
    ask('date-planner', { date: '03/04/2026' }),
    { text: 'Done.' },
  ];
  const run = await headless(['--approve', 'none', 'try them'], { script });
  const [sum, wrong, memory, ambiguous] = resultsOf(run);
  expect(sum).toMatchObject({ status: 'success', text: expect.stringContaining('0.1 + 0.2 = 0.3') });
  expect(wrong).toMatchObject({ status: 'error', error: { code: 'INVALID_PARAM', hint: expect.stringContaining('sqrt') } });
  expect(memory).toMatchObject({ status: 'success', text: expect.stringContaining('% used') });
  expect(ambiguous).toMatchObject({ status: 'error', error: { message: expect.stringContaining('3 April 2026') } });
});

test('a skill is made, filled in and found in order', async () => {
  const text = '---\nname: write-memo\ndescription: Writes a memo. Use it for memos.\n---\n# Write Memo\n\nDo it.\n';
  const script: Script = [
    ask('skill-creator', { action: 'init', target: 'skills/write-memo', description: 'Writes a memo. Use it for memos.' }),
    ask('skill-creator', { action: 'validate', folder: 'skills/write-memo' }),
    { calls: [{ name: 'Read', arguments: { path: 'skills/write-memo/SKILL.md' } }] },
    { calls: [{ name: 'Write', arguments: { path: 'skills/write-memo/SKILL.md', content: text } }] },
    ask('skill-creator', { action: 'validate', folder: 'skills/write-memo' }),
    { text: 'Done.' },
  ];
  const run = await headless(['--approve', 'all', 'make a skill for memos'], { script });
  expect(readFileSync(path.join(run.workspace, 'skills/write-memo/SKILL.md'), 'utf8')).toBe(text);
  expect(resultsOf(run).map(({ status }) => status)).not.toContain('error');
  expect(resultsOf(run)[1]?.text).toContain('placeholder_left');
  expect(resultsOf(run)[4]?.text).toContain('In order.');
});

test('a limit that is crossed is told in the run and to the model, once, by the skill itself', async () => {
  const script: Script = (request, turn) => {
    const told = JSON.stringify(request.messages).split('[Deskwright]').slice(1).filter((note) => /^[^[]*% full/.test(note)).length;
    if (told > 0 && turn > 3) return { text: `told ${told}` };
    return turn < 40 ? { calls: [{ name: 'Bash', arguments: { command: `sleep 1 && echo ${turn}` } }] } : { text: 'never told' };
  };
  const run = await headless(['--approve', 'all', '--max-steps', '60', 'wait a little'], {
    script,
    // Every disk in use is at least one percent full.
    prepare: (data) => {
      const folder = path.join(data, 'skill-data', 'system-status');
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'limits.json'), JSON.stringify({ disk_percent: 1 }));
    },
  });
  const notices = run.events.flatMap((event) => (event.type === 'notice' && event.code === 'DISK_FULL' ? [event.text] : []));
  expect(notices.length).toBeGreaterThan(0);
  expect(new Set(notices).size).toBe(notices.length);
  expect(notices[0]).toMatch(/\d+% full/);
  expect(answerOf(run)).toMatch(/^told \d+/);
});
