import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { say } from '../locales/say';
import type { SkillList } from './skill';
import { SkillChanged } from './library';
import { believing, testLibrary, writeSkill } from './test-library';

const names = (list: SkillList): string[] => list.skills.map(({ name }) => name).sort();
const reasons = (list: SkillList): [string, string][] => list.notLoaded.map(({ name, problem }): [string, string] => [name, problem.code]).sort();

describe('where skills are found', () => {
  it('with the app, in both folders of the person, and in the project up to its repository’s root', () => {
    const at = testLibrary();
    mkdirSync(path.join(at.repository, '.git'));
    writeSkill(at.bundled, 'adds', 'Adds.');
    writeSkill(at.agents, 'packs', 'Packs.');
    writeSkill(at.own, 'sorts', 'Sorts.');
    writeSkill(path.join(at.workspace, '.agents/skills'), 'near', 'Near.');
    writeSkill(path.join(at.repository, '.agents/skills'), 'far', 'Far.');
    const list = at.library.look(at.workspace);
    expect(list.skills.map(({ name, source }) => [name, source]).sort()).toEqual([['adds', 'bundled'], ['far', 'project'], ['near', 'project'], ['packs', 'person'], ['sorts', 'person']]);
    expect(names(at.library.look(null))).toEqual(['adds', 'packs', 'sorts']);
    expect(list.notLoaded).toEqual([]);
  });

  it('above a workspace without a repository nothing is the project’s', () => {
    const at = testLibrary();
    writeSkill(path.join(at.repository, '.agents/skills'), 'far', 'Far.');
    writeSkill(path.join(at.workspace, '.agents/skills'), 'near', 'Near.');
    expect(names(at.library.look(at.workspace))).toEqual(['near']);
  });

  it('six folders deep and not seven, which is said; never in dot folders; never inside another skill', () => {
    const at = testLibrary();
    writeSkill(path.join(at.own, '1/2/3/4/5'), 'six', 'Six.');
    writeSkill(path.join(at.own, 'a/b/c/d/e/f'), 'seven', 'Seven.');
    writeSkill(path.join(at.own, '.hidden'), 'dotted', 'Dotted.');
    writeSkill(path.join(writeSkill(at.own, 'outer', 'Outer.'), 'assets'), 'inner', 'Inner.');
    const list = at.library.look(null);
    expect(names(list)).toEqual(['outer', 'six']);
    expect(reasons(list)).toEqual([['f', 'too_deep']]);
  });

  it('in at most two thousand folders of a search path, which is said', () => {
    const at = testLibrary();
    for (let number = 0; number < 2_010; number++) mkdirSync(path.join(at.own, `n${String(number).padStart(4, '0')}`), { recursive: true });
    writeSkill(at.own, 'zz-last', 'Last.');
    writeSkill(at.agents, 'first', 'First.');
    const list = at.library.look(null);
    expect(names(list)).toEqual(['first']);
    expect(reasons(list)).toEqual([['skills', 'too_many']]);
  });

  it('once by the same real path, also where links go round in a circle', () => {
    const at = testLibrary();
    const real = writeSkill(at.agents, 'packs', 'Packs.');
    mkdirSync(at.own, { recursive: true });
    symlinkSync(real, path.join(at.own, 'packs'));
    symlinkSync(at.own, path.join(at.own, 'round'));
    const list = at.library.look(null);
    expect(list.skills.map(({ folder }) => folder)).toEqual([real]);
    expect(list.notLoaded).toEqual([]);
  });
});

describe('what is not loaded says why', () => {
  it('a name of ours, a tool’s, one that is taken, a broken head, no description, a paper that is no file', () => {
    const at = testLibrary();
    writeSkill(at.bundled, 'web-search', 'Searches.');
    writeSkill(at.agents, 'websearch', 'Shadows.');
    writeSkill(at.agents, 'web-search', 'Shadows.');
    writeSkill(at.agents, 'multi-edit', 'Shadows a tool.');
    writeSkill(at.agents, 'packs', 'Packs.');
    writeSkill(at.own, 'packs', 'Packs too.');
    writeSkill(at.own, 'broken', 'x', { 'SKILL.md': '---\nname: [broken\n---\n' });
    writeSkill(at.own, 'silent', 'x', { 'SKILL.md': '---\nname: silent\n---\n' });
    mkdirSync(path.join(at.own, 'odd', 'SKILL.md'), { recursive: true });
    writeSkill(at.own, 'huge', 'x', { 'SKILL.md': `---\nname: huge\ndescription: x\n---\n${'x'.repeat(600_000)}` });
    const list = at.library.look(null);
    expect(names(list)).toEqual(['packs', 'web-search']);
    expect(list.skills.find(({ name }) => name === 'web-search')?.source).toBe('bundled');
    expect(reasons(list)).toEqual([['broken', 'bad_yaml'], ['huge', 'too_large'], ['multi-edit', 'shadows_tool'], ['odd', 'unreadable'], ['packs', 'duplicate'], ['silent', 'no_description'], ['web-search', 'shadows_bundled'], ['websearch', 'shadows_bundled']]);
    for (const { problem } of list.notLoaded) {
      for (const language of ['en', 'zh'] as const) expect(say(language, `skills.problem.${problem.code}`, problem.values)).not.toMatch(/\{\w+\}/);
    }
  });

  it('half a program is a skill to be followed, with a warning', () => {
    const at = testLibrary();
    const schema = JSON.stringify({ type: 'object', properties: {} });
    writeSkill(at.own, 'no-program', 'x', { 'schema.json': schema });
    writeSkill(at.own, 'no-schema', 'x', { 'run.py': 'pass' });
    writeSkill(at.own, 'bad-schema', 'x', { 'schema.json': '{', 'run.py': 'pass' });
    writeSkill(at.own, 'misspelt', 'x', { 'schema.json': JSON.stringify({ type: 'object', 'x-deskwright': { networks: ['any'] } }), 'run.py': 'pass' });
    writeSkill(at.own, 'whole', 'x', { 'schema.json': schema, 'run.py': 'pass' });
    const { skills } = at.library.look(null);
    expect(Object.fromEntries(skills.map(({ name, warnings }) => [name, warnings.map(({ code }) => code)]))).toEqual({ 'no-program': ['no_program'], 'no-schema': ['no_schema'], 'bad-schema': ['bad_schema'], misspelt: ['bad_schema'], whole: [] });
    expect(skills.filter(({ program }) => program !== null).map(({ name, program }) => [name, program?.kind, program?.declaration.effect])).toEqual([['whole', 'python', 'risky']]);
  });

  it('what the trust refuses is said with the place that leads out', () => {
    const at = testLibrary();
    symlinkSync('/etc/hosts', path.join(writeSkill(at.own, 'leaks', 'Leaks.'), 'hosts'));
    writeSkill(at.own, 'points', 'x', { 'SKILL.md': '---\nname: points\ndescription: Points.\n---\nRead [it](../../settings.json).' });
    writeSkill(at.own, 'crowded', 'Crowded.', Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`f${index}`, ''])));
    const list = at.library.look(null);
    expect(list.skills).toEqual([]);
    const words = (language: 'en' | 'zh'): string[] => list.notLoaded.map(({ problem }) => say(language, `skills.problem.${problem.code}`, problem.values));
    expect(words('en').join()).toContain('hosts is a link that leads out of the folder, to /etc/hosts.');
    expect(words('en').join()).toContain('SKILL.md points out of the folder, to ../../settings.json.');
    expect(words('en').join()).toContain('over 2000 files');
    expect([...words('en'), ...words('zh')].join()).not.toMatch(/\{\w+\}/);
  });

  it('a folder that its trust refuses whole is not read', () => {
    const trust = { ...believing(), inspect: () => ({ hash: null, refused: { code: 'link_out', values: { path: 'x' } } }) as const };
    const at = testLibrary(trust);
    writeSkill(at.own, 'leaks', 'Leaks.');
    writeSkill(at.bundled, 'adds', 'Adds.');
    expect(names(at.library.look(null))).toEqual(['adds']);
    expect(reasons(at.library.look(null))).toEqual([['leaks', 'link_out']]);
  });
});

describe('live', () => {
  it('a folder that comes is there at the next look, one that goes is gone, and a broken one harms no other', () => {
    const at = testLibrary();
    writeSkill(at.own, 'packs', 'Packs.');
    expect(names(at.library.look(null))).toEqual(['packs']);
    writeSkill(at.own, 'sorts', 'Sorts.');
    writeSkill(at.own, 'broken', 'x', { 'SKILL.md': 'no head' });
    expect(names(at.library.look(null))).toEqual(['packs', 'sorts']);
    rmSync(path.join(at.own, 'packs'), { recursive: true });
    writeSkill(at.own, 'broken', 'Whole again.');
    expect(names(at.library.look(null))).toEqual(['broken', 'sorts']);
    expect(at.library.look(null).notLoaded).toEqual([]);
    renameSync(path.join(at.own, 'sorts'), path.join(at.base, 'elsewhere'));
    expect(names(at.library.look(null))).toEqual(['broken']);
  });

  it('what changes in a paper, a program or a card that was there long ago is seen', () => {
    const at = testLibrary();
    const folder = writeSkill(at.own, 'packs', 'Packs.');
    const long = new Date(Date.now() - 3_600_000);
    for (const name of ['', 'SKILL.md']) utimesSync(path.join(folder, name), long, long);
    for (let look = 0; look < 3; look++) expect(at.library.look(null).skills[0]?.description).toBe('Packs.');
    writeSkill(at.own, 'packs', 'Bags!.');
    expect(at.library.look(null).skills[0]?.description).toBe('Bags!.');
    writeFileSync(path.join(folder, 'schema.json'), '{"type":"object"}');
    writeFileSync(path.join(folder, 'run.sh'), 'true');
    expect(at.library.look(null).skills[0]?.program?.kind).toBe('shell');
    mkdirSync(path.join(folder, 'agents'));
    writeFileSync(path.join(folder, 'agents/openai.yaml'), 'interface:\n  display_name: "Pack it"\npolicy:\n  allow_implicit_invocation: false\n');
    expect(at.library.look(null).skills[0]?.card).toMatchObject({ displayName: 'Pack it', shortDescription: 'Bags!.', implicit: false });
  });

  it('switched off, used last and trusted outlive the app; contents that were not shown are not trusted', () => {
    const trusted: string[] = [];
    const at = testLibrary({ ...believing((name) => trusted.includes(name)), trust: ({ name }) => void trusted.push(name) });
    writeSkill(at.bundled, 'adds', 'Adds.');
    writeSkill(at.own, 'packs', 'Packs.');
    expect(at.library.look(null).skills.map(({ state }) => state)).toEqual(['ready', 'untrusted']);
    expect(() => at.library.trust('packs', 'other', null)).toThrow(SkillChanged);
    at.library.trust('packs', at.library.look(null).skills[1]?.hash ?? '', null);
    at.library.setEnabled('adds', false);
    at.library.used('packs');
    at.library.used('adds');
    expect(at.open().look(null).skills.map(({ state }) => state)).toEqual(['disabled', 'ready']);
    expect(at.open().recent()).toEqual(['adds', 'packs']);
    at.open().setEnabled('adds', true);
    expect(at.library.look(null).skills.map(({ state }) => state)).toEqual(['ready', 'ready']);
    writeFileSync(path.join(at.dataFolder, 'skills.json'), '{"disabled":');
    expect(at.library.look(null).skills.map(({ state }) => state)).toEqual(['ready', 'ready']);
  });

  it('gives the body and the files of a skill when they are wanted', () => {
    const at = testLibrary();
    writeSkill(at.own, 'packs', 'Packs.', { 'references/a.md': 'abc', 'scripts/go.sh': 'true' });
    const [skill] = at.library.look(null).skills;
    if (!skill) throw new Error('no skill');
    expect(at.library.body(skill)).toBe('# packs\n\nDo it like this.');
    expect(at.library.files(skill).filter(({ path: file }) => file !== 'SKILL.md')).toEqual([{ path: 'references/a.md', bytes: 3 }, { path: 'scripts/go.sh', bytes: 4 }]);
  });
});
