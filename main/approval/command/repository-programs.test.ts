import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandEnvironment } from '../../tools/command-environment';
import { classifyCommand } from './classify-command';
import { repositoryPrograms } from './repository-programs';
import { programsIn } from './repository-settings';

// Each of these starts git a dozen times.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let folder = '';
const git = (directory: string, ...words: string[]) =>
  execFileSync('git', words, { cwd: directory, env: { ...commandEnvironment(process.env), HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }, stdio: 'pipe' }).toString();
const levelOf = async (text: string, directory = folder) => (await classifyCommand({ text, directory, background: false })).level;

const begin = () => {
  folder = mkdtempSync(join(tmpdir(), 'repository-programs-'));
  git(folder, 'init', '-q');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  writeFileSync(join(folder, '.gitattributes'), '*.txt diff=x filter=x\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'one');
  writeFileSync(join(folder, 'a.txt'), 'two\n');
};
const end = () => rmSync(folder, { recursive: true, force: true });

describe('git that only reads', () => {
  beforeEach(begin);
  afterEach(end);

  it('is read as such in a plain repository, in its folders and outside of any', async () => {
    mkdirSync(join(folder, 'sub'));
    git(folder, 'remote', 'add', 'origin', 'https://example.com/a.git');
    git(folder, 'config', 'branch.main.remote', 'origin');
    git(folder, 'config', 'user.name', 'Somebody');
    for (const [name, value] of [['clean', 'git-lfs clean -- %f'], ['process', 'git-lfs filter-process'], ['required', 'true']]) git(folder, 'config', `filter.lfs.${name}`, value as string);
    expect(await repositoryPrograms([folder])).toEqual([]);
    for (const directory of [folder, join(folder, 'sub'), tmpdir()]) expect(await levelOf('git status && git diff | head', directory)).toBe('observe');
  });

  it.each([
    ['an external diff', 'diff.external', 'true', 'git diff'],
    ['a driver of its own', 'diff.x.command', 'true', 'git diff'],
    ['a text conversion', 'diff.x.textconv', 'cat', 'git log -p'],
    ['a filter', 'filter.x.clean', 'cat', 'git status'],
  ])('asks where the repository brings %s, which git does run', async (_, name, program, command) => {
    const mark = join(folder, '.git', 'ran');
    git(folder, 'config', name, `touch '${mark}'; ${program}`);
    git(folder, ...command.split(' ').slice(1));
    expect(existsSync(mark)).toBe(true);
    const judgement = await classifyCommand({ text: command, directory: folder, background: false });
    expect(judgement).toMatchObject({ level: 'risky', reasons: [{ code: 'reason.command.repository', detail: name }] });
    mkdirSync(join(folder, 'sub'));
    expect(await levelOf(command, join(folder, 'sub'))).toBe('risky');
    expect(await levelOf(`git -C '${folder}' ${command.slice(4)}`, tmpdir())).toBe('risky');
    expect(await levelOf(`cd '${folder}' && ${command} | head -3`, tmpdir())).toBe('risky');
    expect(await levelOf('cat a.txt')).toBe('observe');
  });

  it('asks where the hook that follows a refreshed index stands', async () => {
    mkdirSync(join(folder, '.git', 'hooks'), { recursive: true });
    writeFileSync(join(folder, '.git', 'hooks', 'post-index-change'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
    expect(await levelOf('git status')).toBe('risky');
  });

  it('looks at the settings that a worktree shares, and at those of submodules', async () => {
    const tree = join(folder, 'tree');
    git(folder, 'worktree', 'add', '-q', tree);
    expect(await levelOf('git diff', tree)).toBe('observe');
    mkdirSync(join(folder, '.git', 'modules', 'libs', 'b'), { recursive: true });
    writeFileSync(join(folder, '.git', 'modules', 'libs', 'b', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(folder, '.git', 'modules', 'libs', 'b', 'config'), '[core]\n\tworktree = ../../../../libs/b\n');
    expect(await levelOf('git status')).toBe('observe');
    writeFileSync(join(folder, '.git', 'modules', 'libs', 'b', 'config'), '[filter "x"]\n\tclean = date\n');
    expect(await levelOf('git status')).toBe('risky');
    expect(await levelOf('git diff', tree)).toBe('risky');
  });
});

describe('a repository in another', () => {
  let mark = '';
  const ran = () => existsSync(mark);
  /** A repository in `sub`, which the outer one names in its index; some settings of it are programs that leave a mark. */
  beforeEach(() => {
    begin();
    mark = join(folder, '.git', 'ran');
    const sub = join(folder, 'sub');
    mkdirSync(sub);
    git(sub, 'init', '-q');
    writeFileSync(join(sub, 'b.txt'), 'one\n');
    writeFileSync(join(sub, '.gitattributes'), '*.txt filter=x\n');
    git(sub, 'add', '.');
    git(sub, 'commit', '-qm', 'one');
    git(folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'sub');
    git(folder, 'commit', '-qam', 'sub');
    writeFileSync(join(sub, 'b.txt'), 'two\n');
  });
  afterEach(end);

  it.each([2, 4])('is looked into where git does, by an index of version %i', async (version) => {
    git(folder, 'update-index', '--index-version', String(version));
    expect(await levelOf('git status && git diff')).toBe('observe');
    git(join(folder, 'sub'), 'config', 'filter.x.clean', `touch '${mark}'; cat`);
    git(folder, 'status');
    expect(ran()).toBe(true);
    const judgement = await classifyCommand({ text: 'git status', directory: folder, background: false });
    expect(judgement).toMatchObject({ level: 'risky', reasons: [{ code: 'reason.command.repository', detail: 'filter.x.clean' }] });
    expect(await levelOf('git -C . -C sub log', folder)).toBe('risky');
  });

  it('is found wherever its settings are, deep in others, and by a split index', async () => {
    const sub = join(folder, 'sub');
    mkdirSync(join(sub, 'deep'));
    git(join(sub, 'deep'), 'init', '-q', '--separate-git-dir', join(folder, '.git', 'else where '));
    writeFileSync(join(sub, 'deep', 'c.txt'), 'one\n');
    git(join(sub, 'deep'), 'add', '.');
    git(join(sub, 'deep'), 'commit', '-qm', 'one');
    git(sub, '-c', 'advice.addEmbeddedRepo=false', 'add', 'deep');
    git(folder, 'update-index', '--split-index');
    expect(await levelOf('git diff')).toBe('observe');
    git(join(sub, 'deep'), 'config', 'diff.external', 'true');
    expect(await levelOf('git diff')).toBe('risky');
  });

  it('is followed by the way that the system goes, not by that of its name', async () => {
    const [other, away] = [join(folder, 'other'), join(folder, 'away')];
    git(folder, 'init', '-q', other);
    git(other, 'config', 'diff.external', 'true');
    mkdirSync(join(other, 'in'));
    mkdirSync(away);
    git(away, 'init', '-q');
    symlinkSync(join(other, 'in'), join(away, 'link'));
    expect(await levelOf('git status', away)).toBe('observe');
    expect(await levelOf('git status', join(away, 'link'))).toBe('risky');
    expect(await levelOf('cd link && git status', away)).toBe('risky');
    expect(await levelOf('git -C link/.. status', away)).toBe('risky');
    // A folder that is none, though its name says so, is passed over.
    mkdirSync(join(other, 'in', '.git'));
    expect(await levelOf('git status', join(other, 'in'))).toBe('risky');
    // One that is made like a repository counts as one.
    git(folder, 'init', '-q', '--bare', join(away, 'bare'));
    git(join(away, 'bare'), '--git-dir=.', 'config', 'diff.external', 'true');
    expect(await levelOf('git log', join(away, 'bare', 'refs'))).toBe('risky');
  });

  it('counts where what names it can not be read', async () => {
    writeFileSync(join(folder, '.git', 'index'), 'DIRC no index \0\0\u00e0\0', 'latin1');
    expect(await levelOf('git status')).toBe('risky');
    rmSync(join(folder, '.git', 'index'));
    expect(await levelOf('git status')).toBe('observe');
    rmSync(join(folder, 'sub', '.git'), { recursive: true });
    writeFileSync(join(folder, 'sub', '.git'), Buffer.from('gitdir: ../caf\xe9\n', 'latin1'));
    expect(await levelOf('git log', join(folder, 'sub'))).toBe('risky');
  });
});

describe('a file of the folder', () => {
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'folder-programs-')));
    mkdirSync(join(folder, 'sub'));
  });
  afterEach(end);

  it.each([
    ['rust-toolchain.toml', '[toolchain]\nchannel = "1.75"\n', '[toolchain]\npath = "/tmp/evil"\n', 'rustc --version'],
    ['rust-toolchain', 'stable\n', '/tmp/evil\n', 'cargo -V | head -1'],
    ['.yarnrc', 'registry "https://example.org"\n', 'yarn-path "./evil.js"\n', 'yarn --version'],
    ['.yarnrc.yml', 'nodeLinker: node-modules\n', 'yarnPath: .yarn/evil.cjs\n', 'yarn --version'],
    ['package.json', '{"name":"a"}', '{"packageManager":"pnpm@9.0.0+sha1.0"}', 'cd sub && pnpm -v'],
  ])('asks where %s says that another program runs', async (name, plain, program, command) => {
    writeFileSync(join(folder, name), plain);
    expect(await levelOf(command)).toBe('observe');
    writeFileSync(join(folder, name), program);
    expect(await classifyCommand({ text: command, directory: join(folder), background: false })).toMatchObject({ level: 'risky', reasons: [{ code: 'reason.command.folder', detail: join(folder, name) }] });
    expect(await levelOf('node --version; ls')).toBe('observe');
  });

  it('asks where one has the name of a program that is run', async () => {
    const shadowed = [join(folder, 'bin', 'wc')];
    expect(await classifyCommand({ text: 'ls | wc -l', directory: folder, background: false, shadowed })).toMatchObject({ level: 'risky', reasons: [{ code: 'reason.command.folder', detail: shadowed[0] }] });
  });
});

describe('the settings of a repository', () => {
  it.each([
    ['[core]\n\tbare = false\n[remote "origin"]\n\turl = x\n', []],
    ['[diff] external = date', ['diff.external']],
    ['[DIFF]\nExternal=date', ['diff.external']],
    ['[core]\n; [diff]\n# external = date\n', []],
    ['[core] bare = false\n[include]\n\tpath = ../evil\n', ['include.path']],
    ['[diff]\n\tcontext = 7 \\\n[user]\n\texternal = date\n', ['context = 7 \\']],
    ['# a comment does not go on \\\n[diff]\n\texternal = date\n', ['diff.external']],
    ['[user]\n\tname = a # nor this one \\\n[diff]\n\texternal = date\n', ['name = a # nor this one \\', 'diff.external']],
    ['[core]\n\tworktree = /home\n', ['core.worktree']],
    ['[core][diff]external=date', ['diff.external']],
    ['[extensions]\n\tpartialClone = origin\n', ['extensions.partialclone']],
    ['[filter "lfs"]\n\tclean = date\n', ['filter.lfs.clean']],
    ['[lfs "https://x"]\n\taccess = basic\n[lfs]\n\turl = x\n[lfs "extension.e"]\n\tclean = date\n', ['lfs.extension.e.clean']],
    ['[diff]\n\tsubmodule = log\n[url "a"]\n\tinsteadOf = b\n', []],
    ['[diff]\n\tsubmodule = diff\n[submodule]\n\trecurse = true\n[format]\n\tpretty = %G?\n', ['diff.submodule', 'submodule.recurse', 'format.pretty']],
    ['[core]\n\tsshCommand = date\n\thooksPath = x\n', ['core.sshcommand', 'core.hookspath']],
    ['[broken', ['[broken']],
  ])('%j', (config, names) => expect(programsIn(config)).toEqual(names));
});
