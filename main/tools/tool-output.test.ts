import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession, type TestSession } from './test-session';
import { keepWhole, removeOldOutputs } from './tool-output';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let session: TestSession;
beforeEach(() => {
  session = startSession();
});
afterEach(() => session.end());

const outputs = (): string => join(session.dataFolder, 'tool-output');

describe('what is too large for the model', () => {
  it('of a command is shown by its ends; the whole can be read and searched', async () => {
    const result = await session.call('Bash', { command: 'for i in $(seq 1 3000); do echo "line $i"; done' });
    expect(result.status).toBe('partial');
    const shown = String(result.data['output']).split('\n');
    expect(shown).toHaveLength(81);
    expect([shown[0], shown[39], shown[41], shown[80]]).toEqual(['line 1', 'line 40', 'line 2961', 'line 3000']);
    const path = String(result.data['output_file']);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3001);
    expect((await session.call('Read', { path, start_line: 1500, limit: 1 })).data['content']).toBe('1500\tline 1500');
    expect((await session.call('Grep', { path, pattern: 'line 1501$' })).data).toMatchObject({ total_matches: 1 });
  }, 60_000);

  it('of a search is kept whole too', async () => {
    writeFileSync(join(session.root, 'many.txt'), Array.from({ length: 500 }, (_, line) => `match ${line}\n`).join(''));
    const result = await session.call('Grep', { pattern: 'match' });
    expect(result).toMatchObject({ status: 'partial', data: { total_matches: 500 } });
    expect(readFileSync(String(result.data['output_file']), 'utf8').split('\n')[499]).toBe('many.txt:500: match 499');
  });

  it('of a page counts bytes, whatever the script', async () => {
    writeFileSync(join(session.root, 'wide.txt'), `${'合'.repeat(900)}\n`.repeat(100));
    const { data, status } = await session.call('Read', { path: 'wide.txt' });
    expect(status).toBe('partial');
    expect(Buffer.byteLength(String(data['content']))).toBeLessThan(52_000);
    expect(data['next_line']).toBe(19);
  });
});

describe('kept outputs', () => {
  it('go after seven days, and nothing else does', async () => {
    const day = 24 * 60 * 60 * 1000;
    const aged = (path: string, days: number): string => {
      const time = new Date(Date.now() - days * day);
      utimesSync(path, time, time);
      return path;
    };
    const old = aged(keepWhole(outputs(), 'old'), 8);
    const young = aged(keepWhole(outputs(), 'young'), 6);
    const note = join(outputs(), 'note.txt');
    writeFileSync(note, 'of the person');
    aged(note, 30);
    const outside = join(session.root, 'outside.txt');
    writeFileSync(outside, 'x');
    aged(outside, 30);
    symlinkSync(outside, join(outputs(), 'abcdefgh-00000000.txt'));
    mkdirSync(join(outputs(), 'abcdefgh-11111111.txt'));
    await removeOldOutputs(outputs());
    expect([old, young, note, outside].map((path) => existsSync(path))).toEqual([false, true, true, true]);
    expect(readdirSync(outputs())).toHaveLength(4);
    await removeOldOutputs(join(outputs(), 'nowhere'));
  });
});
