import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AppendFile } from './append-file';

/** As on a full disk, no file of this process grows beyond that many bytes; null ends it. */
function allow(bytes: number | null): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes ?? 'unlimited'}:`]);
}

const fresh = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'append-')), 'log.jsonl');

describe.runIf(process.platform === 'linux')('a file that lines are added to, on a disk that is full for a while', () => {
  afterEach(() => allow(null));

  it('never holds a part of a line, and has all of them in order once there is room', () => {
    const file = fresh();
    const log = new AppendFile(file);
    log.add('one\n');
    allow(7);
    expect(() => log.add('second\n', 'third 书\n')).toThrow(/EFBIG/);
    expect(() => log.add('fourth\n')).toThrow(/EFBIG/);
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    allow(12);
    expect(() => log.flush()).toThrow(/EFBIG/);
    expect(readFileSync(file, 'utf8')).toBe('one\nsecond\n');
    allow(null);
    log.add('fifth\n');
    log.close();
    expect(readFileSync(file, 'utf8')).toBe('one\nsecond\nthird 书\nfourth\nfifth\n');
  });

  it('that others add to as well is never cut: a half line stays, with nothing glued to it', () => {
    const file = fresh();
    const log = new AppendFile(file, true);
    log.add('one\n');
    allow(7);
    expect(() => log.add('second\n')).toThrow(/EFBIG/);
    expect(statSync(file).size).toBe(7);
    allow(null);
    log.add('third\n');
    log.close();
    expect(readFileSync(file, 'utf8')).toBe('one\nsec\nsecond\nthird\n');
  });
});

it('does not glue a line to the half one that a crash left', () => {
  const file = fresh();
  appendFileSync(file, 'whole\nha');
  const log = new AppendFile(file);
  log.add('next\n');
  log.close();
  log.add('again\n');
  log.close();
  expect(readFileSync(file, 'utf8')).toBe('whole\nha\nnext\nagain\n');
});
