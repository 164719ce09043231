import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession, type TestSession } from './test-session';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

/** Faults that users of other agents met, one kind a test, with the right value. */
let session: TestSession;
beforeEach(() => {
  session = startSession();
});
afterEach(() => session.end());

const at = (name: string): string => join(session.root, name);
const put = (name: string, content: string | Buffer): void => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), content);
};
const bytes = (name: string): Buffer => readFileSync(at(name));
const code = async (tool: string, params: object): Promise<string> => (await session.call(tool, params)).error?.code ?? 'none';
/** Reads a file, edits it, gives the code of the edit. */
const edit = async (path: string, old_string: string, new_string: string): Promise<string> => {
  await session.call('Read', { path });
  return code('Edit', { path, old_string, new_string });
};

describe('editing', () => {
  it('a file with \\r\\n stays so, and its own edit is no conflict', async () => {
    put('a.txt', 'one\r\ntwo\r\nthree\r\n');
    expect(await edit('a.txt', 'one\ntwo', '1\n1.5\n2')).toBe('none');
    expect(await code('Edit', { path: 'a.txt', old_string: 'three', new_string: '3' })).toBe('none');
    expect(bytes('a.txt').toString()).toBe('1\r\n1.5\r\n2\r\n3\r\n');
  });

  it('mixed endings change in the edited lines only', async () => {
    put('a.txt', 'one\r\ntwo\nthree\r\nfour');
    expect(await edit('a.txt', 'two', '2')).toBe('none');
    expect(bytes('a.txt').toString()).toBe('one\r\n2\nthree\r\nfour');
  });

  it.each([
    ['UTF-8 with a mark', '\ufeffCafé 合计\n', 'utf-8'],
    ['UTF-16', '\ufeffCafé 合计\r\n', 'utf-16le'],
    ['UTF-16, big end first', '\ufeffCafé 合计\r\n', 'utf-16be'],
    ['UTF-16 without a mark', 'Plain text of Windows: é 1\r\n', 'utf-16le'],
    ['UTF-16, big end first, without a mark', 'Plain text of old systems\n', 'utf-16be'],
    ['UTF-32', '\ufeffCafé 合计 😀\n', 'utf-32le'],
    ['UTF-32, big end first', '\ufeffCafé 合计 😀\n', 'utf-32be'],
    ['GBK', '预算明细表：房租合计，请核对以下内容。\r\n', 'gbk'],
    ['Shift-JIS', 'これはテストです。合計をかくにんしてください。\r\n', 'shift_jis'],
    ['Latin-1', 'Le café est fermé à midi.\r\n', 'latin1'],
  ])('%s is written back in its encoding', async (_name, text, encoding) => {
    put('a.txt', iconv.encode(`${text}key = 1`, encoding, { addBOM: false }));
    expect(await edit('a.txt', 'key = 1', 'key = 2')).toBe('none');
    expect(bytes('a.txt')).toEqual(iconv.encode(`${text}key = 2`, encoding, { addBOM: false }));
  });

  it('what an encoding lacks is refused, the file untouched', async () => {
    const before = Buffer.from('Le café est fermé à midi.\n', 'latin1');
    put('a.txt', before);
    expect(await edit('a.txt', 'midi', '中午')).toBe('ENCODING');
    expect(bytes('a.txt')).toEqual(before);
  });

  it('$&, $1 and $$ are text', async () => {
    put('a.txt', 'price\n');
    expect(await edit('a.txt', 'price', "$& $1 $$ $` $' \\1 \\n")).toBe('none');
    expect(bytes('a.txt').toString()).toBe("$& $1 $$ $` $' \\1 \\n\n");
  });

  it('a match that is not exact leaves the rest as it is: trailing blanks, curly quotes, ½', async () => {
    put('a.txt', '“one”  \nhalf ½ \nvalue = “x”  \nlast ½ “q”\t\n');
    const result = await session.call('Read', { path: 'a.txt' }).then(() => session.call('Edit', { path: 'a.txt', old_string: 'value = "x"', new_string: 'value = "y"' }));
    expect(result).toMatchObject({ status: 'success', text: expect.stringContaining('lines 3–3'), data: { tolerant: [{ lines: [3, 3], differs: 'look-alike characters' }] } });
    expect(bytes('a.txt').toString()).toBe('“one”  \nhalf ½ \nvalue = "y"\nlast ½ “q”\t\n');
  });

  it('a block whose ends agree and whose middle does not is refused', async () => {
    put('a.txt', 'begin\n  real middle\nend\n');
    expect(await edit('a.txt', 'begin\n  other middle\nend', 'x')).toBe('NOT_FOUND');
    expect(bytes('a.txt').toString()).toBe('begin\n  real middle\nend\n');
  });

  it('two edits of a file in one turn are both made', async () => {
    put('a.txt', 'one\ntwo\n');
    await session.call('Read', { path: 'a.txt' });
    const codes = await Promise.all([code('Edit', { path: 'a.txt', old_string: 'one', new_string: '1' }), code('Edit', { path: 'a.txt', old_string: 'two', new_string: '2' })]);
    expect([codes, bytes('a.txt').toString()]).toEqual([['none', 'none'], '1\n2\n']);
  });

  it('changed outside is a conflict; merely touched, or changed by the tool itself, is not', async () => {
    put('a.txt', 'one\n');
    await session.call('Read', { path: 'a.txt' });
    utimesSync(at('a.txt'), new Date(), new Date(Date.now() + 90_000));
    expect(await code('Edit', { path: 'a.txt', old_string: 'one', new_string: 'two' })).toBe('none');
    expect(await code('Edit', { path: 'a.txt', old_string: 'two', new_string: 'three' })).toBe('none');
    put('a.txt', 'three, by another\n');
    expect(await code('Edit', { path: 'a.txt', old_string: 'three', new_string: 'four' })).toBe('CONFLICT');
  });

  it('mode 0755, hard links and links stay', async () => {
    put('a.sh', 'one\n');
    chmodSync(at('a.sh'), 0o755);
    linkSync(at('a.sh'), at('hard.sh'));
    symlinkSync('a.sh', at('soft.sh'));
    expect(await edit('soft.sh', 'one', 'two')).toBe('none');
    expect([statSync(at('a.sh')).mode & 0o777, readFileSync(at('hard.sh'), 'utf8'), statSync(at('a.sh')).nlink]).toEqual([0o755, 'two\n', 2]);
    expect(readdirSync(session.root).sort()).toEqual(['a.sh', 'hard.sh', 'soft.sh']);
  });

  it.runIf(process.getuid?.() === 0)('the owner stays', async () => {
    put('a.txt', 'one\n');
    chownSync(at('a.txt'), 1234, 5678);
    chmodSync(at('a.txt'), 0o4750);
    expect(await edit('a.txt', 'one', 'two')).toBe('none');
    const { uid, gid, mode } = statSync(at('a.txt'));
    expect([uid, gid, mode & 0o7777, bytes('a.txt').toString()]).toEqual([1234, 5678, 0o4750, 'two\n']);
  });

  it('a file too large to be held in memory is refused before it is read, and is no fault of the tool', async () => {
    put('huge.log', 'line\n');
    await session.call('Read', { path: 'huge.log' });
    put('unread.log', '');
    for (const name of ['huge.log', 'unread.log']) truncateSync(at(name), 2 ** 33);
    for (const call of [['Edit', { old_string: 'line', new_string: 'x' }], ['MultiEdit', { edits: [{ old_string: 'line', new_string: 'x' }] }], ['Write', { content: 'x' }]] as const) {
      expect([await code(call[0], { path: 'huge.log', ...call[1] }), await code(call[0], { path: 'unread.log', ...call[1] })]).toEqual(['TOO_LARGE', 'NOT_READ']);
    }
    expect(statSync(at('huge.log')).size).toBe(2 ** 33);
  });

  it('a file can’t be made below a file, nor as a folder', async () => {
    put('a.txt', 'one\n');
    expect(await code('Write', { path: 'a.txt/b.txt', content: 'x' })).toBe('NOT_FOUND');
    expect(await code('Write', { path: 'a.txt/b/c.txt', content: 'x' })).toBe('NOT_FOUND');
    expect(await code('Write', { path: 'new/', content: 'x' })).toBe('IS_DIRECTORY');
    expect(await code('Write', { path: 'a.txt/', content: 'x' })).toBe('IS_DIRECTORY');
    expect(readdirSync(session.root)).toEqual(['a.txt']);
  });

  it('a placeholder in a Write or an Edit is refused', async () => {
    expect(await code('Write', { path: 'a.ts', content: 'a();\n// … rest unchanged\n' })).toBe('INVALID_PARAM');
    expect(existsSync(at('a.ts'))).toBe(false);
    put('b.ts', 'a();\nb();\n');
    expect(await edit('b.ts', 'a();', 'c();\n// ... existing code ...')).toBe('INVALID_PARAM');
    expect(bytes('b.ts').toString()).toBe('a();\nb();\n');
  });
});

describe('search and read', () => {
  it('a pattern that looks like an option is a pattern', async () => {
    put('a.txt', '--version\n-e x\n');
    for (const pattern of ['--version', '-e x']) expect((await session.call('Grep', { pattern })).data).toMatchObject({ total_matches: 1 });
    expect(await session.call('Glob', { pattern: '--files' })).toMatchObject({ status: 'success', data: { paths: [] } });
  });

  it('a line of hundreds of kilobytes is cut', async () => {
    put('a.txt', `${'x'.repeat(300_000)}needle${'y'.repeat(300_000)}`);
    for (const call of [session.call('Grep', { pattern: 'needle' }), session.call('Read', { path: 'a.txt' })]) expect(JSON.stringify(await call).length).toBeLessThan(6_000);
  });

  it('a pattern with a fixed beginning is searched from there only', async () => {
    put('deep/er/a.ts', '');
    put('other/a.ts', '');
    expect(await session.call('Glob', { pattern: 'deep/er/*.ts' })).toMatchObject({ data: { paths: ['deep/er/a.ts'] }, context: { path_resolved: at('deep/er') } });
  });

  it('.gitignore counts without a repository, also for a pattern that everything fits; hidden files are found', async () => {
    put('.gitignore', 'node_modules/\n*.log\n');
    put('node_modules/p/a.js', 'needle');
    put('x.log', 'needle');
    put('.config.js', 'needle');
    expect((await session.call('Glob', { pattern: '**/*' })).data['paths']).toEqual(expect.arrayContaining(['.config.js', '.gitignore']));
    expect((await session.call('Glob', { pattern: '**/*' })).data).toMatchObject({ total: 2 });
    expect((await session.call('Grep', { pattern: 'needle' })).data).toMatchObject({ total_files: 1, files: [{ path: '.config.js' }] });
  });

  it('binary files and invalid UTF-8 break nothing', async () => {
    put('a.bin', Buffer.from('needle\0\xff\xfe', 'latin1'));
    put('b.txt', Buffer.from('needle \xff\xfe end\n', 'latin1'));
    const found = await session.call('Grep', { pattern: 'needle' });
    expect(found).toMatchObject({ status: 'success', data: { total_files: 1, files: [{ path: 'b.txt' }] } });
    expect(await code('Read', { path: 'a.bin' })).toBe('BINARY_FILE');
    expect((await session.call('Read', { path: 'b.txt' })).status).toBe('success');
  });

  it('look-around, which ripgrep’s own engine lacks, works; what no engine takes is said', async () => {
    put('a.txt', 'foobar foobaz\n');
    expect((await session.call('Grep', { pattern: '(?<=foo)baz' })).data).toMatchObject({ total_matches: 1 });
    expect(await code('Grep', { pattern: '(?<=' })).toBe('INVALID_PARAM');
  });

  it('endless and special files are refused at once, or passed over', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    put('a.txt', 'needle\n');
    for (const path of ['pipe', '/dev/zero', '/dev/random', '/proc/self/status']) expect(await code('Read', { path })).toBe('UNSUPPORTED');
    expect((await session.call('Grep', { pattern: 'needle' })).data).toMatchObject({ total_files: 1 });
  });

  it('an empty file is named', async () => {
    put('a.txt', '');
    expect(await session.call('Read', { path: 'a.txt' })).toMatchObject({ status: 'success', text: 'a.txt is empty.', data: { content: '', total_lines: 0 } });
  });

  it('a picture over the limit of models is scaled', async () => {
    await sharp({ create: { width: 5000, height: 2500, channels: 3, background: 'blue' } }).png().toFile(at('p.png'));
    const { images } = await session.callWithPictures('Read', { path: 'p.png' });
    expect(await sharp(images[0]?.bytes).metadata()).toMatchObject({ width: 1568, height: 784 });
  });

  it('nothing found is a success, a missing folder an error', async () => {
    expect(await session.call('Glob', { pattern: '*.none' })).toMatchObject({ status: 'success', data: { paths: [] } });
    expect(await session.call('Grep', { pattern: 'none' })).toMatchObject({ status: 'success', data: { files: [] } });
    expect(await session.call('LS', {})).toMatchObject({ status: 'success', data: { entries: [] } });
    expect(await code('Glob', { pattern: 'x', path: 'nowhere' })).toBe('NOT_FOUND');
    expect(await code('Grep', { pattern: 'x', path: 'nowhere' })).toBe('NOT_FOUND');
    expect(await code('LS', { path: 'nowhere' })).toBe('NOT_FOUND');
  });
});

describe('arguments and text', () => {
  it('arguments cut at the token limit are never run', async () => {
    const whole = JSON.stringify({ path: 'a.txt', content: 'line one\nline two {"x": [1]}' });
    for (let end = 1; end < whole.length; end++) {
      const prepared = session.registry.prepare({ id: '1', name: 'Write', arguments: whole.slice(0, end) });
      expect('envelope' in prepared && prepared.envelope.error?.code, whole.slice(0, end)).toMatch(/TRUNCATED|INVALID_PARAM/);
    }
  });

  it('no cut falls inside a character of two halves, and no half is written', async () => {
    put('a.txt', `${'a'.repeat(1999)}😀😀`);
    expect(String((await session.call('Read', { path: 'a.txt' })).data['content'])).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    put('b.txt', `${'😀'.repeat(200)}needle${'😀'.repeat(200)}`);
    expect(JSON.stringify((await session.call('Grep', { pattern: 'needle' })).data)).not.toMatch(/\\ud[89ab]/i);
    expect(await edit('b.txt', 'needle', 'x\ud83d')).toBe('ENCODING');
  });

  it('U+2028 and U+2029 are characters of a line, not its end', async () => {
    put('a.txt', 'one\u2028two\u2029three\nfour\n');
    expect((await session.call('Read', { path: 'a.txt' })).data).toMatchObject({ total_lines: 2 });
    expect(await edit('a.txt', 'two', '2')).toBe('none');
    expect(bytes('a.txt').toString()).toBe('one\u20282\u2029three\nfour\n');
  });
});
