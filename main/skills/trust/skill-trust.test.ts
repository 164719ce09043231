import { chmodSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Skill } from '../skill';
import { most } from './folder-contents';
import { hashFolder } from './folder-hash';
import { reviewSkill } from './review';
import { createSkillTrust } from './skill-trust';

let place: string;
let folder: string;
let data: string;
const put = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const store = (): string => path.join(data, 'skill-trust.json');

beforeEach(() => {
  place = realpathSync(mkdtempSync(path.join(tmpdir(), 'trust-')));
  folder = path.join(place, 'skills', 'tidy-up');
  data = path.join(place, 'data');
  mkdirSync(folder, { recursive: true });
  mkdirSync(data);
  put('SKILL.md', '---\nname: tidy-up\ndescription: Tidies up.\n---\nRun it.\n');
  put('run.py', 'print(1)\n');
  put('references/more.md', 'More.\n');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** The skill as the library would find it now. */
function found(change: Partial<Skill> = {}): Skill {
  const { hash } = createSkillTrust(data).inspect(folder);
  return { name: 'tidy-up', folder, source: 'person', hash: hash ?? '', ...change } as Skill;
}

describe('the hash of a folder', () => {
  it.each<[string, () => void]>([
    ['a byte', () => put('run.py', 'print(2)\n')],
    ['a new file', () => put('assets/new.txt', '')],
    ['a file gone', () => rmSync(path.join(folder, 'references/more.md'))],
    ['another name', () => (put('run2.py', 'print(1)\n'), rmSync(path.join(folder, 'run.py')))],
    ['a permission', () => chmodSync(path.join(folder, 'run.py'), 0o755)],
    ['an empty folder', () => mkdirSync(path.join(folder, 'empty'))],
    ['a link instead of the same bytes', () => (put('copy.py', 'print(1)\n'), rmSync(path.join(folder, 'run.py')), symlinkSync('copy.py', path.join(folder, 'run.py')))],
    ['the same bytes of two files exchanged', () => (put('run.py', 'More.\n'), put('references/more.md', 'print(1)\n'))],
  ])('is another after %s', (_, change) => {
    const before = hashFolder(folder);
    change();
    expect(hashFolder(folder)).not.toBe(before);
  });

  it('is the same wherever the folder lies and whenever it was written', () => {
    const before = hashFolder(folder);
    utimesSync(path.join(folder, 'run.py'), 1, 1);
    execFileSync('cp', ['-r', folder, path.join(place, 'elsewhere')]);
    expect([hashFolder(folder), hashFolder(path.join(place, 'elsewhere'))]).toEqual([before, before]);
  });

  it('tells any two sets of files apart', () => {
    const names = fc.stringMatching(/^[a-z|"\\]{1,4}$/);
    const files = fc.dictionary(names, fc.string({ maxLength: 6 }), { minKeys: 1, maxKeys: 4 });
    const hashOf = (set: Record<string, string>): string => {
      rmSync(folder, { recursive: true, force: true });
      for (const [name, text] of Object.entries(set)) put(name, text);
      return hashFolder(folder);
    };
    fc.assert(
      fc.property(files, files, (one, other) => {
        const same = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
        return (hashOf(one) === hashOf(other)) === same;
      }),
      { numRuns: 60 },
    );
  });
});

describe('a folder that is refused whole', () => {
  const codeOf = (): string | undefined => createSkillTrust(data).inspect(folder).refused?.code;

  it.each<[string, string, () => void]>([
    ['a link to a file outside', 'link_out', () => symlinkSync('/etc/passwd', path.join(folder, 'assets.txt'))],
    ['a link to a folder above', 'link_out', () => symlinkSync('..', path.join(folder, 'up'))],
    ['a link that leads nowhere yet', 'link_out', () => symlinkSync(path.join(place, 'later'), path.join(folder, 'later'))],
    ['a link over a link', 'link_out', () => (symlinkSync('/etc', path.join(place, 'skills', 'etc')), symlinkSync('../etc/passwd', path.join(folder, 'two')))],
    ['a folder beside whose name begins alike', 'link_out', () => (mkdirSync(`${folder}-evil`), symlinkSync(`${folder}-evil`, path.join(folder, 'beside')))],
    ['a pipe', 'special_file', () => execFileSync('mkfifo', [path.join(folder, 'pipe')])],
    ['rights lent by a program', 'special_file', () => (put('su', 'x'), chmodSync(path.join(folder, 'su'), 0o4755))],
    ['a link out of the text by ..', 'path_out', () => put('SKILL.md', '---\nname: tidy-up\ndescription: x\n---\nRead [this](../../.ssh/config).\n')],
    ['one whose dots are encoded', 'path_out', () => put('SKILL.md', '---\nname: tidy-up\ndescription: x\n---\nRead [this](assets/%2e%2e/%2e%2e/x).\n')],
    ['too many files', 'too_many_files', () => Array.from({ length: most.entries + 1 }, (_, index) => put(`assets/${index}`, ''))],
  ])('has %s', (_, code, change) => {
    expect(codeOf()).toBeUndefined();
    change();
    expect(codeOf()).toBe(code);
  });

  it('is not one with links that stay inside, hard links and links of the text to its own files', () => {
    symlinkSync('../run.py', path.join(folder, 'references', 'program'));
    linkSync(path.join(folder, 'run.py'), path.join(folder, 'same.py'));
    put('SKILL.md', '---\nname: tidy-up\ndescription: x\n---\n[a](references/more.md) [b](./references/../run.py) [c](https://example.org/../x)\n');
    expect(codeOf()).toBeUndefined();
  });
});

describe('trust', () => {
  it('is not there before the person’s yes, and lasts over a start', () => {
    expect(createSkillTrust(data).stateOf(found())).toBe('untrusted');
    createSkillTrust(data).trust(found());
    expect(createSkillTrust(data).stateOf(found())).toBe('trusted');
    expect(statSync(store()).mode & 0o777).toBe(0o600);
    createSkillTrust(data).distrust(found());
    expect(createSkillTrust(data).stateOf(found())).toBe('untrusted');
  });

  it('ends with any change, and is not there again for the old contents once the new are trusted', () => {
    const trust = createSkillTrust(data);
    const old = found();
    trust.trust(old);
    put('run.py', 'print(2)\n');
    expect(trust.stateOf(found())).toBe('changed');
    expect(trust.stillTrusted(old)).toBe(false);
    trust.trust(found());
    expect(trust.stillTrusted(found())).toBe(true);
    expect(trust.stateOf(old)).toBe('changed');
  });

  it('notices bytes that were exchanged behind size and time', () => {
    const trust = createSkillTrust(data);
    const skill = found();
    trust.trust(skill);
    expect(trust.inspect(folder).hash).toBe(skill.hash);
    const { atime, mtime } = statSync(path.join(folder, 'run.py'));
    put('run.py', 'print(9)\n');
    utimesSync(path.join(folder, 'run.py'), atime, mtime);
    expect(trust.stillTrusted(skill)).toBe(false);
    expect(trust.inspect(folder).hash).not.toBe(skill.hash);
  });

  it('notices bytes that are exchanged faster than the clock of the file system counts', () => {
    const trust = createSkillTrust(data);
    for (let round = 0; round < 40; round++) {
      put('run.py', `print(${round % 10})\n`);
      expect(trust.inspect(folder).hash).toBe(hashFolder(folder));
    }
  });

  it('does not go over to another name, folder or source', () => {
    const trust = createSkillTrust(data);
    trust.trust(found());
    expect(trust.stateOf(found({ name: 'calculator' }))).toBe('changed');
    expect(trust.stateOf(found({ folder: `${folder}-copy` }))).toBe('untrusted');
    expect(trust.stateOf(found({ source: 'project' }))).toBe('changed');
  });

  it('is seen by another instance at once', () => {
    const [one, other] = [createSkillTrust(data), createSkillTrust(data)];
    expect(other.stateOf(found())).toBe('untrusted');
    one.trust(found());
    expect(other.stateOf(found())).toBe('trusted');
  });

  it.each<[string, () => void]>([
    ['half a file', () => writeFileSync(store(), readFileSync(store(), 'utf8').slice(0, 40))],
    ['another shape', () => writeFileSync(store(), '{"version":1,"trusted":[{"name":"tidy-up"}]}')],
    ['a file that others can change', () => chmodSync(store(), 0o666)],
  ])('is nothing with %s, which is told and kept', (_, damage) => {
    const trust = createSkillTrust(data);
    trust.trust(found());
    damage();
    expect(trust.stateOf(found())).toBe('untrusted');
    expect(trust.problem()).toContain('skill-trust.json');
    trust.trust(found());
    expect([trust.stateOf(found()), trust.problem()]).toEqual(['trusted', null]);
    expect(readdirSync(data).filter((name) => name.includes('.bad-'))).toHaveLength(1);
  });

  it('shows the person every file, the text of what runs, and binds their yes to what they saw', () => {
    put('scripts/clean.sh', 'rm -rf build\n');
    const review = reviewSkill(folder);
    expect(review.files.map((file) => [file.path, file.runs])).toEqual([['SKILL.md', false], ['references/more.md', false], ['run.py', true], ['scripts/clean.sh', true]]);
    expect(review.files.find((file) => file.path === 'scripts/clean.sh')?.text).toBe('rm -rf build\n');
    expect(review.hash).toBe(found().hash);
  });
});
