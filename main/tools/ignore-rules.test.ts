import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import ignore from 'ignore';
import { expect, it } from 'vitest';
import { findWithRipgrep } from './glob-find';
import { ignoreRules } from './ignore-rules';
import { ripgrepPath, treeOptions } from './ripgrep';
import { walkFiles } from './walk-files';

const names = ['a', 'b.log', 'build', 'build.ts', '[x]', 'a b', '#c', '!d', 'Café', 'node_modules'];
const rules = ['a', '*', '*.log', 'build/', '/build', '!build.ts', '!*', '**/a', 'a/**/b.log', '[ab]*', '\\[x\\]', '[[]x]', 'a\\ b', 'a b  ', '\\#c', '# c', '\\!d', '?', 'caf*', 'Caf?', '', '  ', '*.l?g', 'node_modules/'];

it('judges as the rules themselves do, also where it need not ask them', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ignore-')));
  // A repository, so that nothing above it counts.
  mkdirSync(join(folder, '.git'));
  try {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...rules), { minLength: 1, maxLength: 4 }), fc.array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }), (lines, paths) => {
        writeFileSync(join(folder, '.gitignore'), lines.join('\n'));
        const expected = ignore({ ignorecase: false }).add(lines.join('\n'));
        const found = ignoreRules(folder);
        for (const path of paths) expect([path, found.leavesOut(join(folder, ...path))]).toEqual([path, expected.ignores(path.join('/'))]);
      }),
      { numRuns: 300 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('judges rules of several folders, and of repositories in one another, as ripgrep does', { timeout: 120_000 }, async () => {
  const program = ripgrepPath();
  if (program === null) throw new Error('ripgrep is not installed');
  const folders = ['', 'a', 'a/b', 'a/b/c', 'd', 'd/a'];
  const files = ['x.log', 'y.ts', 'a.txt', '.z'];
  const ruleFile = fc.record({ folder: fc.constantFrom(...folders), name: fc.constantFrom('.gitignore', '.ignore', '.rgignore'), lines: fc.array(fc.constantFrom('*.log', '!*.log', 'a/', '/a', 'b/*.ts', '!y.ts', '*', '.z', '# x.log', 'c', '**/a.txt', '!a.txt'), { minLength: 1, maxLength: 3 }) });
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ignore-')));
  const { signal } = new AbortController();
  for (const folder of folders) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const file of files) writeFileSync(join(root, folder, file), '');
  }
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(ruleFile, { maxLength: 5 }), fc.subarray(folders), fc.constantFrom(...folders), async (ruleFiles, repositories, start) => {
        for (const folder of folders) for (const name of ['.git', '.jj', '.gitignore', '.ignore', '.rgignore']) rmSync(join(root, folder, name), { recursive: true, force: true });
        for (const [index, folder] of repositories.entries()) mkdirSync(join(root, folder, index % 3 === 2 ? '.jj' : '.git'), { recursive: true });
        for (const { folder, name, lines } of ruleFiles) writeFileSync(join(root, folder, name), lines.join('\n'));
        const from = join(root, start);
        const rules = ignoreRules(from);
        const { stdout } = spawnSync(program, ['--no-config', '--files', '--null', ...treeOptions, ...rules.options], { cwd: from, encoding: 'utf8' });
        const listed = stdout.split('\0').filter(Boolean).sort();
        const walked: string[] = [];
        for await (const file of walkFiles(from, rules, signal, () => undefined)) walked.push(relative(from, file));
        expect(walked.sort()).toEqual(listed);
        // A pattern makes ripgrep forget the rules for files; they are asked once more.
        const found = await findWithRipgrep(program, { folder: from, pattern: '*.*', most: 1000, isOpen: () => true, signal });
        expect(found?.newest.map((file) => relative(from, file)).sort()).toEqual(listed.filter((name) => /\.[^/]*$/.test(name)));
      }),
      { numRuns: 30 },
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it('hears nothing of a home kept with git around a project, nor of rules for a folder that was named', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ignore-')));
  try {
    for (const folder of ['project/.git', 'project/dist', 'notes']) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, '.gitignore'), '*\n');
    writeFileSync(join(root, 'project/.gitignore'), 'dist\n*.log\n');
    const left = (folder: string, name: string): boolean => ignoreRules(join(root, folder)).leavesOut(join(root, folder, name));
    expect([left('project', 'a.ts'), left('project', 'a.log'), left('project', 'dist/a.ts'), left('project/dist', 'a.ts'), left('notes', 'a.ts')]).toEqual([false, true, true, false, false]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
