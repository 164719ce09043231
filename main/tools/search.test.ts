import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findByWalking, findWithRipgrep } from './glob-find';
import type { GrepFound, GrepQuery } from './grep-query';
import { searchWithRipgrep } from './grep-search';
import { searchByWalking } from './grep-walk';
import { ripgrepPath } from './ripgrep';
import { startSession, type TestSession } from './test-session';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let session: TestSession;
const signal = new AbortController().signal;

const put = (name: string, content: string | Buffer): void => {
  mkdirSync(join(session.root, name, '..'), { recursive: true });
  writeFileSync(join(session.root, name), content);
};

/** A tree with everything in it that searches of this world differ on. */
beforeAll(() => {
  session = startSession();
  put('.gitignore', '# rules\n*.log\n/build/\nnode_modules/\n!keep.log\ndocs/*.tmp\nfoo?.txt\n');
  put('readme.md', 'Needle one\nsecond line\nneedle two\n');
  put('src/a.ts', 'const needle = 1;\r\nconst other = 2;\r\n');
  put('src/deep/er/b.test.ts', 'needle()\n');
  put('src/.hidden.ts', 'hidden needle\n');
  put('src/.gitignore', 'gen*.ts\n!gen-kept.ts\n');
  put('src/gen1.ts', 'needle\n');
  put('src/gen-kept.ts', 'needle\n');
  put('.ignore', 'private/\n');
  put('private/x.txt', 'needle\n');
  put('a.log', 'needle\n');
  put('keep.log', 'needle\n');
  put('build/out.ts', 'needle\n');
  put('src/build/in.ts', 'needle\n');
  put('node_modules/p/index.js', 'needle\n');
  put('docs/x.tmp', 'needle\n');
  put('docs/sub/x.tmp', 'needle\n');
  put('foo1.txt', 'needle\n');
  put('[odd] {name}.txt', 'needle\n');
  put('.git/config', 'needle\n');
  put('data.bin', Buffer.from('needle\0needle'));
  put('latin1.txt', Buffer.from('needle caf\xe9\n', 'latin1'));
  put('gbk.txt', iconv.encode('needle 合计\n', 'gbk'));
  put('bom.txt', '\ufeffneedle first\n');
  put('utf16.txt', iconv.encode('needle sixteen\r\n', 'utf-16le', { addBOM: true }));
  put('empty.txt', '');
  put('no-end.txt', 'last needle');
  put('wide.txt', `${'x'.repeat(300_000)}needle${'y'.repeat(200_000)}`);
  put('emoji.txt', `${'😀'.repeat(200)}needle${'😀'.repeat(200)}\n`);
  put('options.txt', '--files\n-e needle\n');
  put('numbers.txt', Array.from({ length: 30 }, (_, line) => `line ${line + 1}\n`).join(''));
  symlinkSync('readme.md', join(session.root, 'link.md'));
  symlinkSync('src', join(session.root, 'linked'));
  execFileSync('mkfifo', [join(session.root, 'pipe')]);
});
afterAll(() => session.end());

const rg = (): string => {
  const program = ripgrepPath();
  if (program === null) throw new Error('ripgrep is not installed');
  return program;
};

describe('Grep without ripgrep', () => {
  const sorted = ({ files, cut }: GrepFound) => ({ cut, files: files.map((file) => ({ ...file, path: relative(session.root, file.path) })).sort((a, b) => (a.path < b.path ? -1 : 1)) });
  const query = (pattern: string, more: Partial<GrepQuery> = {}): GrepQuery => ({ pattern, include: undefined, caseSensitive: false, contextLines: 0, ...more });

  it.each([
    ['a word', query('needle')],
    ['its case', query('Needle', { caseSensitive: true })],
    ['a glob', query('needle', { include: '*.ts' })],
    ['a glob that ignored files fit', query('needle', { include: '*.log' })],
    ['a glob that everything fits', query('needle', { include: '*' })],
    ['a glob with folders', query('needle', { include: 'src/**/*.ts' })],
    ['several globs in one', query('needle', { include: '*.{md,txt}' })],
    ['lines around', query('line 1[05]$', { contextLines: 2 })],
    ['an end of line before \\r\\n', query('1;$')],
    ['a beginning after a mark', query('^needle')],
    ['something like an option', query('--files')],
    ['another one', query('-e needle')],
    ['look-around', query('needle(?=\\(\\))')],
    ['a back-reference', query('(e)\\1')],
    ['POSIX classes and flags', query('(?i)NEEDLE [[:alpha:]]+')],
    ['escaped signs', query('needle\\(\\)')],
    ['nothing', query('nowhere')],
  ])('finds the same by %s', async (_name, asked) => {
    const expected = await searchWithRipgrep(rg(), asked, session.root, null, signal);
    const found = await searchByWalking(asked, session.root, null, signal);
    expect(sorted(found)).toEqual(sorted(expected));
    expect([...expected.errors, ...found.errors]).toEqual([]);
  });

  it('finds the same in one file, and below a folder inside the tree', async () => {
    for (const [folder, file] of [[session.root, join(session.root, 'a.log')], [join(session.root, 'src'), null], [join(session.root, 'build'), null]] as const) {
      expect(sorted(await searchByWalking(query('needle'), folder, file, signal))).toEqual(sorted(await searchWithRipgrep(rg(), query('needle'), folder, file, signal)));
    }
  });

  it('refuses the same patterns', async () => {
    for (const pattern of ['(', '[a', '*a']) {
      await expect(searchWithRipgrep(rg(), query(pattern), session.root, null, signal)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
      await expect(searchByWalking(query(pattern), session.root, null, signal)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
    }
    await expect(searchByWalking(query('a', { include: '{a' }), session.root, null, signal)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });
});

describe('Glob without ripgrep', () => {
  const wanted = (pattern: string) => ({ folder: session.root, pattern, most: 1000, isOpen: () => true, signal });

  it.each(['*', '**', '**/*', '*.ts', '**/*.ts', 'src/*.ts', '/*.md', '*.log', 'src/**', '*.{md,txt}', '[a-e]*.txt', '[!a-e]*.txt', '\\[odd\\]*', '?og', 'deep/**/*.ts', '**/deep/**', '.*', '*/build/*', 'x.tmp', 'nothing*'])('finds the same by %s', async (pattern) => {
    const names = (found: { newest: string[] } | null) => found?.newest.map((path) => relative(session.root, path)).sort();
    const expected = names(await findWithRipgrep(rg(), wanted(pattern)));
    expect(names(await findByWalking(wanted(pattern)))).toEqual(expected);
    expect(expected?.filter((name) => /^(a\.log|build|node_modules|private|\.git\/|src\/gen1)/.test(name))).toEqual([]);
  });

  it('refuses the same patterns', async () => {
    for (const pattern of ['{a', 'a{b,c']) {
      await expect(findWithRipgrep(rg(), wanted(pattern))).rejects.toMatchObject({ code: 'INVALID_PARAM' });
      await expect(findByWalking(wanted(pattern))).rejects.toMatchObject({ code: 'INVALID_PARAM' });
    }
  });
});

describe('a search', () => {
  it('of a folder that only the pattern names and is not there finds nothing; a path that is not there is an error', async () => {
    expect(await session.call('Glob', { pattern: 'nowhere/**/*.ts' })).toMatchObject({ status: 'success', data: { paths: [], total: 0 } });
    expect((await session.call('Glob', { pattern: '*.ts', path: 'nowhere' })).error?.code).toBe('NOT_FOUND');
    expect(await session.call('Grep', { pattern: 'nowhere_at_all' })).toMatchObject({ status: 'success', data: { files: [], total_matches: 0 } });
  });

  it('says of a name that is no text that it can not be opened by it', async () => {
    mkdirSync(join(session.root, 'names'));
    const name = Buffer.concat([Buffer.from(join(session.root, 'names', 'bad-')), Buffer.from([0xff]), Buffer.from('.odd')]);
    writeFileSync(name, 'the odd needle');
    put('names/bad-ÿ.odd', 'another file');
    try {
      const { data, text } = await session.call('Glob', { pattern: '*.odd' });
      expect([...(data['paths'] as string[])].sort()).toEqual(['names/bad-ÿ.odd', 'names/bad-\ufffd.odd']);
      expect(text).toMatch(/not valid UTF-8/);
      const found = await session.call('Grep', { pattern: 'odd needle', path: 'names' });
      expect(found).toMatchObject({ data: { files: [{ path: 'names/bad-\ufffd.odd', lines: ['1: the odd needle'] }], total_files: 1 }, text: expect.stringMatching(/not valid UTF-8/) });
    } finally {
      rmSync(join(session.root, 'names'), { recursive: true });
    }
  });

  it('does not wait for pipes, and shows lines in other encodings as they are meant', async () => {
    const { data, status } = await session.call('Grep', { pattern: 'needle', include: '{gbk,latin1,utf16}.txt' });
    expect(status).toBe('success');
    expect((data['files'] as { path: string; lines: string[] }[]).map(({ lines }) => lines[0]).sort()).toEqual(['1: needle café', '1: needle sixteen', '1: needle 合计']);
    expect((await session.call('Grep', { pattern: 'x', path: 'pipe' })).error?.code).toBe('UNSUPPORTED');
  });

  it('shows the newest first, and cuts a line of half a megabyte around the match', async () => {
    const ahead = new Date(Date.now() + 60_000);
    utimesSync(join(session.root, 'wide.txt'), ahead, ahead);
    const { data } = await session.call('Grep', { pattern: 'needle' });
    const [first] = data['files'] as { path: string; lines: string[] }[];
    expect(first?.path).toBe('wide.txt');
    expect(first?.lines[0]).toMatch(/^1: …x+needley+…$/);
    expect((await session.call('Glob', { pattern: '*.txt' })).data['paths']).toMatchObject({ 0: 'wide.txt' });
  });
});
