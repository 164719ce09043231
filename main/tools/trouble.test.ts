import { build } from 'esbuild';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ToolError } from '../../preload/contract/envelope';

let folder: string;
let root: string;
let data: string;
let child: string;
const old = 'old line\n'.repeat(100);

beforeAll(async () => {
  // Another account reaches it there: the folder that tests are given for temporary files may lie in a private one.
  folder = realpathSync(mkdtempSync(path.join(process.platform === 'linux' ? '/var/tmp' : tmpdir(), 'trouble-')));
  child = path.join(folder, 'child.js');
  await build({ entryPoints: [path.join(__dirname, 'trouble-child.ts')], outfile: child, bundle: true, platform: 'node', format: 'cjs', external: ['@napi-rs/image', '@vscode/ripgrep', 'web-tree-sitter'], logLevel: 'error' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  const own = mkdtempSync(path.join(folder, 'case-'));
  [root, data] = [path.join(own, 'work'), path.join(own, 'data')];
  mkdirSync(root);
  mkdirSync(data);
  writeFileSync(path.join(root, 'a.txt'), old);
});

type Call = [string, object];
const look: Call = ['Look', { path: 'a.txt' }];
const large = 'x'.repeat(400_000);

/** Runs the calls in a process of its own behind `before` (a limit, a mount), then `after`; gives what the calls answered and what `after` printed. */
function run(before: string, calls: Call[], after = 'true', shell: string[] = ['bash', '-c']) {
  const [program = '', ...words] = shell;
  const script = `${before}\n"${process.execPath}" "$0" "$1" "$2" "$3"\nprintf '%s\\n' ---\n${after}`;
  const list = path.join(path.dirname(root), 'calls.json');
  writeFileSync(list, JSON.stringify(calls));
  const { stdout, stderr } = spawnSync(program, [...words, script, child, root, data, list], { encoding: 'utf8', env: { ...process.env, NODE_PATH: path.resolve('node_modules') } });
  const [answers = '', printed = ''] = stdout.split('---\n');
  const results = answers.split('\n').filter(Boolean).map((line) => JSON.parse(line) as { name: string; status: string; error?: ToolError });
  if (results.length < calls.length) throw new Error(stderr);
  return { last: results.at(-1)!, printed };
}

describe.runIf(process.platform === 'linux')('a file that can grow no further', () => {
  it('leaves the old file whole and nothing beside it, and says why', () => {
    const { last } = run('ulimit -f 128', [look, ['Write', { path: 'a.txt', content: large }]]);
    expect(last).toMatchObject({ status: 'error', error: { code: 'EXECUTION_ERROR' } });
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(old);
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('written in place for its hard links it is the old one under every name', () => {
    linkSync(path.join(root, 'a.txt'), path.join(root, 'b.txt'));
    const { last } = run('ulimit -f 128', [look, ['Write', { path: 'a.txt', content: large }]]);
    expect(last.status).toBe('error');
    for (const name of ['a.txt', 'b.txt']) expect(readFileSync(path.join(root, name), 'utf8')).toBe(old);
    expect(statSync(path.join(root, 'a.txt')).nlink).toBe(2);
  });

  it('is not made at all, nor its folder', () => {
    const { last } = run('ulimit -f 128', [['Write', { path: 'new/folder/b.txt', content: large }]]);
    expect(last).toMatchObject({ status: 'error', error: { code: 'EXECUTION_ERROR' } });
    expect(readdirSync(root)).toEqual(['a.txt']);
  });
});

/** Whether this account may mount in a name space of its own. */
const own = ['unshare', '-rm', 'bash', '-c'];
const mounts = process.platform === 'linux' && spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

describe.runIf(mounts)('a disk', () => {
  const onSmallDisk = (place: string, size: string): string => `cp "$1/a.txt" /tmp/trouble-$$ && mount -t tmpfs -o size=${size} tmpfs "${place}" && { [ -e "$1/a.txt" ] || cp /tmp/trouble-$$ "$1/a.txt"; }; rm -f /tmp/trouble-$$`;

  it('that is full leaves the old file whole and says so', () => {
    const { last, printed } = run(onSmallDisk('$1', '64k'), [look, ['Write', { path: 'a.txt', content: large }]], 'ls -A "$1"; cat "$1/a.txt"', own);
    expect(last.error).toMatchObject({ code: 'EXECUTION_ERROR', hint: expect.stringContaining('disk is full') as string });
    expect(printed).toBe(`a.txt\n${old}`);
  });

  it('that is full where changes are noted: the change is not made, since it could not be undone', () => {
    writeFileSync(path.join(root, 'a.txt'), old.repeat(100));
    const { last } = run(onSmallDisk('$2', '64k'), [look, ['Edit', { path: 'a.txt', old_string: 'old line', new_string: 'new', replace_all: true }]], 'true', own);
    expect(last.error?.message).toContain('could not be noted for undo, so it was not made');
    expect(last.error?.hint).toContain('disk is full');
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(old.repeat(100));
  });

  it('that is read-only refuses, and the file stays', () => {
    const { last, printed } = run(`${onSmallDisk('$1', '1m')}; mount -o remount,ro "$1"`, [look, ['Edit', { path: 'a.txt', old_string: old, new_string: 'new' }]], 'cat "$1/a.txt"', own);
    expect(last.error?.code).toBe('ACCESS_DENIED');
    expect(printed).toBe(old);
  });

  it('that is read-only where changes are noted: the change is not made', () => {
    const { last } = run(`${onSmallDisk('$2', '1m')}; mount -o remount,ro "$2"`, [look, ['Write', { path: 'a.txt', content: 'new' }]], 'true', own);
    expect(last.error?.code).toBe('ACCESS_DENIED');
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(old);
  });
});

/** Root may write anywhere; without its capabilities it is an owner like any other. */
const ordinary = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-all', 'bash', '-c'] : ['bash', '-c'];

it.runIf(process.platform !== 'win32')('a folder that may not be written refuses, and its files stay', () => {
  execFileSync('chmod', ['555', root]);
  const { last } = run('true', [look, ['Write', { path: 'a.txt', content: 'new' }]], 'true', ordinary);
  execFileSync('chmod', ['755', root]);
  expect(last.error?.code).toBe('ACCESS_DENIED');
  expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(old);
  expect(existsSync(path.join(root, 'a.txt'))).toBe(true);
});

describe.runIf(process.platform !== 'win32')('a file that may not be written, in a folder that may', () => {
  it('is not exchanged for another', () => {
    chmodSync(path.join(root, 'a.txt'), 0o444);
    for (const change of [['Write', { path: 'a.txt', content: 'new' }], ['Edit', { path: 'a.txt', old_string: 'old line', new_string: 'new', replace_all: true }]] satisfies Call[]) {
      expect(run('true', [look, change], 'true', ordinary).last.error?.code).toBe('ACCESS_DENIED');
    }
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(old);
  });

  it.runIf(process.getuid?.() === 0)('though we may write it, stays another’s', () => {
    chownSync(path.join(root, 'a.txt'), 1234, 1234);
    chmodSync(path.join(root, 'a.txt'), 0o666);
    const inode = statSync(path.join(root, 'a.txt')).ino;
    for (const place of [folder, path.dirname(root)]) chmodSync(place, 0o755);
    for (const place of [root, data]) chownSync(place, 4321, 4321);
    const { last } = run('true', [look, ['Write', { path: 'a.txt', content: 'new' }]], 'true', ['setpriv', '--reuid=4321', '--regid=4321', '--clear-groups', 'bash', '-c']);
    expect(last.status).toBe('success');
    const { uid, ino } = statSync(path.join(root, 'a.txt'));
    expect([uid, ino, readFileSync(path.join(root, 'a.txt'), 'utf8')]).toEqual([1234, inode, 'new']);
  });
});
