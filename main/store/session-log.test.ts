import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { SessionBusy, sessionOwner } from './session-lock';
import { openSessionLog, sessionFile, type SessionLog, type SessionRecord } from './session-log';

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'session-log-'));
const opened: SessionLog[] = [];
const open = (where: string, id = 's'): SessionLog => {
  const log = openSessionLog(where, id);
  opened.push(log);
  return log;
};
afterEach(() => {
  for (const log of opened.splice(0)) log.close();
});
const texts = (records: readonly SessionRecord[]): unknown[] => records.filter(({ type }) => type === 'message').map((record) => record['text']);
const user = (text: string): SessionRecord => ({ type: 'message', role: 'user', text });

describe('a session log', () => {
  it('begins with its version and gives back what was appended, in order', () => {
    const where = folder();
    const log = open(where);
    log.append(user('one'));
    log.append({ type: 'title', title: 'Named' });
    log.sync();
    log.close();
    const { records, unreadable } = open(where);
    expect(records.map(({ type }) => type)).toEqual(['session', 'message', 'title']);
    expect(records[0]).toMatchObject({ version: 1, id: 's' });
    expect(Date.parse(String(records[1]?.at))).not.toBeNaN();
    expect(unreadable).toBe(0);
  });

  it('reads the bare messages of earlier logs, and keeps types it does not know', () => {
    const where = folder();
    mkdirSync(path.join(where, 'sessions'));
    writeFileSync(sessionFile(where, 's'), '{"role":"user","text":"old"}\n{"type":"from_the_future","x":1}\n');
    expect(open(where).records).toEqual([{ type: 'message', role: 'user', text: 'old' }, { type: 'from_the_future', x: 1 }]);
  });

  it('keeps line separators, lone surrogates and control characters inside a record', () => {
    const where = folder();
    const odd = 'a\u2028b\u2029c\ud800d\u0000e\r\nf\ufefe\u0085';
    open(where).append(user(odd));
    opened.at(-1)?.close();
    expect(texts(open(where).records)).toEqual([odd]);
  });

  it('passes over lines that are no records and leaves the file as it is', () => {
    const where = folder();
    mkdirSync(path.join(where, 'sessions'));
    const bad = ['{"type":"message","ro', 'null', '[1]', '{"type":5}', '\ud800', '{"no":"type"}', '"text"'];
    const file = sessionFile(where, 's');
    writeFileSync(file, [JSON.stringify(user('before')), ...bad, JSON.stringify(user('after')), ''].join('\n'));
    const bytes = readFileSync(file);
    const log = open(where);
    expect(texts(log.records)).toEqual(['before', 'after']);
    expect(log.unreadable).toBe(bad.length);
    log.append(user('more'));
    expect(readFileSync(file).subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  it('does not glue a new record to the half line that a crash left', () => {
    const where = folder();
    open(where).append(user('whole'));
    opened.at(-1)?.close();
    appendFileSync(sessionFile(where, 's'), '{"type":"message","role":"us');
    open(where).append(user('later'));
    opened.at(-1)?.close();
    const { records, unreadable } = open(where);
    expect(texts(records)).toEqual(['whole', 'later']);
    expect(unreadable).toBe(1);
  });

  it('loses nothing but the cut record, wherever the file ends, and goes on from there', () => {
    const where = folder();
    const words = fc.string({ unit: 'binary', maxLength: 30 });
    let run = 0;
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (said, share) => {
        const id = `s${++run}`;
        const log = openSessionLog(where, id);
        for (const text of said) log.append(user(text));
        log.close();
        const file = sessionFile(where, id);
        const whole = readFileSync(file);
        const cut = Math.floor(whole.length * share);
        truncateSync(file, cut);
        const complete = whole.subarray(0, cut).toString('latin1').split('\n').length - 1;
        const again = openSessionLog(where, id);
        expect(again.records.length).toBeGreaterThanOrEqual(complete);
        expect(texts(again.records)).toEqual(said.slice(0, texts(again.records).length));
        const before = again.records.length;
        again.append(user('next'));
        again.close();
        const last = openSessionLog(where, id);
        expect(last.records.length).toBeGreaterThan(before);
        expect(texts(last.records).at(-1)).toBe('next');
        last.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('one session in two processes', () => {
  const hold = async (where: string): Promise<{ pid: number; kill(): Promise<void> }> => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const pid = child.pid ?? 0;
    const stat = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'latin1') : '';
    mkdirSync(path.join(where, 'sessions'), { recursive: true });
    writeFileSync(path.join(where, 'sessions', 's.lock'), JSON.stringify({ pid, began: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' }));
    return {
      pid,
      kill: () =>
        new Promise((resolve) => {
          child.on('close', () => resolve());
          child.kill('SIGKILL');
        }),
    };
  };

  it('is told to the second, and taken over when the first was killed', async () => {
    const where = folder();
    const other = await hold(where);
    expect(() => open(where)).toThrow(SessionBusy);
    expect(sessionOwner(path.join(where, 'sessions'), 's')).toBe(other.pid);
    await other.kill();
    open(where).append(user('mine'));
    expect(sessionOwner(path.join(where, 'sessions'), 's')).toBe(null);
  });

  it('is free again when it was closed, and when the lock is nonsense or of a reused process id', () => {
    const where = folder();
    open(where).close();
    open(where).close();
    writeFileSync(path.join(where, 'sessions', 's.lock'), '{"pi');
    open(where).close();
    if (process.platform !== 'linux') return;
    writeFileSync(path.join(where, 'sessions', 's.lock'), JSON.stringify({ pid: process.ppid, began: '1' }));
    open(where).close();
  });
});
