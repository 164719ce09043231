import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPatterns } from './private-patterns';
import { secretSamples } from './secret-samples';
import { createVault } from './vault';

const vault = (patterns: string[] = [], known: string[] = []): ReturnType<typeof createVault> => createVault({ known, patterns });

describe('placeholders', () => {
  it.each(secretSamples)('stand for a secret and give it back: $name', ({ secret, text }) => {
    const one = vault();
    const concealed = one.conceal(text);
    expect(concealed).not.toContain(secret);
    expect(concealed).toMatch(/\[\[SECRET_\d+\]\]/);
    expect(text.startsWith('{') ? one.revealJson(concealed) : one.reveal(concealed)).toBe(text);
    expect(one.conceal(concealed)).toBe(concealed);
  });

  it('are the same for the same secret, wherever it stands afterwards', () => {
    const one = vault();
    expect(one.conceal('the password is hunter22.')).toBe('the password is [[SECRET_1]].');
    expect(one.conceal('typed "hunter22" and DB_PASSWORD=other99')).toBe('typed "[[SECRET_1]]" and DB_PASSWORD=[[SECRET_2]]');
    expect(one.conceal('xhunter22x')).toBe('xhunter22x');
  });

  it('stand also in a text that was looked through before its secret was known', () => {
    const one = vault();
    expect(one.conceal('he typed hunter22 twice')).toBe('he typed hunter22 twice');
    expect(one.conceal('the password is hunter22.')).toBe('the password is [[SECRET_1]].');
    expect(one.conceal('he typed hunter22 twice')).toBe('he typed [[SECRET_1]] twice');
    expect(one.usePatterns(['typed'])).toEqual([]);
    expect(one.conceal('he typed hunter22 twice')).toBe('he [[PRIVATE_2]] [[SECRET_1]] twice');
  });

  it('stand for a key that became known only now, also in a text that was looked through before', () => {
    const one = vault();
    expect(one.conceal('use zebra-tulip-9')).toBe('use zebra-tulip-9');
    one.learn(['zebra-tulip-9', 'short', '']);
    expect(one.conceal('use zebra-tulip-9')).toBe('use [[SECRET_1]]');
    expect(one.conceal('a short one')).toBe('a short one');
  });

  it('hide a plain word only where it is a password, until it has been given back', () => {
    const one = vault();
    expect(one.conceal('DB_PASSWORD=postgres and postgres runs')).toBe('DB_PASSWORD=[[SECRET_1]] and postgres runs');
    expect(one.revealJson('{"text":"[[SECRET_1]]"}')).toBe('{"text":"postgres"}');
    expect(one.conceal('{"text":"postgres"}')).toBe('{"text":"[[SECRET_1]]"}');
  });

  it('look into JSON inside JSON, by the names of fields as well, and leave the rest byte for byte', () => {
    const one = vault();
    const plain = '{ "status" : "success",\n "data": {"id": "call_1a2b", "n": 1.0} }';
    expect(one.conceal(plain)).toBe(plain);
    const nested = JSON.stringify({ text: JSON.stringify({ login: { password: 'correct-horse' } }) });
    expect(one.conceal(nested)).not.toContain('correct-horse');
    expect(one.conceal('{"password":"tiger-99"}\n[an earlier picture]')).toBe('{"password":"[[SECRET_2]]"}\n[an earlier picture]');
  });

  it('are given back inside JSON as JSON writes them', () => {
    const one = vault(['/se"cr\\set/']);
    const concealed = one.conceal('say se"cr\net');
    expect(concealed).toBe('say [[PRIVATE_1]]');
    expect(JSON.parse(one.revealJson(`{"text":"${concealed}"}`))).toEqual({ text: 'say se"cr\net' });
  });

  it('of an earlier process are known to be lost, and their numbers are not given again', () => {
    const one = vault();
    one.reserve('as [[SECRET_7]] said');
    expect(one.lost('{"text":"[[SECRET_7]] [[SECRET_99]]"}')).toEqual(['[[SECRET_7]]']);
    expect(one.conceal('DB_PASSWORD=hunter22')).toBe('DB_PASSWORD=[[SECRET_8]]');
    expect(one.lost('[[SECRET_8]]')).toEqual([]);
  });

  it('never change a text that holds no secret, and always give back the one that does', () => {
    const one = vault(['Project Zeus', '@email']);
    const words = fc.array(fc.constantFrom('hello', ' ', 'Project  Zeus', 'project zeus', 'ada@example.org', '"', '\\', '\n', '[[', '12', '书', '{"a":"', '"}'), { maxLength: 12 });
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join('');
        const concealed = one.conceal(text);
        expect(one.reveal(concealed)).toBe(one.reveal(text));
        expect(concealed).not.toMatch(/zeus|ada@example/i);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the person's own patterns", () => {
  it('are words in any case, expressions, and named kinds', () => {
    const one = vault(['Project Zeus', '/EMP-\\d+/', '@email', '@phone', '@card', '@cn-id']);
    for (const secret of ['PROJECT zeus', 'EMP-4711', 'ada@example.org', '13812345678', '+86 138 1234 5678', '4111 1111 1111 1111', '11010519491231002X']) {
      expect(one.conceal(`before ${secret} after`), secret).toMatch(/^before \[\[PRIVATE_\d+\]\] after$/);
    }
  });

  it('leave numbers whose check digit is wrong, and longer ones', () => {
    const one = vault(['@card', '@cn-id', '@phone']);
    for (const number of ['4111 1111 1111 1112', '110105194912310021', '20261130110755', '0000000000000000', '1381234567890']) expect(one.conceal(`n ${number}`)).toBe(`n ${number}`);
  });

  it('that are no expression are named with the reason', () => {
    expect(readPatterns(['/(/', '@nonsense', ' ', 'fine']).bad.map(({ line }) => line)).toEqual(['/(/', '@nonsense']);
  });
});
