import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutputCollector } from './output-collector';
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

describe('a command’s output', () => {
  const collect = (pieces: readonly (string | Buffer)[], most = { beginning: 300_000, end: 200_000 }) => {
    const output = new OutputCollector(most);
    for (const piece of pieces) output.add(Buffer.from(piece));
    return { output, ...output.collect(outputs()) };
  };

  it('is put together from pieces that end anywhere, letter by letter too', () => {
    const bytes = Buffer.from('Café 合计 😀\r\n'.repeat(10_000));
    const pieces = [...bytes.subarray(0, 5_000)].map((byte) => Buffer.from([byte]));
    const { file } = collect([...pieces, bytes.subarray(5_000, 100_001), bytes.subarray(100_001)]);
    expect(readFileSync(String(file), 'utf8')).toBe('Café 合计 😀\n'.repeat(10_000));
    expect(collect([Buffer.from([0x61, 0xe2, 0x82])]).text).toBe('a\ufffd');
  });

  it('too large to be kept keeps its end as well as its beginning, and says what is missing', () => {
    const lines = Array.from({ length: 200_000 }, (_, line) => `line ${line}\n`);
    const { text, file, cut } = collect([lines.join('')].flatMap((all) => all.match(/[^]{1,50000}/g) ?? []));
    expect(text).toMatch(/^line 0\nline 1\n[^]*lines left out; all but \d+ characters of its middle is in [^]*\nline 199998\nline 199999$/);
    expect(cut).toContain('all but');
    const kept = readFileSync(String(file), 'utf8');
    const [beginning = '', missing = '', end = ''] = kept.split(/\n\[… (\d+) characters were not kept …\]\n/);
    expect(beginning.length + Number(missing) + end.length).toBe(lines.join('').length);
    expect([lines.join('').startsWith(beginning), lines.join('').endsWith(end)]).toEqual([true, true]);
  });

  it('that grows is kept in one file, and anew only when more has come', () => {
    const { output, file } = collect(['x\n'.repeat(40_000)]);
    output.add(Buffer.from('more\n'));
    expect(output.collect(outputs()).file).toBe(file);
    expect(readFileSync(String(file), 'utf8').endsWith('x\nmore\n')).toBe(true);
    rmSync(String(file));
    expect(output.collect(outputs()).file).toBe(file);
    expect(readdirSync(outputs())).toEqual([]);
  });

  it('of one endless line is kept whole', () => {
    const { file, text } = collect(Array.from({ length: 40 }, () => 'x'.repeat(50_000)), { beginning: 10_000_000, end: 0 });
    expect(readFileSync(String(file), 'utf8')).toBe('x'.repeat(2_000_000));
    expect(text).toMatch(/^x+… \(1999500 more characters\)$/);
  });

  it('that the disk does not take is told by its ends, for what was done is done', async () => {
    rmSync(outputs(), { recursive: true });
    symlinkSync('/nowhere/at/all', outputs());
    const result = await session.call('Bash', { command: 'for i in $(seq 1 3000); do echo "line $i"; done; touch done' });
    expect(result).toMatchObject({ status: 'partial', data: { exit_code: 0, output: expect.stringMatching(/^line 1\n[^]*2920 lines left out; the disk had no room to keep the whole …\n[^]*line 3000$/) } });
    expect(result.data).not.toHaveProperty('output_file');
    writeFileSync(join(session.root, 'many.txt'), 'match\n'.repeat(500));
    expect(await session.call('Grep', { pattern: 'match' })).toMatchObject({ status: 'partial', data: { total_matches: 500 }, text: expect.stringContaining('no room') });
  }, 60_000);
});

describe('kept outputs', () => {
  it('go after seven days, and nothing else does', async () => {
    const day = 24 * 60 * 60 * 1000;
    const aged = (path: string, days: number): string => {
      const time = new Date(Date.now() - days * day);
      utimesSync(path, time, time);
      return path;
    };
    const old = aged(String(keepWhole(outputs(), 'old')), 8);
    const young = aged(String(keepWhole(outputs(), 'young')), 6);
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
