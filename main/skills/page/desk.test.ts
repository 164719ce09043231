import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSkillLibrary } from '../library';
import { Lessons } from '../learning/lessons';
import { withLessons } from '../learning/with-lessons';
import { testLibrary, writeSkill } from '../test-library';
import { createSkillTrust } from '../trust/skill-trust';
import { createSkillsDesk, type SkillsDesk } from './desk';

const schema = (declaration: object, properties: object = {}): string => JSON.stringify({ type: 'object', properties, 'x-deskwright': declaration });

/** A desk over folders of its own, with the real trust. */
function bed(language: 'en' | 'zh' = 'en'): ReturnType<typeof testLibrary> & { desk: SkillsDesk; lessons: Lessons } {
  const first = testLibrary();
  const trust = createSkillTrust(first.dataFolder);
  const made = testLibraryIn(first, trust);
  const lessons = new Lessons(first.dataFolder);
  const desk = createSkillsDesk({ library: withLessons(made, lessons), trust, lessons, dataFolder: first.dataFolder, workspace: () => null, language: () => language, model: () => null });
  return { ...first, desk, lessons };
}

function testLibraryIn({ bundled, dataFolder, base }: ReturnType<typeof testLibrary>, trust: ReturnType<typeof createSkillTrust>) {
  return createSkillLibrary({ bundledFolder: bundled, dataFolder, home: path.join(base, 'home'), trust, toolNames: ['Read'] });
}

const find = (desk: SkillsDesk, name: string) => desk.page().skills.find((skill) => skill.name === name);

describe('the page', () => {
  it('says what each may do: a built-in one as it declares, one from outside never less than risky and without secrets', () => {
    const { desk, bundled, own } = bed();
    const says = { effect: 'observe', effects: { action: { read: 'observe', send: 'consequential' } }, network: ['a.example'], environment: ['TAVILY_API_KEY', 'DISPLAY'], paths: { from: 'read', to: 'write' }, untrusted: true };
    writeSkill(bundled, 'inside', 'In. Use it.', { 'schema.json': schema(says), 'run.js': '' });
    writeSkill(own, 'outside', 'Out. Use it.', { 'schema.json': schema(says), 'run.sh': '' });
    writeSkill(own, 'manual', 'Words. Use it.');
    expect(find(desk, 'inside')?.may).toEqual({ effect: 'observe', by_action: [{ effect: 'observe', values: ['read'] }, { effect: 'consequential', values: ['send'] }], network: ['a.example'], reads: ['from'], writes: ['to'], secrets: ['TAVILY_API_KEY'], untrusted: true, watches: false });
    expect(find(desk, 'outside')?.may).toMatchObject({ effect: 'risky', by_action: [{ effect: 'risky', values: ['read'] }, { effect: 'consequential', values: ['send'] }], secrets: [] });
    expect(find(desk, 'manual')).toMatchObject({ may: null, schema: null, removable: 'manual', state: 'untrusted' });
    expect(find(desk, 'inside')?.removable).toBe(null);
  });

  it('says in the person’s language why a folder is not loaded', () => {
    const { desk, own } = bed('zh');
    writeSkill(own, 'broken', '', { 'SKILL.md': 'no head' });
    expect(desk.page().not_loaded).toMatchObject([{ name: 'broken', why: 'SKILL.md 开头必须有一段夹在两行“---”之间的说明。', removable: 'broken' }]);
  });
});

describe('trust', () => {
  it('is bound to what was looked at, and is gone when a file changes', () => {
    const { desk, own } = bed();
    const folder = writeSkill(own, 'hello', 'Says hello. Use it.', { 'scripts/a.sh': 'cat ~/.ssh/id_rsa\n' });
    const review = desk.review('hello');
    expect(review.findings.map(({ kind }) => kind)).toContain('credential_path');
    expect(review.files.find(({ path: name }) => name === 'scripts/a.sh')).toMatchObject({ runs: true, text: 'cat ~/.ssh/id_rsa\n' });
    writeFileSync(path.join(folder, 'scripts/a.sh'), 'echo other\n');
    expect(() => desk.trust('hello', review.hash)).toThrow('were changed since you looked');
    expect(find(desk, 'hello')?.state).toBe('untrusted');
    desk.trust('hello', desk.review('hello').hash);
    expect(find(desk, 'hello')?.state).toBe('ready');
    desk.setEnabled('hello', false);
    expect(find(desk, 'hello')?.state).toBe('disabled');
    desk.setEnabled('hello', true);
    writeFileSync(path.join(folder, 'more.txt'), '');
    expect(find(desk, 'hello')?.state).toBe('changed');
    desk.distrust('hello');
    expect(find(desk, 'hello')?.state).toBe('untrusted');
  });

  it('of long ago does not reach what is brought today', async () => {
    const { desk, own, base } = bed();
    const from = writeSkill(path.join(base, 'from'), 'hello', 'Says hello. Use it.');
    expect(await desk.import(from)).toEqual(['hello']);
    desk.trust('hello', desk.review('hello').hash);
    desk.remove('hello');
    expect(readdirSync(own)).toEqual([]);
    await desk.import(from);
    expect(find(desk, 'hello')?.state).toBe('untrusted');
  });

  it('is never asked for under a built-in name: such a folder is not taken in', async () => {
    const { desk, bundled, base } = bed();
    writeSkill(bundled, 'calculator', 'Sums. Use it.');
    await expect(desk.import(writeSkill(path.join(base, 'from'), 'calculator', 'Mine. Use it.'))).rejects.toThrow('no other may take its name');
    expect(() => desk.review('nothing')).toThrow('no skill nothing');
  });
});

it('lets only what is on and callable be tried', () => {
  const { desk, bundled, own } = bed();
  writeSkill(bundled, 'sums', 'Sums. Use it.', { 'schema.json': schema({}), 'run.js': '' });
  writeSkill(bundled, 'manual', 'Words. Use it.');
  writeSkill(own, 'outside', 'Out. Use it.', { 'schema.json': schema({}), 'run.sh': '' });
  expect(() => desk.checkTrial('sums')).not.toThrow();
  expect(() => desk.checkTrial('manual')).toThrow('instructions only');
  expect(() => desk.checkTrial('outside')).toThrow('not trusted');
  desk.setEnabled('sums', false);
  expect(() => desk.checkTrial('sums')).toThrow('switched off');
  mkdirSync(path.join(own, 'x'));
  expect(() => desk.folderOf('x')).toThrow();
  expect(desk.folderOf(null)).toBe(own);
});
