import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandEnvironment } from '../../tools/command-environment';
import { classifyCommand } from './classify-command';
import { programsIn, repositoryPrograms } from './repository-programs';

let folder = '';
const git = (directory: string, ...words: string[]) =>
  execFileSync('git', words, { cwd: directory, env: { ...commandEnvironment(process.env), HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }, stdio: 'pipe' }).toString();
const levelOf = async (text: string, directory = folder) => (await classifyCommand({ text, directory, background: false })).level;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repository-programs-'));
  git(folder, 'init', '-q');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  writeFileSync(join(folder, '.gitattributes'), '*.txt diff=x filter=x\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'one');
  writeFileSync(join(folder, 'a.txt'), 'two\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('git that only reads', () => {
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
    ['[core]\n\tsshCommand = date\n\thooksPath = x\n', ['core.sshcommand', 'core.hookspath']],
    ['[broken', ['[broken']],
  ])('%j', (config, names) => expect(programsIn(config)).toEqual(names));
});
