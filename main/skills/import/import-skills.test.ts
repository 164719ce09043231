import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { zipSync, strToU8, type Zippable } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { importSkills } from './import-skills';
import { ImportRefused, LARGEST, partsOf, type ImportLimits } from './refusal';
import { removeSkill, restoreSkill } from './remove-skill';

const MATTER = '---\nname: say-hello\ndescription: Says hello. Use it to greet.\n---\n# Hello\n';
const LINK = 0o120_777;
const RUNS = 0o100_755;

let data: string;
let into: string;
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'skill-import-'));
  into = path.join(data, 'skills');
});

const file = (mode: number, text: string): [Uint8Array, { os: number; attrs: number }] => [strToU8(text), { os: 3, attrs: mode * 65_536 }];
function archive(entries: Zippable, name = 'say-hello.zip'): string {
  const target = path.join(data, name);
  writeFileSync(target, zipSync(entries));
  return target;
}
const take = (from: string, limits?: ImportLimits): Promise<string[]> => importSkills({ from, into, reserved: (name) => name === 'calculator', ...(limits ? { limits } : {}) });
/** The code of the refusal; nothing may have been left in the skills folder. */
async function refusal(from: string, limits?: ImportLimits): Promise<string> {
  const code = await take(from, limits).then(() => 'taken', (error: unknown) => (error instanceof ImportRefused ? error.code : String(error)));
  expect(readdirSync(into)).toEqual([]);
  return code;
}

describe('an archive', () => {
  it('is unpacked into a folder of the skill’s name, and what runs stays able to', async () => {
    const zip = archive({ 'pack/SKILL.md': strToU8(MATTER), 'pack/scripts/a.sh': file(RUNS, 'echo hi\n'), 'pack/references/': new Uint8Array(), '__MACOSX/pack/._SKILL.md': strToU8('x'), 'pack/.DS_Store': strToU8('x') }, 'any name.zip');
    expect(await take(zip)).toEqual(['say-hello']);
    expect(readdirSync(into)).toEqual(['say-hello']);
    expect(readdirSync(path.join(into, 'say-hello')).sort()).toEqual(['SKILL.md', 'references', 'scripts']);
    expect(readFileSync(path.join(into, 'say-hello/SKILL.md'), 'utf8')).toBe(MATTER);
    expect(statSync(path.join(into, 'say-hello/scripts/a.sh')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(into, 'say-hello/SKILL.md')).mode & 0o777).toBe(0o600);
  });

  it('with several skills brings all or none', async () => {
    const two = { 'x/one/SKILL.md': strToU8(MATTER.replace('say-hello', 'one')), 'x/two/SKILL.md': strToU8(MATTER.replace('say-hello', 'two')) };
    expect(await take(archive(two))).toEqual(['one', 'two']);
    into = path.join(data, 'others');
    expect(await refusal(archive({ ...two, 'x/calculator/SKILL.md': strToU8(MATTER.replace('say-hello', 'calculator')) }))).toBe('skills.problem.shadows_bundled');
  });

  it.each([
    ['a name that leads out', { '../SKILL.md': strToU8(MATTER) }, 'skills.import.outside'],
    ['a name that leads out further in', { 'SKILL.md': strToU8(MATTER), 'a/../../x': strToU8('x') }, 'skills.import.outside'],
    ['an absolute name', { 'SKILL.md': strToU8(MATTER), '/etc/cron.d/x': strToU8('x') }, 'skills.import.outside'],
    ['a name with a backslash', { 'SKILL.md': strToU8(MATTER), '..\\x': strToU8('x') }, 'skills.import.outside'],
    ['a drive or a device', { 'SKILL.md': strToU8(MATTER), 'c:x': strToU8('x') }, 'skills.import.outside'],
    ['a device', { 'SKILL.md': strToU8(MATTER), 'a/NUL.txt': strToU8('x') }, 'skills.import.outside'],
    ['a link', { 'SKILL.md': strToU8(MATTER), key: file(LINK, '/home/ada/.ssh/id_rsa') }, 'skills.import.link'],
    ['a pipe', { 'SKILL.md': strToU8(MATTER), pipe: file(0o010_644, '') }, 'skills.import.special'],
    ['a file twice where case does not count', { 'SKILL.md': strToU8(MATTER), 'a.sh': strToU8('1'), 'A.sh': strToU8('2') }, 'skills.import.twice'],
    ['no skill', { 'README.md': strToU8('hello') }, 'skills.import.no_skill'],
    ['a skill without a description', { 'SKILL.md': strToU8('---\nname: say-hello\n---\nx') }, 'skills.problem.no_description'],
    ['folders too deep', { 'SKILL.md': strToU8(MATTER), [`${'d/'.repeat(LARGEST.depth)}x`]: strToU8('x') }, 'skills.import.too_much'],
  ] as const)('with %s is refused whole', async (_what, entries, code) => {
    expect(await refusal(archive({ ...entries }))).toBe(code);
    expect(existsSync(path.join(data, 'x'))).toBe(false);
  });

  it('that unpacks to more than anybody would look through is refused, whatever it says', async () => {
    const limits = { entries: 20, bytes: 200_000, depth: LARGEST.depth };
    expect(await refusal(archive({ 'SKILL.md': strToU8(MATTER), big: new Uint8Array(limits.bytes) }), limits)).toBe('skills.import.too_much');
    const many = Object.fromEntries(Array.from({ length: limits.entries }, (_none, index) => [`f${index}`, new Uint8Array()]));
    expect(await refusal(archive({ 'SKILL.md': strToU8(MATTER), ...many }), limits)).toBe('skills.import.too_much');
    // The same in a folder.
    const from = mkdtempSync(path.join(data, 'from-'));
    writeFileSync(path.join(from, 'SKILL.md'), MATTER);
    writeFileSync(path.join(from, 'big'), Buffer.alloc(limits.bytes));
    expect(await refusal(from, limits)).toBe('skills.import.too_much');
    expect(LARGEST).toMatchObject({ entries: 2_000, bytes: 64 * 1024 * 1024 });
  });

  it('that is none, or broken, is refused', async () => {
    writeFileSync(path.join(data, 'no.zip'), 'hello');
    expect(await refusal(path.join(data, 'no.zip'))).toBe('skills.import.bad_zip');
    const bytes = zipSync({ 'SKILL.md': strToU8(MATTER.repeat(500)) });
    // The size that the directory at the end gives is no longer what comes out.
    const broken = Buffer.from(bytes);
    const at = broken.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    broken.writeUInt32LE(10, at + 24);
    writeFileSync(path.join(data, 'lies.zip'), broken);
    expect(await refusal(path.join(data, 'lies.zip'))).toBe('skills.import.bad_zip');
    expect(await refusal(path.join(data, 'nothing.zip'))).toBe('skills.import.gone');
  });
});

it('no name of an entry leads out of the folder, whatever it is made of', () => {
  const piece = fc.oneof(fc.constantFrom('..', '.', '', 'a', '\\', 'C:', '~', '%2e%2e', '\u0000', ' ', '.. '), fc.string({ maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const base = path.resolve('/base');
      let parts: string[];
      try {
        parts = partsOf(pieces.join('/'));
      } catch (error) {
        expect(error).toBeInstanceOf(ImportRefused);
        return;
      }
      for (const style of [path.posix, path.win32]) expect(style.relative(base, style.join(base, ...parts)).split(/[\\/]/)).not.toContain('..');
    }),
  );
});

describe('a folder', () => {
  it('is copied, and one of a name that is there is refused with both left alone', async () => {
    const from = path.join(data, 'say-hello');
    mkdirSync(path.join(from, 'scripts'), { recursive: true });
    writeFileSync(path.join(from, 'SKILL.md'), MATTER);
    writeFileSync(path.join(from, 'scripts', 'a.sh'), 'echo', { mode: 0o755 });
    expect(await take(from)).toEqual(['say-hello']);
    writeFileSync(path.join(into, 'say-hello', 'mine.txt'), 'mine');
    await expect(take(from)).rejects.toMatchObject({ code: 'skills.import.exists' });
    expect(readdirSync(path.join(into, 'say-hello')).sort()).toEqual(['SKILL.md', 'mine.txt', 'scripts']);
    expect(readdirSync(into)).toEqual(['say-hello']);
  });

  it('with a link is refused, in the folder or out of it', async () => {
    for (const target of ['/etc/passwd', 'SKILL.md', '..']) {
      const from = mkdtempSync(path.join(data, 'from-'));
      writeFileSync(path.join(from, 'SKILL.md'), MATTER);
      symlinkSync(target, path.join(from, 'link'));
      expect(await refusal(from)).toBe('skills.import.link');
    }
  });
});

describe('removing', () => {
  it('takes the folder away and brings it back, and touches nothing else', async () => {
    await take(archive({ 'SKILL.md': strToU8(MATTER) }));
    removeSkill(data, 'say-hello');
    expect(readdirSync(into)).toEqual([]);
    restoreSkill(data, 'say-hello');
    expect(readFileSync(path.join(into, 'say-hello/SKILL.md'), 'utf8')).toBe(MATTER);
    expect(() => restoreSkill(data, 'say-hello')).toThrow(ImportRefused);
    writeFileSync(path.join(data, 'settings.json'), '{}');
    for (const name of ['../settings.json', '..', '', '.', 'no-such']) expect(() => removeSkill(data, name)).toThrow(ImportRefused);
    expect(existsSync(path.join(data, 'settings.json'))).toBe(true);
  });
});
