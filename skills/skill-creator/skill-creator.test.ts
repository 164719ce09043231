import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { callSkill } from '../test-bed';
import { serve } from './run';
import { displayName, shortDescription } from './scripts/rules/card.mjs';
import { checkSkillFile } from './scripts/rules/front-matter.mjs';
import { validateSkill } from './scripts/rules/skill-folder.mjs';
import { parseYaml, YamlProblem } from './scripts/rules/yaml.mjs';

interface Vector {
  case: string;
  folder: string;
  text: string;
  create: string[];
}

const { cases } = JSON.parse(readFileSync(path.join(__dirname, 'validation-vectors.json'), 'utf8')) as { cases: Vector[] };

describe('the strict rules for a new skill', () => {
  it.each(cases.map((vector): [string, Vector] => [vector.case, vector]))('%s', (_, { folder, text, create }) => {
    const problems = checkSkillFile(folder, text);
    expect(problems.map(({ code }) => code).sort()).toEqual(create);
    for (const { message } of problems) expect(message).toMatch(/\.$|: \S+$/);
  });
});

/** What the yaml package makes of it, as JSON; null when it finds an error. */
function byPackage(text: string): string | null {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false });
  return document.errors.length > 0 ? null : JSON.stringify(document.toJS());
}

describe('reading YAML without a package', () => {
  it.each([
    'a: 1\nb: two\nc: "x: y"\nd: \'it\'\'s\'\n',
    'a:\n  b:\n    c: d\n  e: f\n',
    'a:\n- x\n- y: 1\n  z: 2\n- - 1\n  - 2\n',
    'a:\n  - x\n  -\n    y\n  - "z"\n',
    'a: [x, "y, z", {k: v, l: [1, 2]}]\nb: {}\nc: []\n',
    'a: [x,\n  y, # note\n  z]\n',
    'a: one\n  two\n\n  three\nb: x\n',
    'a: >\n  one\n  two\n\n  three\nb: |\n  x\n    y\n\n  z\n\nc: >-\n  k\n',
    'a: "one\n  two\n\n  three \\\n  four"\n',
    'a: # nothing\nb: x # note\nc: x#y\n# all\nd: ~\n',
    'a: true\nb: 1.5e3\nc: 0x1f\nd: .inf\ne: 007\nf: 1_000\ng: 2026-03-02\nh: yes\n',
    'a: &x [1]\nb: *x\n',
    '"quoted key": 1\n\'k2\': 2\nhttp://x: y\n',
    'a: "\\u4e2d\\x41\\t\\"\\\\"\n',
    'just text\nover lines\n',
    '- a\n- b\n',
    'a: -1\nb: - 1\n',
    'a: b: c\n',
    'a: @b\n',
    'a: "x" y\n',
    'a: [x\nb: y\n',
    'a: b\n  c: d\n',
    'a: b\n c\nd\n',
    '  a: b\n c: d\n',
    'a: "\\q"\n',
    '',
  ])('agrees with the yaml package on %j', (text) => {
    const expected = byPackage(text);
    if (expected === null) expect(() => parseYaml(text)).toThrow(YamlProblem);
    else expect(JSON.stringify(parseYaml(text))).toBe(expected);
  });

  it('reads the same as the yaml package, or refuses', () => {
    const piece = fc.constantFrom('a', 'b', 'key', ': ', ':', ' ', '  ', '\n', '\n  ', '- ', '"', "'", '[', ']', '{', '}', ', ', '#', ' #', '|', '>', '|-\n', '&x ', '*x', '~', '1', '中', 'x y', '\\n', '!', '?', '%', '@', '-');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        let read: unknown;
        try {
          read = parseYaml(text);
        } catch (error) {
          expect(error).toBeInstanceOf(YamlProblem);
          return;
        }
        expect(JSON.stringify(read)).toBe(byPackage(text));
      }),
      { numRuns: 3000 },
    );
  });
});

let place = '';
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'skill-creator-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A skill folder with these files, SKILL.md in order unless it is among them. */
function skillWith(name: string, files: Record<string, string>): string {
  const folder = path.join(place, name);
  rmSync(folder, { recursive: true, force: true });
  const card = 'interface:\n  display_name: "X"\n  short_description: "Reads totals from PDF invoices"\n';
  const all = { 'SKILL.md': `---\nname: ${name}\ndescription: Reads totals from invoices. Use it for PDF invoices.\n---\n# Read\n\nDo it.\n`, 'agents/openai.yaml': card, ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const codesOf = (folder: string): string[] => validateSkill(folder).map(({ code }) => code);

describe('the card', () => {
  it.each([
    ['read-pdf-for-github', 'Read PDF for GitHub'],
    ['date-planner', 'Date Planner'],
    ['android-phone', 'Android Phone'],
    ['the-api-of-wechat-and-ios', 'The API of WeChat and iOS'],
    ['nodejs-tips', 'Node.js Tips'],
    ['a'.repeat(64), `A${'a'.repeat(63)}`],
  ])('%s is shown as %s', (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });

  it('has a short description of 25 to 64 characters, whatever the description is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.lorem()), (description) => {
        const length = [...shortDescription(description, 'Read PDF')].length;
        expect(length).toBeGreaterThanOrEqual(25);
        expect(length).toBeLessThanOrEqual(64);
      }),
    );
    expect(shortDescription('读取表格。用于文件。', 'Read Table')).toBe('Read Table: a skill for your assistant');
    expect(shortDescription('Reads totals from invoices, receipts and other papers of the same kind. Use it then.', 'X')).toBe('Reads totals from invoices, receipts and other papers of the…');
  });
});

describe('the scripts', () => {
  it('make, check and describe a skill where they were copied to', () => {
    const scripts = path.join(place, 'elsewhere');
    cpSync(path.join(__dirname, 'scripts'), scripts, { recursive: true });
    const script = (name: string, ...words: string[]) => spawnSync(process.execPath, [path.join(scripts, `${name}.mjs`), ...words], { cwd: place, encoding: 'utf8' });

    const made = script('init', 'read-invoices', '--description', 'Reads totals: from "PDF" invoices. Use it for invoices; not for receipts.', '--with', 'program,references,scripts,assets');
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const folder = path.join(place, 'read-invoices');
    expect(readdirSync(folder).sort()).toEqual(['SKILL.md', 'agents', 'assets', 'references', 'run.mjs', 'schema.json', 'scripts']);
    const left = script('validate', 'read-invoices');
    expect(left.status).toBe(1);
    expect(left.stdout.match(/^placeholder_left: /gm)).toHaveLength(5);

    for (const file of ['SKILL.md', 'references/details.md', 'run.mjs', 'schema.json', 'scripts/step.mjs']) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      writeFileSync(path.join(folder, file), text.replace(/\[TODO: [^\]]*\]/g, 'done'));
    }
    expect(script('validate', 'read-invoices')).toMatchObject({ status: 0, stdout: 'In order.\n' });
    expect(JSON.parse(script('validate', 'read-invoices', '--json').stdout)).toEqual([]);
    expect(JSON.parse(execFileSync(process.execPath, [path.join(folder, 'run.mjs')], { input: '{"text": "héllo"}', encoding: 'utf8' }))).toMatchObject({ status: 'ok', result: { length: 5 } });

    const card = script('card', 'read-invoices', '--short', 'Totals of invoices in one table', '--color', '#336699', '--only-when-asked', '--print');
    expect(card.stdout).toBe(
      'interface:\n  display_name: "Read Invoices"\n  short_description: "Totals of invoices in one table"\n  default_prompt: "Use the skill read-invoices for this: "\n  brand_color: "#336699"\npolicy:\n  allow_implicit_invocation: false\n',
    );
    expect(parseDocument(card.stdout).errors).toEqual([]);
  });

  it.each([
    ['init', ['Read Invoices', '--description', 'x'], 'Example: read-invoices'],
    ['init', ['read-x', '--description', 'a <b>'], 'angle brackets'],
    ['init', ['read-x', '--description', 'x', '--with', 'tests'], 'scripts, references, assets, program'],
    ['init', ['read-x'], 'Usage'],
    ['init', ['.', '--description', 'x'], 'can’t be a skill’s name'],
    ['card', ['nowhere'], 'ENOENT'],
    ['card', ['taken', '--color', 'red'], '#RRGGBB'],
    ['card', ['taken', '--icon', '../x.png'], 'no file below assets/'],
    ['card', ['taken', '--short', 'too short'], 'it needs 25 to 64'],
    ['validate', ['taken', '--fix'], 'no option --fix'],
  ])('%s %j says what is wrong and changes nothing', (name, words, part) => {
    skillWith('taken', {});
    const { status, stderr, stdout } = spawnSync(process.execPath, [path.join(__dirname, 'scripts', `${name}.mjs`), ...words], { cwd: place, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(part);
    expect(existsSync(path.join(place, 'read-x'))).toBe(false);
  });
});

describe('checking a folder', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', description: 'A word.' } }, required: ['a'], additionalProperties: false };

  it.each<[string, Record<string, string>, string[]]>([
    ['nothing amiss', {}, []],
    ['a callable skill', { 'run.py': '', 'schema.json': JSON.stringify(schema) }, []],
    ['a README beside it', { 'README.md': 'x' }, ['file_beside']],
    ['a program without a schema', { 'run.sh': '' }, ['no_schema']],
    ['a schema without a program', { 'schema.json': JSON.stringify(schema) }, ['no_program']],
    ['two programs', { 'run.sh': '', 'run.py': '', 'schema.json': JSON.stringify(schema) }, ['two_programs']],
    ['a schema that is no JSON', { 'run.py': '', 'schema.json': '{' }, ['bad_schema']],
    ['an argument nobody describes', { 'run.py': '', 'schema.json': JSON.stringify({ ...schema, properties: { a: { type: 'string' } } }) }, ['bad_schema']],
    ['arguments that may be misspelt', { 'run.py': '', 'schema.json': JSON.stringify({ ...schema, additionalProperties: true }) }, ['bad_schema']],
    ['a required argument that is none', { 'run.py': '', 'schema.json': JSON.stringify({ ...schema, required: ['b'] }) }, ['bad_schema']],
    ['an effect that is none', { 'run.py': '', 'schema.json': JSON.stringify({ ...schema, 'x-deskwright': { effect: 'harmless' } }) }, ['bad_schema']],
    ['a reference nobody names', { 'references/more.md': 'x' }, ['reference_not_linked']],
    ['a card that can’t be read', { 'agents/openai.yaml': 'a: b: c' }, ['bad_card']],
    ['a card with a short description that is too short', { 'agents/openai.yaml': 'interface:\n  display_name: X\n  short_description: short\n' }, ['bad_card']],
    ['a card with an icon elsewhere', { 'agents/openai.yaml': 'interface:\n  display_name: X\n  short_description: Reads totals from PDF invoices\n  icon_small: ../x.png\n' }, ['bad_card']],
    ['a broken link', { 'SKILL.md': '---\nname: read-it\ndescription: Reads it.\n---\nSee [this](references/a.md), [that](https://example.org) and `[x](y)`.\n' }, ['link_broken']],
    ['a link out', { 'SKILL.md': '---\nname: read-it\ndescription: Reads it.\n---\nSee [this](../other/SKILL.md).\n' }, ['link_out']],
    [
      'a long reference without contents',
      { 'references/a.md': 'line\n'.repeat(120), 'SKILL.md': '---\nname: read-it\ndescription: Reads it.\n---\nSee [this](references/a.md).\n' },
      ['no_contents'],
    ],
    [
      'a long reference with contents',
      { 'references/a.md': `- one\n- two\n${'line\n'.repeat(120)}`, 'SKILL.md': '---\nname: read-it\ndescription: Reads it.\n---\nSee [this](references/a.md).\n' },
      [],
    ],
  ])('finds %s', (_, files, codes) => {
    expect(codesOf(skillWith('read-it', files))).toEqual(codes);
  });

  it('goes into no links, and says that there is nothing', () => {
    const folder = skillWith('read-it', {});
    symlinkSync('/etc', path.join(folder, 'assets'));
    expect(codesOf(folder)).toEqual(['link']);
    expect(codesOf(path.join(place, 'nowhere'))).toEqual(['no_folder']);
    mkdirSync(path.join(place, 'empty-one'), { recursive: true });
    expect(codesOf(path.join(place, 'empty-one'))).toEqual(['no_skill_file']);
  });

  const bundled = readdirSync(path.join(__dirname, '..')).filter((name) => existsSync(path.join(__dirname, '..', name, 'SKILL.md')));
  it.each(bundled)('finds nothing amiss with the bundled skill %s', (name) => {
    const folder = path.join(__dirname, '..', name);
    expect(validateSkill(folder)).toEqual([]);
  });
});

describe('the skill itself', () => {
  it('makes, checks and describes', async () => {
    const target = path.join(place, 'write-memo');
    const call = async (args: Record<string, unknown>) => (await callSkill(serve, args)).answer;
    expect(await call({ action: 'init', target, description: 'Writes a memo.  Use it for memos.', parts: 'program' })).toMatchObject({
      status: 'ok',
      result: { folder: target, files: ['SKILL.md', 'schema.json', 'run.mjs', 'agents/openai.yaml'] },
      files: expect.arrayContaining([path.join(target, 'run.mjs')]) as string[],
    });
    expect(await call({ action: 'init', target, description: 'Writes a memo.' })).toMatchObject({ status: 'error', message: expect.stringContaining('is there already; nothing was changed') as string });
    expect(await call({ action: 'validate', folder: target })).toMatchObject({ status: 'ok', result: { valid: false, problems: [{ code: 'placeholder_left' }, { code: 'placeholder_left' }, { code: 'placeholder_left' }] } });
    writeFileSync(path.join(target, 'SKILL.md'), '---\nname: write-memo\ndescription: Writes a memo. Use it for memos.\n---\nDo it.\n');
    for (const file of ['run.mjs', 'schema.json']) writeFileSync(path.join(target, file), readFileSync(path.join(target, file), 'utf8').replaceAll('TODO', 'done'));
    expect(await call({ action: 'card', target, short_description: 'Memos in the house’s own style' })).toMatchObject({ status: 'ok', files: [path.join(target, 'agents/openai.yaml')] });
    expect(await call({ action: 'validate', folder: target })).toEqual({ status: 'ok', result: { valid: true, problems: [] }, text: 'In order.' });
  });

  it.each([
    [{}, 'Give init, validate or card'],
    [{ action: 'init' }, '“target” is missing'],
    [{ action: 'validate' }, '“folder” is missing'],
    [{ action: 'init', target: '/nowhere/write-x', description: '' }, '“description” is missing'],
  ])('refuses %o', async (args, part) => {
    const { answer } = await callSkill(serve, args);
    expect(answer).toMatchObject({ status: 'error', code: 'INVALID_PARAM' });
    expect(JSON.stringify(answer)).toContain(part);
  });
});
