import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersAtOnce } from './at-once';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'deskwright-at-once-')));
  mkdirSync(join(root, 'a', 'b'), { recursive: true });
  writeFileSync(join(root, 'a', 'b', 'file.txt'), 'text');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const local = (): boolean => process.platform === 'linux' && [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630].includes(statfsSync(root).type);

describe('the system answers at once', () => {
  it('about files and folders below a folder on a disk of this machine', () => {
    for (const name of ['a', 'a/b', 'a/b/file.txt', './a//b/file.txt']) expect(answersAtOnce(root, `${root}/${name}`), name).toBe(local());
  });

  it.each([
    ['what is not there', 'a/missing.txt'],
    ['what lies behind a link, wherever that leads', 'link/file.txt'],
    ['a link itself', 'a/to-file'],
    ['a link that leads nowhere', 'nowhere'],
    ['a path that goes up', 'a/../a/b/file.txt'],
  ])('not about %s', (_what, name) => {
    symlinkSync(join(root, 'a', 'b'), join(root, 'link'));
    symlinkSync(join(root, 'a', 'b', 'file.txt'), join(root, 'a', 'to-file'));
    symlinkSync('/nowhere/at/all', join(root, 'nowhere'));
    expect(answersAtOnce(root, `${root}/${name}`)).toBe(false);
  });

  it('not about what lies elsewhere, beside it or above it', () => {
    mkdirSync(`${root}-beside`);
    try {
      for (const path of [root, `${root}-beside`, dirname(root), '/etc/hostname']) expect(answersAtOnce(root, path), path).toBe(false);
      expect(answersAtOnce('/', '/etc/hostname')).toBe(false);
    } finally {
      rmSync(`${root}-beside`, { recursive: true });
    }
  });

  it.runIf(existsSync('/proc/self/mountinfo'))('not on a file system of programs or of the kernel, nor where something is mounted in the folder', () => {
    expect(answersAtOnce('/proc/sys', '/proc/sys/kernel')).toBe(false);
    const parents = readFileSync('/proc/self/mountinfo', 'utf8').split('\n').map((line) => dirname(line.split(' ')[4] ?? '/')).filter((parent) => parent !== '/' && !parent.includes('\\') && existsSync(parent));
    for (const parent of new Set(parents)) expect(answersAtOnce(parent, join(parent, 'null')), parent).toBe(false);
  });
});
