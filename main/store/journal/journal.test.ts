import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalLimits } from './bounds';
import { Journal } from './journal';

let folder: string;
let root: string;
let journal: Journal;
const author = { call: 'c', tool: 'Edit' };

function open(limits: Partial<JournalLimits> = {}): Journal {
  return new Journal({ dataFolder: join(folder, 'data'), session: 's', limits });
}
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'journal-')));
  root = join(folder, 'work');
  mkdirSync(root);
  journal = open();
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(root, name);
const bytesOf = (name: string): Buffer => readFileSync(at(name));
async function replace(name: string, text: string | Buffer): Promise<void> {
  const before = existsSync(at(name)) ? bytesOf(name) : null;
  await journal.replace(author, at(name), before, Buffer.from(text));
}
const only = (...numbers: number[]): Set<number> => new Set(numbers);
const everything = async (): Promise<Set<number>> => new Set((await journal.read()).changes.map(({ number }) => number));

describe('undo', () => {
  it('brings back any bytes and the mode, and a redo makes the change again', async () => {
    const old = Buffer.from([0, 255, 13, 10, 0xd8, 0x00, 7]);
    writeFileSync(at('a.bin'), old);
    chmodSync(at('a.bin'), 0o755);
    await replace('a.bin', 'new');
    expect(await journal.undo(only(1))).toEqual([{ number: 1, result: 'done', left: [] }]);
    expect(bytesOf('a.bin')).toEqual(old);
    expect(statSync(at('a.bin')).mode & 0o777).toBe(0o755);
    expect((await journal.redo(only(1)))[0]?.result).toBe('done');
    expect(bytesOf('a.bin').toString()).toBe('new');
    expect(statSync(at('a.bin')).mode & 0o777).toBe(0o755);
    expect((await journal.undo(only(1)))[0]?.result).toBe('done');
    expect(bytesOf('a.bin')).toEqual(old);
  });

  it('removes a created file with the folders made for it, but not a folder that is used since', async () => {
    await replace('x/y/new.txt', 'n');
    await replace('p/q/new.txt', 'n');
    writeFileSync(at('p/mine.txt'), 'mine');
    const items = await journal.undo(await everything());
    expect(existsSync(at('x'))).toBe(false);
    expect(existsSync(at('p/q'))).toBe(false);
    expect(bytesOf('p/mine.txt').toString()).toBe('mine');
    expect(items[0]).toEqual({ number: 2, result: 'partly', left: [{ path: at('p'), why: 'folder_in_use' }] });
  });

  it('never touches what a person changed since, and says so', async () => {
    writeFileSync(at('a.txt'), 'old');
    writeFileSync(at('b.txt'), 'old');
    await replace('a.txt', 'new');
    await replace('b.txt', 'new');
    await replace('c.txt', 'new');
    writeFileSync(at('a.txt'), 'person');
    writeFileSync(at('c.txt'), 'person');
    const items = await journal.undo(await everything());
    expect(bytesOf('a.txt').toString()).toBe('person');
    expect(bytesOf('b.txt').toString()).toBe('old');
    expect(bytesOf('c.txt').toString()).toBe('person');
    expect(items.map(({ number, result, left }) => [number, result, left[0]?.why])).toEqual([
      [3, 'left', 'changed_since'],
      [2, 'done', undefined],
      [1, 'left', 'changed_since'],
    ]);
  });

  it('does not put back a file that the person deleted since', async () => {
    writeFileSync(at('a.txt'), 'old');
    await replace('a.txt', 'new');
    rmSync(at('a.txt'));
    expect((await journal.undo(only(1)))[0]?.left[0]?.why).toBe('changed_since');
    expect(existsSync(at('a.txt'))).toBe(false);
  });

  it('does not follow a folder that became a link', async () => {
    mkdirSync(at('d'));
    writeFileSync(at('d/a.txt'), 'old');
    await replace('d/a.txt', 'new');
    rmSync(at('d'), { recursive: true });
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere/a.txt'), 'new');
    symlinkSync(join(folder, 'elsewhere'), at('d'));
    expect((await journal.undo(only(1)))[0]?.left[0]?.why).toBe('moved_elsewhere');
    expect(readFileSync(join(folder, 'elsewhere/a.txt'), 'utf8')).toBe('new');
  });

  it('names the later change that has to go first, and takes back a chain from its end', async () => {
    writeFileSync(at('a.txt'), '1');
    await replace('a.txt', '2');
    await replace('a.txt', '3');
    expect((await journal.undo(only(1)))[0]?.left).toEqual([{ path: at('a.txt'), why: 'later_change', detail: '2' }]);
    expect(await journal.undo(await everything(), { dryRun: true })).toEqual([
      { number: 2, result: 'done', left: [] },
      { number: 1, result: 'done', left: [] },
    ]);
    expect(bytesOf('a.txt').toString()).toBe('3');
    await journal.undo(await everything());
    expect(bytesOf('a.txt').toString()).toBe('1');
    await journal.redo(await everything());
    expect(bytesOf('a.txt').toString()).toBe('3');
  });

  it('keeps a mode that the person set since, and the links of a file', async () => {
    writeFileSync(at('a.txt'), 'old');
    linkSync(at('a.txt'), at('b.txt'));
    await replace('a.txt', 'newer');
    chmodSync(at('a.txt'), 0o600);
    await journal.undo(only(1));
    expect(bytesOf('b.txt').toString()).toBe('old');
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o600);
    expect(lstatSync(at('a.txt')).nlink).toBe(2);
  });

  it('is recorded: a second one finds nothing to do, also in another process', async () => {
    writeFileSync(at('a.txt'), 'old');
    await replace('a.txt', 'new');
    await journal.undo(only(1));
    const again = open();
    expect(await again.undo(only(1))).toEqual([]);
    expect((await again.read()).changes[0]?.state).toBe('undone');
  });
});

describe('the journal', () => {
  it('says before whether a file is too large to be kept, and what can no longer be undone', async () => {
    journal = open({ largestKept: 10 });
    expect([journal.keeps(10), journal.keeps(11)]).toEqual([true, false]);
    writeFileSync(at('a.txt'), 'x'.repeat(11));
    await replace('a.txt', 'short');
    expect((await journal.undo(only(1)))[0]?.left[0]?.why).toBe('not_kept');
    expect(bytesOf('a.txt').toString()).toBe('short');
  });

  it('gives up the oldest contents when it is full, and still undoes the newest', async () => {
    journal = open({ mostKept: 3_500 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      writeFileSync(at(name), name.repeat(1_000));
      await replace(name, 'new');
    }
    const { changes } = await journal.read();
    expect(changes.map(({ dropped }) => dropped)).toEqual([true, true, false, false, false]);
    expect(await journal.blobs.total()).toBeLessThanOrEqual(3_500);
    const items = await journal.undo(await everything());
    expect(items.map(({ result }) => result)).toEqual(['done', 'done', 'done', 'left', 'left']);
    expect(bytesOf('e').toString()).toBe('e'.repeat(1_000));
  });

  it('reads on after damaged and half lines', async () => {
    await replace('a.txt', '1');
    writeFileSync(join(journal.folder, 'journal.jsonl'), `${readFileSync(join(journal.folder, 'journal.jsonl'), 'utf8')}{"type":"change","numb`, 'utf8');
    journal = open();
    await replace('b.txt', '2');
    const { changes, unreadable } = await journal.read();
    expect(unreadable).toBe(1);
    expect(changes.map(({ number, path }) => [number, path])).toEqual([
      [1, at('a.txt')],
      [2, at('b.txt')],
    ]);
  });

  it('leaves nothing on disk where nothing was changed, and is readable by its owner only', async () => {
    await journal.beginRun('look');
    expect(existsSync(join(folder, 'data'))).toBe(false);
    writeFileSync(at('a.txt'), 'secret');
    await replace('a.txt', 'new');
    for (const name of readdirSync(join(journal.folder, 'blobs'))) expect(statSync(join(journal.folder, 'blobs', name)).mode & 0o077).toBe(0);
    expect(statSync(join(journal.folder, 'journal.jsonl')).mode & 0o077).toBe(0);
  });

  it('does not make a change that it can’t note', async () => {
    writeFileSync(at('a.txt'), 'old');
    writeFileSync(join(folder, 'data'), 'no folder');
    await expect(replace('a.txt', 'new')).rejects.toThrow('could not be noted');
    expect(bytesOf('a.txt').toString()).toBe('old');
    expect(readdirSync(root)).toEqual(['a.txt']);
  });
});
