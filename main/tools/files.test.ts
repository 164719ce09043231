import { appendFileSync, chmodSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession, type TestSession } from './test-session';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let session: TestSession;
let file: string;

beforeEach(() => {
  session = startSession();
  file = join(session.root, 'a.txt');
  writeFileSync(file, 'one\ntwo\nthree\n');
});
afterEach(() => session.end());

const code = async (tool: string, params: object) => (await session.call(tool, params)).error?.code ?? 'none';
const edit = (old_string: string, new_string: string) => ({ path: 'a.txt', old_string, new_string });

describe('changing a file', () => {
  it('needs a read first', async () => {
    expect(await code('Edit', edit('one', '1'))).toBe('NOT_READ');
    expect(await code('Write', { path: 'a.txt', content: 'x' })).toBe('NOT_READ');
    expect(await code('MultiEdit', { path: 'a.txt', edits: [{ old_string: 'one', new_string: '1' }] })).toBe('NOT_READ');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('notices a change by others, not a mere touch, and knows its own writes', async () => {
    await session.call('Read', { path: 'a.txt' });
    utimesSync(file, new Date(), new Date(Date.now() + 60_000));
    expect(await code('Edit', edit('one', '1'))).toBe('none');
    expect(await code('Edit', edit('two', '2'))).toBe('none');
    writeFileSync(file, '1\n2\nthree\nby another\n');
    expect(await code('Edit', edit('three', '3'))).toBe('CONFLICT');
    expect(readFileSync(file, 'utf8')).toBe('1\n2\nthree\nby another\n');
  });

  it('makes both of two edits sent at once', async () => {
    await session.call('Read', { path: 'a.txt' });
    const results = await Promise.all([session.call('Edit', edit('one', '1')), session.call('Edit', edit('two', '2'))]);
    expect(results.map((result) => result.status)).toEqual(['success', 'success']);
    expect(readFileSync(file, 'utf8')).toBe('1\n2\nthree\n');
  });

  it('keeps mode, links and hard links, and leaves no temporary file', async () => {
    chmodSync(file, 0o755);
    symlinkSync('a.txt', join(session.root, 'soft'));
    await session.call('Read', { path: 'soft' });
    expect(await code('Edit', { ...edit('one', '1'), path: 'soft' })).toBe('none');
    expect(statSync(file).mode & 0o777).toBe(0o755);
    expect(readFileSync(file, 'utf8')).toBe('1\ntwo\nthree\n');
    linkSync(file, join(session.root, 'hard'));
    expect(await code('Edit', edit('two', '2'))).toBe('none');
    expect(readFileSync(join(session.root, 'hard'), 'utf8')).toBe('1\n2\nthree\n');
    expect(readdirSync(session.root).sort()).toEqual(['a.txt', 'hard', 'soft']);
  });

  it('refuses binary files, folders and placeholders', async () => {
    writeFileSync(join(session.root, 'b.bin'), Buffer.from([1, 2, 0, 3]));
    expect(await code('Read', { path: 'b.bin' })).toBe('BINARY_FILE');
    expect(await code('Read', { path: '.' })).toBe('IS_DIRECTORY');
    expect(await code('Write', { path: 'new.ts', content: 'a();\n// ... rest of the code unchanged\n' })).toBe('INVALID_PARAM');
    expect(await code('Write', { path: 'new.ts', content: 'a(...args);\n// the rest is elsewhere\n' })).toBe('none');
  });

  it('writes new files in new folders, and keeps the form of a replaced one', async () => {
    expect(await code('Write', { path: 'deep/er/n.txt', content: 'Café 合计' })).toBe('none');
    expect(readFileSync(join(session.root, 'deep/er/n.txt'), 'utf8')).toBe('Café 合计');
    writeFileSync(file, '\ufeffone\r\ntwo\r\n');
    await session.call('Read', { path: 'a.txt' });
    expect(await code('Write', { path: 'a.txt', content: '1\n2\n' })).toBe('none');
    expect(readFileSync(file, 'utf8')).toBe('\ufeff1\r\n2\r\n');
  });

  it('refuses secrets and our own data even when a pass was given', async () => {
    writeFileSync(join(session.root, '.env'), 'KEY=1');
    for (const path of ['.env', join(session.dataFolder, 'settings.json')]) {
      expect(await code('Write', { path, content: 'x' })).toBe('FORBIDDEN');
      expect(await code('Read', { path })).toBe('FORBIDDEN');
    }
    expect(readFileSync(join(session.root, '.env'), 'utf8')).toBe('KEY=1');
    expect(existsSync(join(session.dataFolder, 'settings.json'))).toBe(false);
  });
});

describe('reading', () => {
  it('pages, says how much there is, and where to go on', async () => {
    writeFileSync(file, Array.from({ length: 1200 }, (_, i) => `line ${i + 1}`).join('\n'));
    const first = await session.call('Read', { path: 'a.txt' });
    expect(first).toMatchObject({ status: 'partial', data: { total_lines: 1200, next_line: 501 } });
    const last = await session.call('Read', { path: 'a.txt', start_line: 1001 });
    expect(last.status).toBe('success');
    expect(String(last.data['content']).startsWith('1001\tline 1001\n')).toBe(true);
    expect(await code('Read', { path: 'a.txt', start_line: 5000 })).toBe('OUT_OF_RANGE');
  });

  it('cuts long lines, never inside a character, and names an empty file', async () => {
    writeFileSync(file, `${'a'.repeat(1999)}😀${'b'.repeat(300_000)}`);
    const { status, data } = await session.call('Read', { path: 'a.txt' });
    expect(status).toBe('partial');
    expect(String(data['content'])).toMatch(/^1\ta+… \(300002 more characters\)$/);
    writeFileSync(file, '');
    expect((await session.call('Read', { path: 'a.txt' })).text).toBe('a.txt is empty.');
  });

  it('reads a page of a huge file without reading the file', { timeout: 90_000 }, async () => {
    const path = join(session.root, 'huge.log');
    const block = Array.from({ length: 1000 }, (_, i) => `line ${i} Café 合计 ${'x'.repeat(80)}\n`).join('');
    writeFileSync(path, block.repeat(100));
    const first = await session.call('Read', { path: 'huge.log' });
    expect(first).toMatchObject({ status: 'partial', data: { next_line: expect.any(Number) } });
    expect(first.data).not.toHaveProperty('total_lines');
    expect(String(first.data['content']).split('\n')[1]).toBe(`2\tline 1 Café 合计 ${'x'.repeat(80)}`);
    const deep = await session.call('Read', { path: 'huge.log', start_line: 99_999, limit: 5 });
    expect(deep.data).toMatchObject({ total_lines: 100_000 });
    expect(String(deep.data['content'])).toMatch(/^99999\tline 998 [\s\S]*\n100000\tline 999 Café 合计 x+$/);
    expect(await code('Read', { path: 'huge.log', start_line: 100_001 })).toBe('OUT_OF_RANGE');
    expect(await code('Edit', { path: 'huge.log', old_string: 'nowhere', new_string: 'x' })).toBe('NOT_FOUND');
    appendFileSync(path, 'more');
    expect(await code('Edit', { path: 'huge.log', old_string: 'more', new_string: 'less' })).toBe('CONFLICT');
    writeFileSync(path, 'x'.repeat(9_000_000));
    expect(await session.call('Read', { path: 'huge.log' })).toMatchObject({ status: 'partial' });
  });

  it('outlines headings and functions with their lines', async () => {
    writeFileSync(join(session.root, 'n.md'), '# One\n\ntext\n## Two\n');
    expect((await session.call('Read', { path: 'n.md', outline: true })).data['outline']).toBe('1\t# One\n4\t  ## Two');
    writeFileSync(join(session.root, 'm.py'), 'import os\n\nclass A:\n    def run(self):\n        if x: pass\n');
    expect((await session.call('Read', { path: 'm.py', outline: true })).data['outline']).toBe('3\tclass A:\n4\t    def run(self):');
  });

  it('refuses pipes, devices and pseudo-files at once', async () => {
    execFileSync('mkfifo', [join(session.root, 'pipe')]);
    expect(await code('Read', { path: 'pipe' })).toBe('UNSUPPORTED');
    expect(await code('Read', { path: '/dev/zero' })).toBe('UNSUPPORTED');
    expect(await code('Read', { path: '/proc/self/status' })).toBe('UNSUPPORTED');
    expect(await code('Read', { path: '/proc/self/environ' })).toBe('FORBIDDEN');
  });

  it('suggests the name that was meant', async () => {
    expect((await session.call('Read', { path: 'A.tx' })).error).toMatchObject({ code: 'NOT_FOUND', hint: 'Did you mean a.txt?' });
  });

  it('gives a picture scaled for the model, with its true size', async () => {
    await sharp({ create: { width: 4000, height: 1000, channels: 3, background: 'red' } }).jpeg().toFile(join(session.root, 'p.jpg'));
    const { envelope, images } = await session.callWithPictures('Read', { path: 'p.jpg' });
    expect(envelope.data).toMatchObject({ width: 4000, height: 1000, shown: { width: 1568, height: 392 } });
    expect((await sharp(images[0]?.bytes).metadata()).width).toBe(1568);
    writeFileSync(join(session.root, 'broken.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]));
    expect(await code('Read', { path: 'broken.png' })).toBe('BINARY_FILE');
  });
});

describe('looking around', () => {
  beforeEach(() => {
    mkdirSync(join(session.root, 'src'));
    writeFileSync(join(session.root, 'src', 'b.ts'), 'const Total = 5;\n');
    writeFileSync(join(session.root, 'src', 'a.test.ts'), 'total\n');
    writeFileSync(join(session.root, '.env'), 'TOTAL_KEY=abc\n');
    writeFileSync(join(session.root, '.hidden'), 'total hidden\n');
    writeFileSync(join(session.root, 'b.bin'), Buffer.from('total\0binary'));
    utimesSync(join(session.root, 'src', 'a.test.ts'), new Date(), new Date(Date.now() + 10_000));
  });

  it('lists folders first, hides dot names, pages', async () => {
    const { data } = await session.call('LS', {});
    expect(data).toMatchObject({ total: 3, hidden: 2, entries: [{ name: 'src', type: 'folder' }, { name: 'a.txt', type: 'file', size: 14 }, { name: 'b.bin' }] });
    expect(await session.call('LS', { limit: 1 })).toMatchObject({ status: 'partial', data: { next_offset: 1 } });
    expect(await code('LS', { path: 'nowhere' })).toBe('NOT_FOUND');
  });

  it('finds files by name at any depth, the newest first', async () => {
    expect((await session.call('Glob', { pattern: '*.ts' })).data['paths']).toEqual(['src/a.test.ts', 'src/b.ts']);
    expect((await session.call('Glob', { pattern: 'src/*.ts' })).data['paths']).toHaveLength(2);
    expect((await session.call('Glob', { pattern: '{a,c}.txt' })).data['paths']).toEqual(['a.txt']);
    expect(await session.call('Glob', { pattern: '*.nothing' })).toMatchObject({ status: 'success', data: { paths: [], total: 0 } });
    expect(await code('Glob', { pattern: '*', path: 'nowhere' })).toBe('NOT_FOUND');
    expect(await code('Glob', { pattern: 'a{b' })).toBe('INVALID_PARAM');
  });

  it('leaves secrets out of names and content, and says so', async () => {
    const names = await session.call('Glob', { pattern: '.*' });
    expect(names.data['paths']).toEqual(['.hidden']);
    expect(names.text).toContain('left out');
    const found = await session.call('Grep', { pattern: 'TOTAL_KEY|abc' });
    expect(found.data).toMatchObject({ files: [], total_matches: 0 });
    expect(found.text).toContain('1 places for keys or passwords left out');
    expect(await code('Grep', { pattern: 'abc', path: '.env' })).toBe('FORBIDDEN');
  });

  it('finds text in files, the newest first, and passes over binaries', async () => {
    const { data } = await session.call('Grep', { pattern: 'total' });
    expect(data['files']).toMatchObject([{ path: 'src/a.test.ts', lines: ['1: total'] }, { path: expect.stringMatching(/b\.ts|hidden/) }, { path: expect.stringMatching(/b\.ts|hidden/) }]);
    expect((await session.call('Grep', { pattern: 'Total', case_sensitive: true })).data).toMatchObject({ total_files: 1 });
    expect((await session.call('Grep', { pattern: 'total', include: '*.test.ts' })).data).toMatchObject({ total_files: 1 });
    expect((await session.call('Grep', { pattern: 'two', context_lines: 1 })).data['files']).toEqual([{ path: 'a.txt', lines: ['1- one', '2: two', '3- three'] }]);
    expect((await session.call('Grep', { pattern: 'two', path: 'a.txt' })).data).toMatchObject({ total_matches: 1 });
  });

  it('takes a pattern like an option as a pattern, and look-around too', async () => {
    writeFileSync(file, '--files here\nfoobar\n');
    expect((await session.call('Grep', { pattern: '--files' })).data).toMatchObject({ total_matches: 1 });
    expect((await session.call('Grep', { pattern: '-v', path: 'a.txt' })).status).toBe('success');
    expect((await session.call('Grep', { pattern: 'foo(?=bar)' })).data).toMatchObject({ total_matches: 1 });
    expect(await code('Grep', { pattern: '(unclosed' })).toBe('INVALID_PARAM');
  });

  it('cuts a long line around the match', async () => {
    writeFileSync(file, `${'x'.repeat(200_000)}needle${'y'.repeat(200_000)}`);
    const { data } = await session.call('Grep', { pattern: 'needle' });
    const [found] = data['files'] as { lines: string[] }[];
    expect(found?.lines[0]).toMatch(/^1: …x+needley+…$/);
    expect(found?.lines[0]?.length).toBeLessThan(320);
  });
});
