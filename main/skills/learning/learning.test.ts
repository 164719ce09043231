import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Envelope, ErrorCode } from '../../../preload/contract/envelope';
import { openTrace } from '../../store/trace';
import { createSkillsDesk, type SkillsDesk } from '../page/desk';
import { believing, testLibrary, writeSkill } from '../test-library';
import { Lessons } from './lessons';
import { observe, readRuns } from './observe';
import { isFitDescription } from './propose';
import { withLessons } from './with-lessons';

type Called = [tool: string, args: Record<string, unknown>, failed?: ErrorCode];

const CALLABLE = new Set(['current-weather', 'web-search', 'calculator']);
const WEATHER = { type: 'object', properties: { location: { type: 'string', description: 'Where.' }, days: { type: 'integer' } }, required: ['location'], additionalProperties: false };

let bed: ReturnType<typeof testLibrary>;
let lessons: Lessons;
let asked: string[];
let answer: string | null;
beforeEach(() => {
  bed = testLibrary(believing());
  lessons = new Lessons(bed.dataFolder);
  asked = [];
  answer = null;
  writeSkill(bed.bundled, 'current-weather', 'The weather of a place.', { 'schema.json': JSON.stringify(WEATHER), 'run.js': '' });
  writeSkill(bed.bundled, 'web-search', 'Searches the web.', { 'schema.json': JSON.stringify({ type: 'object', properties: {} }), 'run.js': '' });
});

const envelope = (code?: ErrorCode): Envelope => ({
  status: code ? 'error' : 'success',
  data: {},
  text: 'x',
  ...(code ? { error: { code, message: code === 'INVALID_PARAM' ? 'current-weather: location is missing.' : 'It failed.', hint: '' } } : {}),
  stats: { time_ms: 1 },
  context: { cwd: '/w', params_input: {} },
});

/** Writes a session's trace as a run writes it. */
function trace(session: string, ...runs: Called[][]): void {
  const record = openTrace(path.join(bed.dataFolder, 'traces', session), (value) => value);
  for (const [number, calls] of runs.entries()) {
    record.record({ type: 'run_start', session, model: 'm', workspace: '/w' });
    record.record({ type: 'user', text: 'go' });
    for (const [index, [tool, args, failed]] of calls.entries()) {
      const id = `${session}-${number}-${index}`;
      record.record({ type: 'tool_call', id, tool, arguments: args });
      record.record({ type: 'tool_result', id, result: envelope(failed) });
    }
    record.record({ type: 'run_end', status: 'completed', text: '' });
  }
  record.close();
}
const skill = (name: string, args?: Record<string, unknown>, failed?: ErrorCode): Called => {
  const given = args ? { name, args } : { name };
  return failed ? ['Skill', given, failed] : ['Skill', given];
};

function desk(language: 'en' | 'zh' = 'en'): SkillsDesk {
  return createSkillsDesk({
    library: withLessons(bed.library, lessons),
    trust: believing(),
    lessons,
    dataFolder: bed.dataFolder,
    workspace: () => null,
    language: () => language,
    model: () => (answer === null ? null : (system, question) => (asked.push(`${system}\n${question}`), Promise.resolve(answer ?? ''))),
  });
}
const described = (): string | undefined => withLessons(bed.library, lessons).look(null).skills.find(({ name }) => name === 'current-weather')?.description;

describe('what traces show', () => {
  it('is which skill was called, with wrong arguments, again, in vain, under another name, and given up for another', () => {
    trace('a', [skill('current-weather', { city: 'Berlin' }, 'INVALID_PARAM'), skill('current-weather', { location: 'Berlin' }), ['Write', { path: 'a' }]]);
    trace('b', [skill('weather', { location: 'Rome' }, 'NOT_FOUND'), skill('current-weather', { location: 'Rome' })], [skill('current-weather', { location: 'x' }, 'EXECUTION_ERROR'), skill('web-search', { query: 'weather x' })]);
    trace('c', [skill('web-search'), ['Bash', { command: 'curl' }]], [skill('current-weather', { location: 'y' }, 'DENIED'), ['Write', { path: 'b' }]], [skill('?', { query: 'x' }), skill('current-weather', { task_id: 't' })]);
    const uses = observe(readRuns(bed.dataFolder), CALLABLE);
    expect([...uses.keys()].sort()).toEqual(['current-weather', 'web-search']);
    expect(uses.get('current-weather')).toMatchObject({
      calls: 5,
      wrongArguments: 1,
      retries: 1,
      failed: 1,
      abandoned: 1,
      mistakes: [{ fault: 'current-weather: location is missing.', right: { location: 'Berlin' } }],
      instead: new Map([['web-search', 1]]),
      misnamed: new Map([['weather', 1]]),
    });
    // Its manual was opened, and then something else did the work.
    expect(uses.get('web-search')).toMatchObject({ calls: 1, abandoned: 1 });
  });

  it('is read past a line that is broken and a folder that is none', () => {
    trace('a', [skill('current-weather', { location: 'Berlin' })]);
    mkdirSync(path.join(bed.dataFolder, 'traces', 'empty'));
    writeFileSync(path.join(bed.dataFolder, 'traces', 'a', 'trace.jsonl'), `not json\n${readFileSync(path.join(bed.dataFolder, 'traces', 'a', 'trace.jsonl'), 'utf8')}{"half`);
    expect(observe(readRuns(bed.dataFolder), CALLABLE).get('current-weather')?.calls).toBe(1);
  });
});

describe('by rules', () => {
  it('a mistake becomes the example that worked after it, and a wrong name a word of the description', async () => {
    trace('a', [skill('current-weather', { city: 'Berlin' }, 'INVALID_PARAM'), skill('current-weather', { location: 'Berlin' })], [skill('forecast', { location: 'x' }, 'NOT_FOUND'), skill('current-weather', {}, 'INVALID_PARAM'), skill('current-weather', { location: 'Rome', days: 2 })]);
    const { use, lessons: proposed, model } = await desk().advise('current-weather', false);
    expect(use).toEqual({ calls: 4, wrong_arguments: 2, retries: 2, abandoned: 0, failed: 0 });
    expect(model).toBe(false);
    expect(proposed.map(({ kind, before, after, by_model }) => [kind, before, after, by_model])).toEqual([
      ['example', '', '{"location":"Rome","days":2}', false],
      ['description', 'The weather of a place.', 'The weather of a place. Also for “forecast”; needs location.', false],
    ]);
    expect(proposed[0]?.reasons).toEqual(['Called with wrong arguments 2 times.', 'current-weather: location is missing.']);
    expect((await desk('zh').advise('current-weather', false)).lessons[0]?.reasons[0]).toBe('有 2 次调用的参数不正确。');
  });

  it('nothing is proposed where nothing went wrong, nor an example with a secret in it', async () => {
    trace('a', [skill('web-search', { query: 'x' })]);
    expect((await desk().advise('web-search', false)).lessons).toEqual([]);
    trace('b', [skill('current-weather', {}, 'INVALID_PARAM'), skill('current-weather', { location: '[[SECRET_1]]' })]);
    expect((await desk().advise('current-weather', false)).lessons).toEqual([]);
  });

  it('descriptions stay short, plain and of three sentences', () => {
    expect(['One. Two. Three.', '查询天气。需要地点。'].every(isFitDescription)).toBe(true);
    expect(['', 'a <b>', 'One. Two. Three. Four.', 'x'.repeat(301), 'a\nb'].some(isFitDescription)).toBe(false);
  });
});

describe('by a model', () => {
  it('is asked only when the person asks, is told what is counted, and its words are held to the same rules', async () => {
    trace('a', [skill('current-weather', { city: 'Berlin' }, 'INVALID_PARAM'), skill('current-weather', { location: 'Berlin' })]);
    answer = 'Here it is: {"description": "The weather of a place now. Needs location. Not for the climate.", "example": {"location": "Paris"}, "reason": "location was missing"}';
    await desk().advise('current-weather', false);
    expect(asked).toEqual([]);
    const { lessons: proposed, model } = await desk().advise('current-weather', true);
    expect(model).toBe(true);
    expect(asked).toHaveLength(1);
    for (const part of ['The weather of a place.', 'with wrong arguments: 1', 'location is missing', 'location (']) expect(asked[0]).toContain(part);
    expect(proposed.map(({ kind, after, by_model }) => [kind, after, by_model])).toEqual([
      ['description', 'The weather of a place now. Needs location. Not for the climate.', true],
      ['example', '{"location":"Paris"}', true],
    ]);
    answer = '{"description": "<script>", "example": {"nowhere": 1}}';
    expect((await desk().advise('current-weather', true)).lessons).toEqual([]);
    answer = 'I would rather not.';
    expect((await desk().advise('current-weather', true)).lessons).toEqual([]);
  });
});

describe('an accepted lesson', () => {
  const words = { kind: 'description' as const, before: 'The weather of a place.', after: 'The weather of a place. Needs location.', reasons: ['why'], by_model: false };

  it('counts from the yes on, is taken back to the word, and never touches the skill’s own files', () => {
    const file = path.join(bed.bundled, 'current-weather', 'SKILL.md');
    const [own, schema] = [readFileSync(file), readFileSync(path.join(bed.bundled, 'current-weather', 'schema.json'))];
    expect(described()).toBe(words.before);
    desk().accept('current-weather', words);
    expect(described()).toBe(words.after);
    expect(desk().page().skills.find(({ name }) => name === 'current-weather')?.learned).toEqual([words]);
    // A second one follows on the first; taking it back leaves the first.
    desk().accept('current-weather', { ...words, before: words.after, after: 'Weather. Needs location.' });
    expect(described()).toBe('Weather. Needs location.');
    desk().revert('current-weather', 'description');
    expect(described()).toBe(words.after);
    desk().revert('current-weather', 'description');
    expect(described()).toBe(words.before);
    expect(readFileSync(file)).toEqual(own);
    expect(readFileSync(path.join(bed.bundled, 'current-weather', 'schema.json'))).toEqual(schema);
    // Before and after of all of it are kept.
    expect(new Lessons(bed.dataFolder).of('current-weather').map(({ before, after, reverted }) => [before, after, reverted !== null])).toEqual([[words.before, words.after, true], [words.after, 'Weather. Needs location.', true]]);
  });

  it('stands back when the skill describes itself otherwise by now', () => {
    desk().accept('current-weather', words);
    writeSkill(bed.bundled, 'current-weather', 'Weather, of the new version.');
    // A new version comes with a new start.
    bed = { ...bed, library: bed.open() };
    expect(described()).toBe('Weather, of the new version.');
    expect(desk().page().skills.find(({ name }) => name === 'current-weather')?.learned).toEqual([]);
  });

  it('is not taken when it is about other words, or keeps no rule', () => {
    for (const wrong of [{ ...words, before: 'other' }, { ...words, after: 'a <b>' }, { ...words, kind: 'example' as const, after: 'no json' }]) expect(() => desk().accept('current-weather', wrong)).toThrow('no longer fits');
    expect(lessons.of('current-weather')).toEqual([]);
  });

  it('of an example is in the manual and at the arguments', () => {
    desk().accept('current-weather', { kind: 'example', before: '', after: '{"location":"Rome","days":2}', reasons: [], by_model: false });
    const library = withLessons(bed.library, lessons);
    const taught = library.look(null).skills.find(({ name }) => name === 'current-weather')!;
    expect(library.body(taught)).toContain('Skill {"name": "current-weather", "args": {"location":"Rome","days":2}}');
    expect(taught.program?.schema['properties']).toMatchObject({ location: { type: 'string', description: 'Where. Worked before: "Rome"' }, days: { description: 'Worked before: 2' } });
  });

  it('is not lost to a file that can’t be read: it is put aside', () => {
    const file = path.join(bed.dataFolder, 'skill-lessons.json');
    writeFileSync(file, '{ not json');
    expect(described()).toBe(words.before);
    desk().accept('current-weather', words);
    expect(described()).toBe(words.after);
    const aside = readdirSync(bed.dataFolder).find((name) => name.startsWith('skill-lessons.json.unreadable'));
    expect(aside && readFileSync(path.join(bed.dataFolder, aside), 'utf8')).toBe('{ not json');
    expect(existsSync(file)).toBe(true);
  });
});
