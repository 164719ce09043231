import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHere } from './in-use';
import { Journal, type Noted } from './journal';
import type { SnapshotBounds } from './snapshot';

let folder: string;
let root: string;
let journal: Journal;

function open(watchBounds: Partial<SnapshotBounds> = {}): Journal {
  return new Journal({ dataFolder: join(folder, 'data'), session: 's', root, watchBounds });
}
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'watch-')));
  root = join(folder, 'work');
  mkdirSync(root);
  journal = open();
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(root, name);
const put = (name: string, content: string | Buffer): void => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), content);
};
async function run(command: string, options: { busy?: boolean; named?: string[] } = {}): Promise<Noted> {
  const work = async (): Promise<void> => void execFileSync('bash', ['-c', command], { cwd: root });
  const { noted } = await journal.around({ call: 'b', tool: 'Bash' }, options.named ?? [], new AbortController().signal, work, () => options.busy ?? false);
  return noted;
}
const named = ({ changes }: Noted): string[] => changes.map(({ kind, path, from }) => `${kind} ${from ? `${from.slice(root.length + 1)} ` : ''}${path.slice(root.length + 1)}`).sort();

/** Path, content and mode of everything, links as links. */
function tree(at = root, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    const [path, name] = [join(at, entry.name), prefix + entry.name];
    if (entry.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (entry.isDirectory()) Object.assign(found, { [name]: `folder ${statSync(path).mode & 0o777}` }, tree(path, `${name}/`));
    else found[name] = `${statSync(path).mode & 0o777} ${readFileSync(path).toString('hex')}`;
  }
  return found;
}
async function undoAll(): Promise<void> {
  const { changes } = await journal.read();
  const items = await journal.undo(new Set(changes.map(({ number }) => number)));
  expect(items.filter(({ result }) => result !== 'done')).toEqual([]);
}

describe('a command', () => {
  const commands: [string, string, string[]][] = [
    ['overwrites', 'printf "\\000\\377" > a.bin', ['modified a.bin']],
    ['appends', 'echo more >> a.txt', ['modified a.txt']],
    ['creates', 'echo new > new.txt', ['created new.txt']],
    ['creates a tree', 'mkdir -p x/y && echo 1 > x/1 && echo 2 > x/y/2', ['created x']],
    ['deletes', 'rm a.txt', ['deleted a.txt']],
    ['deletes a tree', 'rm -r dir', ['deleted dir']],
    ['moves a file', 'mv a.txt b.txt', ['renamed a.txt b.txt']],
    ['moves a file into a folder', 'mv a.txt dir/', ['renamed a.txt dir/a.txt']],
    ['moves over a file', 'mv a.txt script.sh', ['deleted a.txt', 'modified script.sh']],
    ['moves a folder', 'mv dir dir2', ['renamed dir dir2']],
    ['swaps two files', 'mv a.txt t && mv a.bin a.txt && mv t a.bin', ['modified a.bin', 'modified a.txt']],
    ['sets a mode', 'chmod 600 script.sh', ['modified script.sh']],
    ['turns a link', 'ln -sfn dir link', ['modified link']],
    ['removes a link', 'rm link', ['deleted link']],
    ['makes a link', 'ln -s a.txt l2', ['created l2']],
    ['puts a file where a link was', 'rm link && echo x > link', ['modified link']],
    ['puts a link where a file was', 'rm a.txt && ln -s dir a.txt', ['modified a.txt']],
    ['merely touches', 'touch -d 2001-01-01 a.txt', []],
    ['keeps size and time', 'printf HELLO > a.txt && touch -d @1000000000 a.txt', ['modified a.txt']],
    ['does several things', 'rm -r dir && sed -i s/hello/bye/ a.txt && mkdir n && mv script.sh n/', ['created n', 'deleted dir', 'modified a.txt']],
    ['fails halfway', 'echo x > a.txt; rm a.bin; true', ['deleted a.bin', 'modified a.txt']],
    ['takes odd names', 'echo 1 > $\'new\\nline\'; echo 2 > "a b"; echo 3 > 文件', ['created a b', 'created new\nline', 'created 文件']],
  ];

  it('changes a file in the very moment of the look before, and sets its time back', async () => {
    const old = 1_000_000_000;
    for (let round = 0; round < 12; round++) {
      put('a.txt', 'old');
      symlinkSync('old', at('link'));
      utimesSync(at('a.txt'), old, old);
      const work = (): Promise<void> => {
        writeFileSync(at('a.txt'), 'new');
        utimesSync(at('a.txt'), old, old);
        rmSync(at('link'));
        symlinkSync('new', at('link'));
        return Promise.resolve();
      };
      const { noted } = await journal.around({ call: `b${round}`, tool: 'Bash' }, [], new AbortController().signal, work, () => false);
      expect(named(noted)).toEqual(['modified a.txt', 'modified link']);
      rmSync(at('link'));
    }
  });

  it.each(commands)('%s: noted, and undone to the byte', async (_, command, expected) => {
    put('a.txt', 'hello');
    utimesSync(at('a.txt'), 1_000_000_000, 1_000_000_000);
    put('a.bin', Buffer.from([0, 1, 255]));
    put('script.sh', '#!/bin/sh\n');
    chmodSync(at('script.sh'), 0o755);
    put('dir/one', '1');
    put('dir/deep/two', '2');
    put('dir/empty', '');
    symlinkSync('a.txt', at('link'));
    const before = tree();
    expect(named(await run(command))).toEqual(expected);
    await undoAll();
    expect(tree()).toEqual(before);
    const { changes } = await journal.read();
    await journal.redo(new Set(changes.map(({ number }) => number)));
    await undoAll();
    expect(tree()).toEqual(before);
  });

  it('sees two commands after each other, and what a person did in between is no part of them', async () => {
    put('a.txt', '1');
    await run('echo 2 > a.txt');
    put('mine.txt', 'mine');
    put('a.txt', 'mine');
    expect(named(await run('echo 3 > b.txt'))).toEqual(['created b.txt']);
    const items = await journal.undo(new Set([1, 2]));
    expect(items.map(({ number, left }) => [number, left[0]?.why])).toEqual([
      [2, undefined],
      [1, 'changed_since'],
    ]);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('mine');
    expect(readFileSync(at('mine.txt'), 'utf8')).toBe('mine');
  });

  it('keeps files in a folder it made that the person has used since', async () => {
    await run('mkdir out && echo 1 > out/1 && echo 2 > out/2');
    put('out/2', 'mine');
    const [item] = await journal.undo(new Set([1]));
    expect(item?.result).toBe('partly');
    expect(readdirSync(at('out'))).toEqual(['2']);
  });

  it('names a file elsewhere that it says it writes', async () => {
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'old');
    expect((await run('echo new > ../outside.txt', { named: [outside] })).changes).toMatchObject([{ kind: 'modified', path: outside }]);
    await undoAll();
    expect(readFileSync(outside, 'utf8')).toBe('old');
  });

  it('says what it could not keep: large files, what version control keeps, a tree beyond its bounds', async () => {
    journal = open({ largestKept: 100 });
    put('big', 'x'.repeat(101));
    put('.git/HEAD', 'ref: a');
    const noted = await run('echo >> big; rm -r .git/HEAD');
    expect(noted.uncovered.sort()).toEqual([at('.git'), at('big')]);
    expect((await journal.undo(new Set([1])))[0]?.left[0]?.why).toBe('not_kept');
    journal = open({ mostEntries: 3 });
    for (const name of ['d/1', 'd/2', 'e/1', 'e/2']) put(name, name);
    expect((await run('true')).uncovered).toEqual([root]);
  });

  it('moves a file too large to be kept back by moving it', async () => {
    journal = open({ largestKept: 100 });
    put('big', 'x'.repeat(101));
    expect(named(await run('mv big bigger'))).toEqual(['renamed big bigger']);
    await undoAll();
    expect(readFileSync(at('big'), 'utf8')).toBe('x'.repeat(101));
    expect(existsSync(at('bigger'))).toBe(false);
  });

  it('does not list our own data', async () => {
    journal = new Journal({ dataFolder: join(root, 'data'), session: 's', root });
    expect(named(await run('echo 1 > a'))).toEqual(['created a']);
  });

  it('that can’t be watched runs all the same, and that is said', async () => {
    writeFileSync(join(folder, 'data'), 'no folder');
    const noted = await run('echo 1 > a');
    expect(existsSync(at('a'))).toBe(true);
    expect(noted.uncovered[0]).toContain(root);
  });

  it('reads nothing again that did not change', async () => {
    for (let index = 0; index < 50; index++) put(`f${index}`, `content ${index}`);
    await run('true');
    const before = statSync(join(journal.folder, 'before.pack')).size;
    await run('echo x > f1');
    expect(statSync(join(journal.folder, 'before.pack')).size).toBe(before + 2);
  });
});

describe.runIf(process.platform === 'linux')('a file that is kept open', () => {
  const openFiles = (): string[] => readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`);
    } catch {
      return [];
    }
  }).filter((file) => file.startsWith(folder));

  it('is closed for good, in whatever moment of a command', async () => {
    for (let index = 0; index < 8; index++) put(`f${index}`, `content ${index}`);
    for (let turns = 1; turns < 64; turns *= 2) {
      journal = open();
      const running = journal.around({ call: 'b', tool: 'Bash' }, [], new AbortController().signal, () => Promise.resolve(), () => false);
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      await journal.close();
      await running;
      expect(openFiles()).toEqual([]);
    }
  });
});

describe('what goes on in the background', () => {
  it('is found at the next look, and may be the person’s: only chosen it is undone', async () => {
    put('a.txt', '1');
    await run('true', { busy: true });
    put('a.txt', '2');
    await run('true');
    const { changes } = await journal.read();
    expect(changes).toMatchObject([{ path: at('a.txt'), kind: 'modified', uncertain: true }]);
    expect((await journal.undo(new Set([1])))[0]?.left[0]?.why).toBe('maybe_yours');
    expect((await journal.undo(new Set([1]), { chosen: true }))[0]?.result).toBe('done');
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('1');
  });

  it('is found when the session ends, and what was kept for looks goes with it', async () => {
    put('a.txt', '1');
    await run('true', { busy: true });
    put('a.txt', '2');
    await journal.close();
    expect((await journal.read()).changes).toMatchObject([{ path: at('a.txt'), uncertain: true }]);
    expect(readdirSync(journal.folder).sort()).toEqual(['blobs', 'journal.jsonl']);
  });

  it('is not confused with an edit made meanwhile', async () => {
    put('a.txt', '1');
    await run('true', { busy: true });
    await journal.replace({ call: 'e', tool: 'Edit' }, at('a.txt'), Buffer.from('1'), Buffer.from('2'));
    await journal.settled();
    expect((await journal.read()).changes.map(({ tool }) => tool)).toEqual(['Edit']);
  });
});

it('what a command changed before our process was killed is noted at the next start', async () => {
  put('a.txt', '1');
  put('gone.txt', 'g');
  const endless = new Promise<void>(() => {});
  void journal.around({ call: 'b', tool: 'Bash' }, [], new AbortController().signal, () => endless, () => false);
  await expect.poll(() => existsSync(join(journal.folder, 'watch.json')), { timeout: 20_000 }).toBe(true);
  put('a.txt', '2');
  rmSync(at('gone.txt'));
  // As another process sees it that starts with our number.
  openHere.clear();
  const next = open();
  await next.mend();
  expect((await next.read()).changes.map(({ kind, path, uncertain }) => [kind, path, uncertain])).toEqual([
    ['modified', at('a.txt'), true],
    ['deleted', at('gone.txt'), true],
  ]);
  expect((await next.undo(new Set([2]), { chosen: true }))[0]?.result).toBe('done');
  expect(readFileSync(at('gone.txt'), 'utf8')).toBe('g');
  await next.close();
  expect(readdirSync(journal.folder).sort()).toEqual(['blobs', 'journal.jsonl']);
  openHere.clear();
  expect(readdirSync(join(folder, 'data', 'journal', '.open'))).toEqual([]);
});
