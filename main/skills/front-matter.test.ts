import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf, isSkillName, readFrontMatter } from './front-matter';

interface Vector {
  case: string;
  folder: string;
  text: string;
  load?: string;
  loads?: { name: string; description: string; warnings: string[] };
}

const { cases } = JSON.parse(readFileSync(path.join(__dirname, '../../skills/skill-creator/validation-vectors.json'), 'utf8')) as { cases: Vector[] };

describe('the standard’s rules, on front matters good and bad', () => {
  it('are at least sixty, each with its own name', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map((vector) => vector.case)).size).toBe(cases.length);
  });

  it.each(cases.map((vector): [string, Vector] => [vector.case, vector]))('loading, leniently: %s', (_, { folder, text, load, loads }) => {
    const read = readFrontMatter(folder, text);
    if (load !== undefined) expect(read).toEqual({ fault: load });
    else {
      if (!('ok' in read)) throw new Error(`not loaded: ${read.fault}`);
      expect({ name: read.ok.name, description: read.ok.description, warnings: [...read.ok.warnings].sort() }).toEqual(loads);
    }
  });
});

describe('reading a front matter', () => {
  it('never throws, and gives a name that is one, and a description', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('---\n', 'name: ', 'description: ', ': ', '\n', '\r\n', '"', "'", '|', '>', '&a ', '*a', '\t', '- ', '{', '[', 'read-table', '#', '!!js/function ', '\ufeff'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = `---\n${pieces.join('')}\n---\nbody`;
        const read = readFrontMatter('read-table', text);
        if (!('ok' in read)) return;
        expect(isSkillName(read.ok.name)).toBe(true);
        expect(read.ok.description).toMatch(/^\S(.*\S)?$/);
      }),
      { numRuns: 400 },
    );
  });

  it('takes any plain description word for word once it is quoted for it', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9,.:()\\é中"']{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), (words) => {
        const description = `Use it when: ${words.join(' ')}`;
        const read = readFrontMatter('read-table', `---\nname: read-table\ndescription: ${description}\n---\nbody`);
        expect(read).toMatchObject({ ok: { description, warnings: ['repaired_yaml'] } });
      }),
      { numRuns: 300 },
    );
  });

  it('gives the body as it is, whatever rules are in it', () => {
    expect(bodyOf('---\nname: a\n---\n\n# A\n\n---\n\nb\n')).toBe('# A\n\n---\n\nb');
    expect(bodyOf('# no front matter\n')).toBe('# no front matter');
  });
});
