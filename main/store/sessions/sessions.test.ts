import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSessionLog, sessionFile, type SessionRecord } from '../session-log';
import { findSession, listSessions } from './catalogue';
import { toJson, toMarkdown } from './export';
import { deleteSession, forkSession, NoSession, recordsOf, renameSession, restoreSession } from './manage';
import { searchSessions } from './search';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sessions-'));
});

const user = (text: string): SessionRecord => ({ type: 'message', role: 'user', text });
const assistant = (text: string, ...calls: string[]): SessionRecord => ({ type: 'message', role: 'assistant', text, calls: calls.map((id) => ({ id, name: 'LS', arguments: '{"path":"."}' })) });
const answer = (callId: string): SessionRecord => ({ type: 'message', role: 'tool', callId, name: 'LS', text: JSON.stringify({ status: 'success', text: '2 entries', data: {} }) });

function store(id: string, ...records: SessionRecord[]): void {
  const log = openSessionLog(folder, id);
  for (const record of records) log.append(record);
  log.close();
}
const texts = (id: string): unknown[] => recordsOf(folder, id).records.filter(({ type }) => type === 'message').map((record) => record['text']);

describe('the list', () => {
  it('is newest first, titled by the first request until it is renamed', () => {
    store('a', { ...user('  Make a\nbudget '), at: '2026-01-01T00:00:00.000Z' });
    store('b', { ...user('Second'), at: '2026-01-02T00:00:00.000Z' });
    expect(listSessions(folder).map(({ id, title, messages }) => [id, title, messages])).toEqual([['b', 'Second', 1], ['a', 'Make a budget', 1]]);
    renameSession(folder, 'a', ' Budget  2026 ');
    store('a', { ...user('more'), at: '2026-01-03T00:00:00.000Z' });
    expect(listSessions(folder)[0]).toMatchObject({ id: 'a', title: 'Budget 2026', messages: 2, updated: '2026-01-03T00:00:00.000Z' });
  });

  it('is right without its index, with a damaged one, and when logs changed behind it', () => {
    store('a', user('one'));
    store('b', user('two'));
    const index = path.join(folder, 'sessions', 'index.json');
    const first = listSessions(folder);
    for (const text of ['{"version":1,"sess', '{"version":1}', '[]', '{"version":99,"sessions":[{"id":"a"}]}']) {
      writeFileSync(index, text);
      expect(listSessions(folder)).toEqual(first);
    }
    rmSync(index);
    expect(listSessions(folder)).toEqual(first);
    rmSync(sessionFile(folder, 'b'));
    appendFileSync(sessionFile(folder, 'a'), `${JSON.stringify(user('three'))}\n`);
    expect(listSessions(folder)).toMatchObject([{ id: 'a', messages: 2, title: 'one' }]);
  });

  it('counts a message once whose line was half written when the index was made', () => {
    store('a', user('one'));
    const line = JSON.stringify(user('two'));
    appendFileSync(sessionFile(folder, 'a'), line.slice(0, 20));
    expect(listSessions(folder)[0]?.messages).toBe(1);
    appendFileSync(sessionFile(folder, 'a'), `${line.slice(20)}\n`);
    expect(listSessions(folder)[0]?.messages).toBe(2);
  });

  it('passes over what is no session', () => {
    mkdirSync(path.join(folder, 'sessions', 'folder.jsonl'), { recursive: true });
    writeFileSync(path.join(folder, 'sessions', 'notes.txt'), 'x');
    store('a', user('one'));
    writeFileSync(path.join(folder, 'sessions', 'empty.jsonl'), '');
    expect(listSessions(folder).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('delete', () => {
  it('takes the trace along and is undone whole', () => {
    store('a', user('one'));
    const trace = path.join(folder, 'traces', 'a', 'trace.jsonl');
    mkdirSync(path.dirname(trace), { recursive: true });
    writeFileSync(trace, '{}\n');
    const bytes = readFileSync(sessionFile(folder, 'a'));
    deleteSession(folder, 'a');
    expect(listSessions(folder)).toEqual([]);
    expect(existsSync(trace)).toBe(false);
    restoreSession(folder, 'a');
    expect(readFileSync(sessionFile(folder, 'a')).equals(bytes)).toBe(true);
    expect(existsSync(trace)).toBe(true);
    expect(() => restoreSession(folder, 'a')).toThrow(NoSession);
  });

  it('is final after 30 days, at the next deletion', () => {
    store('a', user('one'));
    store('b', user('two'));
    deleteSession(folder, 'a', new Date('2026-01-01'));
    deleteSession(folder, 'b', new Date('2026-02-15'));
    expect(() => restoreSession(folder, 'a')).toThrow(NoSession);
    restoreSession(folder, 'b');
    expect(texts('b')).toEqual(['two']);
  });

  it('knows no session that is not there', () => {
    for (const id of ['nobody', '../settings', 'a/b', '']) {
      expect(() => deleteSession(folder, id)).toThrow(NoSession);
      expect(findSession(folder, id)).toBe(null);
    }
  });
});

describe('a fork', () => {
  it('keeps what was said up to a message, with the answers to its calls, and leaves the other alone', () => {
    store('a', user('one'), assistant('looking', 'x', 'y'), answer('x'), answer('y'), { type: 'compaction', through: 1, summary: 's' }, user('two'), { type: 'compaction', through: 5, summary: 'later' }, user('three'));
    const before = readFileSync(sessionFile(folder, 'a'));
    forkSession(folder, 'a', 1, { id: 'f', title: 'one, again' });
    expect(texts('f')).toHaveLength(4);
    forkSession(folder, 'a', 4, { id: 'g', title: 'g' });
    expect(texts('g').at(-1)).toBe('two');
    expect(recordsOf(folder, 'g').records.filter(({ type }) => type === 'compaction').map((record) => record['summary'])).toEqual(['s']);
    expect(listSessions(folder).find(({ id }) => id === 'f')).toMatchObject({ title: 'one, again', messages: 4 });
    expect(readFileSync(sessionFile(folder, 'a')).equals(before)).toBe(true);
    expect(statSync(sessionFile(folder, 'f')).mode & 0o077).toBe(0);
  });
});

describe('search', () => {
  it('finds all the words in any case, in messages and titles, in Chinese and with quotes', async () => {
    store('a', user('Make a Budget for "Café" now'));
    store('b', user('写一封信给李雷，关于预算'));
    store('c', user('nothing'), assistant('the word budget is here\nand here: café'));
    renameSession(folder, 'b', 'Letter to Li Lei');
    const ids = async (query: string): Promise<string[]> => (await searchSessions(folder, query)).map(({ id }) => id).sort();
    expect(await ids('BUDGET café')).toEqual(['a', 'c']);
    expect(await ids('预算')).toEqual(['b']);
    expect(await ids('"café"')).toEqual(['a']);
    expect(await ids('li lei')).toEqual(['b']);
    expect(await ids('compaction role')).toEqual([]);
    expect(await ids(' ')).toEqual([]);
    expect((await searchSessions(folder, 'here'))[0]?.excerpt).toContain('the word budget is here and here');
  });
});

describe('export', () => {
  it('gives everything as JSON, and readable Markdown whose fences hold', () => {
    store('a', user('do ``` it'), assistant('', 'x'), { ...answer('x'), text: 'has ```` ticks' });
    const info = findSession(folder, 'a');
    if (!info) throw new Error('no session');
    const { records } = recordsOf(folder, 'a');
    expect(JSON.parse(toJson(info, records))).toMatchObject({ format: 'deskwright-session', id: 'a', records });
    const markdown = toMarkdown(info, records);
    for (const part of ['# do ``` it', '## You', '**LS**', '### Result of LS', '`````\nhas ```` ticks\n`````']) expect(markdown).toContain(part);
  });
});
