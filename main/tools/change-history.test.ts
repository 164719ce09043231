import { appendFileSync, chmodSync, existsSync, linkSync, lstatSync, mkdtempSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Journal } from '../store/journal/journal';
import { createWorkspace } from './workspace-resolve';
import { coreTools } from './core-tools';
import { countLines } from './count-lines';
import { createRegistry, type Registry } from './registry';
import { openHistory } from './change-history';

// Everything here waits for the disk, which a busy machine may be slow with.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let root: string;
let journal: Journal;
let registry: Registry;
/** Happens after a file was read to be changed, and before its new content takes its place. */
let meanwhile: () => void;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'history-')));
  root = realpathSync(mkdtempSync(join(tmpdir(), 'history-work-')));
  meanwhile = () => undefined;
  const counting: typeof countLines = (before, after) => {
    meanwhile();
    return countLines(before, after);
  };
  journal = new Journal({ dataFolder: folder, session: 's', root, countLines: counting, limits: { largestKept: 1_000 } });
  const workspace = createWorkspace(root, { dataFolder: folder });
  registry = createRegistry({ tools: coreTools, redeem: () => true, workspace, outputFolder: join(folder, 'tool-output'), ask: () => Promise.resolve(null), journal });
});
afterEach(async () => {
  registry.dispose();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
});

async function call(name: string, params: object, observes = false) {
  const prepared = registry.prepare({ id: name, name, arguments: JSON.stringify(params) });
  if (!('call' in prepared)) throw new Error('not prepared');
  const { signal } = new AbortController();
  const facts = await registry.facts(prepared.call, signal);
  const { envelope } = await registry.execute(prepared.call, { hash: prepared.call.hash, observes }, signal);
  return { facts, envelope };
}
const history = () => openHistory(folder, 's', 'en');
const at = (name: string): string => join(root, name);

describe('the history of a session', () => {
  it('lists what each tool changed with its lines, shows it, and takes it back', async () => {
    writeFileSync(at('a.txt'), 'one\r\ntwo\r\n');
    writeFileSync(at('gbk.txt'), Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0a]));
    await call('Read', { path: 'a.txt' });
    await call('Edit', { path: 'a.txt', old_string: 'two', new_string: 'zwei\ndrei' });
    await call('Write', { path: 'new/b.txt', content: '1\n2\n' });
    const { envelope } = await call('Bash', { command: 'mv gbk.txt c.txt && echo x > d.txt' });
    expect(envelope.data['changed']).toEqual(expect.arrayContaining(['renamed gbk.txt → c.txt', 'created d.txt']));
    const { changes } = await history().list();
    expect(changes.map(({ tool, kind, path, lines }) => [tool, kind, path.slice(root.length + 1), lines?.added, lines?.removed])).toEqual([
      ['Edit', 'modified', 'a.txt', 2, 1],
      ['Write', 'created', 'new/b.txt', 2, 0],
      ...expectAnyOrder(changes.slice(2)),
    ]);
    expect(await history().diff(1)).toContain('-two\n+zwei\n+drei');
    expect(await history().diff(2)).toContain('+1\n+2');
    expect(await history().diff(99)).toBeNull();
    expect((await history().undo({})).map(({ result }) => result)).toEqual(['done', 'done', 'done', 'done']);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
    expect(readFileSync(at('gbk.txt'))).toEqual(Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x0a]));
    // Shown also when it was taken back.
    expect(await history().diff(1)).toContain('+zwei');
  });

  it('keeps nothing before a command that was judged to change nothing', async () => {
    await call('Bash', { command: 'git --version' }, true);
    expect(existsSync(join(folder, 'journal'))).toBe(false);
    await call('Bash', { command: 'git --version' });
    expect(existsSync(join(folder, 'journal', 's', 'watch-files.json'))).toBe(true);
  });

  it('takes back one run and no other', async () => {
    await journal.beginRun('first');
    await call('Write', { path: '1.txt', content: '1' });
    await journal.beginRun('second');
    await call('Write', { path: '2.txt', content: '2' });
    expect((await history().list()).changes.map(({ run }) => run)).toEqual([1, 2]);
    expect((await history().undo({ run: 2 })).map(({ number }) => number)).toEqual([2]);
    expect(readFileSync(at('1.txt'), 'utf8')).toBe('1');
  });

  it('says before that a file too large to be kept can’t be undone', async () => {
    writeFileSync(at('large.txt'), 'x'.repeat(1_001));
    await call('Read', { path: 'large.txt' });
    const { facts } = await call('Write', { path: 'large.txt', content: 'small' });
    expect(facts.irreversible).toBe(at('large.txt'));
    expect((await history().list()).changes[0]?.dropped).toBe(true);
  });

  it('does not show keys, nor what is no text', async () => {
    writeFileSync(at('.env'), 'KEY=old');
    writeFileSync(at('p.bin'), Buffer.from([0, 1, 2, 0]));
    writeFileSync(at('run.sh'), 'x');
    await journal.replace({ call: 'b', tool: 'Bash' }, at('.env'), Buffer.from('KEY=old'), Buffer.from('KEY=new'));
    await call('Bash', { command: 'printf "\\0\\0" > p.bin; chmod 700 run.sh' });
    chmodSync(at('run.sh'), 0o700);
    const { changes } = await history().list();
    const shown = await Promise.all(changes.map(async ({ number }) => history().diff(number)));
    expect(shown.join()).not.toMatch(/KEY/);
    expect(shown.join()).toContain('(No text: 4 → 2 bytes)');
    expect(shown.join()).toMatch(/\(Permissions \d+ → 700\)/);
  });
});

/** Two changes of one command come in any order. */
function expectAnyOrder(changes: { tool: string; kind: string; path: string; lines: { added: number; removed: number } | null }[]) {
  expect(changes.map(({ kind }) => kind).sort()).toEqual(['created', 'renamed']);
  return changes.map(({ tool, kind, path, lines }) => [tool, kind, path.slice(root.length + 1), lines?.added, lines?.removed]);
}

describe('what others do at the very moment of a change', () => {
  const mine = (): string => readFileSync(join(root, 'a.txt'), 'utf8');
  const save = (name: string): void => {
    writeFileSync(join(root, `${name}.new`), 'theirs\n');
    renameSync(join(root, `${name}.new`), join(root, name));
  };
  const edit = { path: 'a.txt', old_string: 'one', new_string: '1' };

  it.each<[string, () => void, () => string]>([
    ['an editor saves by renaming', () => save('a.txt'), mine],
    ['a program rewrites it with as many bytes', () => writeFileSync(join(root, 'a.txt'), 'tow\n'), mine],
    ['a program adds a line', () => appendFileSync(join(root, 'a.txt'), 'more\n'), mine],
    ['it is replaced by a link', () => {
      writeFileSync(join(root, 'b.txt'), 'one\n');
      rmSync(join(root, 'a.txt'));
      symlinkSync('b.txt', join(root, 'a.txt'));
    }, () => `${mine()} ${String(lstatSync(join(root, 'a.txt')).isSymbolicLink())}`],
    ['it is deleted', () => rmSync(join(root, 'a.txt')), () => String(existsSync(join(root, 'a.txt')))],
    ['it has two names and is rewritten', () => {
      linkSync(join(root, 'a.txt'), join(root, 'b.txt'));
      writeFileSync(join(root, 'a.txt'), 'theirs\n');
    }, mine],
  ])('stays, and is a conflict: %s', async (_what, act, look) => {
    writeFileSync(join(root, 'a.txt'), 'one\n');
    await call('Read', { path: 'a.txt' });
    let after = '';
    meanwhile = () => {
      act();
      after = look();
    };
    expect((await call('Edit', edit)).envelope.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Nothing was written') });
    expect(look()).toBe(after);
    expect(readdirSync(root).filter((name) => name.includes('.tmp') || name.includes('.new'))).toEqual([]);
    expect((await openHistory(folder, 's', 'en').list()).changes).toEqual([]);
  });

  it('a file of theirs where a new one was to be stays', async () => {
    meanwhile = () => save('new.txt');
    expect((await call('Write', { path: 'new.txt', content: 'mine\n' })).envelope.error?.code).toBe('CONFLICT');
    expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('theirs\n');
  });

  it('a mere touch is none', async () => {
    writeFileSync(join(root, 'a.txt'), 'one\n');
    await call('Read', { path: 'a.txt' });
    meanwhile = () => writeFileSync(join(root, 'a.txt'), 'one\n');
    expect((await call('Edit', edit)).envelope.status).toBe('success');
    expect(mine()).toBe('1\n');
  });
});
