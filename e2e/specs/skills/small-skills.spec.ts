import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { headless, type Headless } from '../../fixtures/headless';
import { startLookupServices, type LookupServices } from '../../fixtures/lookup-services';
import type { ChatRequest, Script } from '../../fixtures/model-server';

const ask = (name: string, args: Record<string, unknown>) => ({ calls: [{ name: 'Skill', arguments: { name, args } }] });
const resultsOf = ({ events }: Headless) => events.flatMap((event) => (event.type === 'tool_result' ? [event.result] : []));
const answerOf = ({ events }: Headless): string | undefined => events.flatMap((event) => (event.type === 'run_end' ? [event.text] : []))[0];

/** The last thing that the model was told, as one text. */
function told({ messages }: ChatRequest): string {
  const content = messages.at(-1)?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}

test.describe('on loopback', () => {
  let services: LookupServices;
  test.beforeEach(async () => {
    services = await startLookupServices();
  });
  test.afterEach(() => services.close());

  test('weather and search compose as two calls of the model', async () => {
    const script: Script = (request, turn) => {
      if (turn === 0) return ask('current-weather', { city: '北京' });
      const rains = /小雨|Light rain/.test(told(request));
      return turn === 1 ? ask('web-search', { query: rains ? '北京 室内景点' : '北京 公园' }) : { text: /国家博物馆|nothing/.exec(told(request))?.[0] ?? 'nothing' };
    };
    const run = await headless(['--approve', 'all', '北京天气怎么样？推荐一个合适的景点'], { script, environment: services.environment });
    expect(resultsOf(run).map(({ status }) => status)).toEqual(['success', 'success']);
    expect(services.asked).toEqual({ weather: [expect.stringMatching(/^\/北京\?format=j1/)], search: ['北京 室内景点'] });
    expect(answerOf(run)).toContain('国家博物馆');
  });

  test('without the search key there is the weather, and what is missing', async () => {
    const script: Script = (request, turn) => (turn === 0 ? ask('travel-assistant', { city: '北京' }) : { text: told(request).includes('TAVILY_API_KEY') ? 'no key' : 'a key' });
    const run = await headless(['--approve', 'all', 'sights in 北京'], { script, environment: { ...services.environment, TAVILY_API_KEY: '' } });
    expect(answerOf(run)).toContain('no key');
    expect(services.asked.weather).toHaveLength(1);
    expect(services.asked.search).toEqual([]);
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
