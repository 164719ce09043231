import fc from 'fast-check';
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSession, type TestSession } from './test-session';
import type { Workspace } from './workspace';
import { createWorkspace } from './workspace-resolve';

let session: TestSession;
let workspace: Workspace;
let outside: string;

beforeEach(() => {
  session = startSession();
  outside = join(session.folder, 'outside');
  mkdirSync(join(session.root, 'sub'), { recursive: true });
  mkdirSync(join(outside, 'deep'), { recursive: true });
  mkdirSync(join(session.folder, 'home', '.ssh'), { recursive: true });
  writeFileSync(join(session.root, 'a.txt'), 'inside');
  writeFileSync(join(outside, 'b.txt'), 'outside');
  writeFileSync(join(session.root, '.env'), 'KEY=1');
  symlinkSync(outside, join(session.root, 'link'));
  symlinkSync(join(outside, 'b.txt'), join(session.root, 'file-link'));
  symlinkSync(join(outside, 'missing'), join(session.root, 'dangling'));
  symlinkSync('loop', join(session.root, 'loop'));
  symlinkSync(session.dataFolder, join(session.root, 'data-link'));
  symlinkSync(join(session.folder, 'home', '.ssh'), join(session.root, 'keys'));
  symlinkSync('a.txt', join(session.root, 'inner-link'));
  workspace = createWorkspace(session.root, { dataFolder: session.dataFolder, home: join(session.folder, 'home') });
});
afterEach(() => session.end());

const place = async (path: string, access: 'read' | 'write' = 'read') => (await workspace.resolve(path, access)).place;

describe('where a path leads', () => {
  it.each([
    ['.', 'workspace'],
    ['a.txt', 'workspace'],
    ['sub/../a.txt', 'workspace'],
    ['new/deep/file', 'workspace'],
    ['inner-link', 'workspace'],
    ['..', 'outside'],
    ['../work-other', 'outside'],
    ['link', 'outside'],
    ['link/b.txt', 'outside'],
    ['link/new.txt', 'outside'],
    ['file-link', 'outside'],
    ['dangling', 'outside'],
    ['sub/../link/deep', 'outside'],
    ['nowhere/../link/new', 'outside'],
    ['nowhere/deep/../../file-link', 'outside'],
    ['nowhere/../dangling', 'outside'],
    ['/etc/hostname', 'outside'],
    ['/', 'outside'],
    ['~', 'outside'],
    ['~/notes', 'outside'],
    ['.env', 'secret'],
    ['.ENV', 'secret'],
    ['sub/.env.local', 'secret'],
    ['keys/id', 'secret'],
    ['~/.ssh/id_ed25519', 'secret'],
    ['~/.aws/credentials', 'secret'],
    ['~/.config/google-chrome/Default/Cookies', 'secret'],
    ['server.pem', 'secret'],
    ['/etc/shadow', 'secret'],
    ['/proc/self/environ', 'secret'],
    ['data-link/settings.json', 'own'],
    ['../data', 'own'],
    ['../data/sessions/1.jsonl', 'own'],
    ['.env.example', 'workspace'],
    ['id_rsa.pub', 'workspace'],
    ['environment.ts', 'workspace'],
    ['ssh/config', 'workspace'],
    ['docs/keys.md', 'workspace'],
  ] as const)('%s is %s', async (path, expected) => {
    expect(await place(path)).toBe(expected);
  });

  it('follows link/.. as the system does', async () => {
    expect((await workspace.resolve('link/../b', 'read')).real).toBe(join(session.folder, 'b'));
  });

  it('lets outputs of tools be read, not written', async () => {
    expect(await place('../data/tool-output/x.txt')).toBe('workspace');
    expect(await place('../data/tool-output/x.txt', 'write')).toBe('own');
  });

  it.each(['a\0b', '', 'x'.repeat(300), 'd/'.repeat(3000), 'loop', 'loop/x'])('refuses an impossible path', async (path) => {
    await expect(workspace.resolve(path, 'read')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });

  it('folds case where the system does', async () => {
    const folding = createWorkspace(session.root, { dataFolder: session.dataFolder, foldCase: true });
    const real = (await folding.resolve(`${session.dataFolder.toUpperCase()}/settings.json`, 'read')).place;
    expect(real).toBe('own');
  });
});

const component = fc.constantFrom('..', '.', '', 'sub', 'link', 'deep', 'file-link', 'dangling', 'inner-link', 'a.txt', 'b.txt', 'nowhere', '~', 'data-link', 'keys', 'new', 'ünï', ' ', 'x'.repeat(40));
const trick = fc.tuple(fc.constantFrom('', '/', './', '~/', '//'), fc.array(component, { maxLength: 8 })).map(([head, parts]) => head + parts.join('/') || '.');

describe('any path', () => {
  it('called inside the workspace is inside, as the system itself sees it', async () => {
    await fc.assert(
      fc.asyncProperty(trick, fc.constantFrom('read' as const, 'write' as const), async (path, access) => {
        const fact = await workspace.resolve(path, access);
        const inside = fact.real === session.root || fact.real.startsWith(session.root + sep);
        if (fact.place === 'workspace') expect(inside).toBe(true);
        if (fact.exists) expect(realpathSync(fact.real)).toBe(fact.real);
        expect(resolve(fact.real)).toBe(fact.real);
      }),
      { numRuns: 500 },
    );
  });

  it('never lets a writing tool leave the workspace or touch our data, when only the workspace is allowed', async () => {
    const before = readFileSync(join(outside, 'b.txt'), 'utf8');
    await fc.assert(
      fc.asyncProperty(trick, async (path) => {
        const fact = await workspace.resolve(path, 'write');
        if (fact.place === 'outside') return;
        await session.call('Read', { path });
        await session.call('Write', { path, content: 'changed' });
        expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe(before);
      }),
      { numRuns: 200 },
    );
  });
});
