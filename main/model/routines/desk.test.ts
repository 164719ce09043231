import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../preload/contract/envelope';
import { createRoutineDesk, type RoutineDesk } from './desk';
import { readRoutine } from './routine';

const done: Envelope = { status: 'success', data: {}, text: 'ok', stats: { time_ms: 1 }, context: { cwd: '/w', params_input: {} } };

/** A desk over a data folder with the trace of one completed run of these calls. */
function bed(calls: [tool: string, args: Record<string, unknown>][], language: 'en' | 'zh' = 'en'): { desk: RoutineDesk; folder: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'routine-desk-'));
  const at = '2026-01-01T00:00:00.000Z';
  const events = [
    { at, type: 'run_start', session: 's', model: 'm', workspace: '/w' },
    { at, type: 'user', text: 'go' },
    ...calls.flatMap(([tool, args], index) => [
      { at, type: 'assistant', text: `Step for ${String(args['path'] ?? tool)}.` },
      { at, type: 'tool_call', id: `c${index}`, tool, arguments: args },
      { at, type: 'tool_result', id: `c${index}`, result: done },
    ]),
    { at, type: 'run_end', status: 'completed', text: '' },
  ];
  mkdirSync(path.join(folder, 'traces', 's'), { recursive: true });
  writeFileSync(path.join(folder, 'traces', 's', 'trace.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return { desk: createRoutineDesk({ dataFolder: folder, language: () => language }), folder };
}

const letter: [string, Record<string, unknown>][] = [
  ['Write', { path: 'letter.md', content: 'Dear Ada Lovelace,\nthe report of Ada is in letter.md' }],
  ['Skill', { name: 'office-documents' }],
  ['Skill', { name: 'office-documents', args: { action: 'convert', file: 'letter.md', to: 'pdf' } }],
  ['Skill', { name: 'office-documents', args: { task_id: 't1' } }],
  ['Bash', { command: 'lpr -P office letter.pdf' }],
];

describe('making a routine of a run', () => {
  it('finds the file that was written, and offers the texts of its steps', () => {
    const { desk } = bed(letter);
    const { blanks, steps } = desk.draft('s');
    expect(blanks.filter(({ found }) => found)).toEqual([{ key: 'file', value: 'letter.md', found: true }]);
    expect(blanks.filter(({ found }) => !found).map(({ value }) => value)).toEqual(['office-documents', 'pdf', 'lpr -P office letter.pdf']);
    // Reading a skill and asking for a task's state are no steps; running a skill is one.
    expect(steps.map(({ tool, arguments: args }) => [tool, args])).toEqual([
      ['Write', { path: 'letter.md', content: 'Dear Ada Lovelace,\nthe report of Ada is in letter.md' }],
      ['Skill', { name: 'office-documents', args: { action: 'convert', file: 'letter.md', to: 'pdf' } }],
      ['Bash', { command: 'lpr -P office letter.pdf' }],
    ]);
    expect(steps[0]?.why).toBe('Step for letter.md.');
  });

  it('keeps the blanks that the person chose, by the names they gave, everywhere the text is', () => {
    const { desk, folder } = bed([['Write', { path: 'a.md', content: 'x' }], ['Bash', { command: 'Ada Lovelace' }], ['Bash', { command: 'mail Ada Lovelace' }]]);
    const key = desk.draft('s').blanks.find(({ value }) => value === 'Ada Lovelace')?.key ?? '';
    const view = desk.save({ session: 's', name: 'To a person', blanks: [{ key, label: ' Who ' }, { key: 'no_such', label: 'x' }] });
    expect(view.blanks).toEqual([{ key, label: 'Who', value: 'Ada Lovelace' }]);
    expect(view.steps.map(({ arguments: args }) => args)).toEqual([{ path: 'a.md', content: 'x' }, { command: 'Ada Lovelace' }, { command: 'mail Ada Lovelace' }]);
    const stored = readRoutine(folder, 'To a person');
    expect(stored?.steps.map((step) => (step.kind === 'call' ? step.arguments : null))).toEqual([{ path: '{file}', content: 'x' }, { command: `{${key}}` }, { command: `mail {${key}}` }]);
    // The file was not chosen: nobody is asked, it is what it was.
    expect(stored?.fixed).toEqual(['file']);
    expect(desk.chosen('To a person', { [key]: 'Alan', other: 'dropped' }).values).toEqual({ [key]: 'Alan' });
  });

  it('replaces the longest text first, and never inside a blank that is there', () => {
    const { desk, folder } = bed([['Bash', { command: 'file' }], ['Bash', { command: 'say file text' }], ['Write', { path: 'file.md', content: 'say file text' }]]);
    const blanks = desk.draft('s').blanks.map(({ key }) => ({ key, label: '' }));
    desk.save({ session: 's', name: 'r', blanks });
    const texts = readRoutine(folder, 'r')?.steps.map((step) => (step.kind === 'call' ? JSON.stringify(step.arguments) : ''));
    expect(texts).toEqual(['{"command":"{text_1}"}', '{"command":"{text_2}"}', '{"path":"{file}","content":"{text_2}"}']);
  });
});

describe('the shelf', () => {
  it('lists, renames, deletes and brings back, and says in the person’s language what can’t be', () => {
    const { desk, folder } = bed(letter, 'zh');
    const save = (name: string): unknown => desk.save({ session: 's', name, blanks: [] });
    save('月报');
    expect(() => save('月报')).toThrow('已经有流程 月报');
    expect(() => save('../x')).toThrow('流程名称可以使用');
    save('other');
    writeFileSync(path.join(folder, 'routines', 'broken.json'), '{');
    expect(desk.list().map(({ name, problem }) => [name, problem === ''])).toEqual([['broken', false], ['other', true], ['月报', true]]);
    expect(() => desk.rename('月报', 'other')).toThrow('已经有流程');
    expect(() => desk.rename('nothing', 'x')).toThrow('已不存在');
    desk.rename('月报', '周报');
    expect(readRoutine(folder, '周报')?.name).toBe('周报');
    const bytes = readFileSync(path.join(folder, 'routines', '周报.json'));
    desk.delete('周报');
    expect(readdirSync(path.join(folder, 'routines'))).toEqual(['broken.json', 'other.json']);
    desk.restore('周报');
    expect(readFileSync(path.join(folder, 'routines', '周报.json'))).toEqual(bytes);
    expect(() => desk.restore('周报')).toThrow('已经有流程');
    expect(() => desk.restore('never')).toThrow('已不存在');
    expect(() => desk.delete('../settings')).toThrow('已不存在');
  });

  it('says why a run can’t become one', () => {
    expect(() => bed([['LS', {}]]).desk.draft('s')).toThrow('only looked');
    expect(() => bed([]).desk.draft('other')).toThrow('no completed run');
  });
});
