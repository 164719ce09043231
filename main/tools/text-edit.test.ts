import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { applyEdits } from './text-edit';
import { decodeText, type DecodedText } from './text-encoding';

const decoded = (bytes: Buffer): DecodedText => {
  const file = decodeText(bytes);
  if (file === null) throw new Error('binary');
  return file;
};
const edit = (text: string | Buffer, old_string: string, new_string: string, replace_all = false) =>
  applyEdits(decoded(Buffer.isBuffer(text) ? text : Buffer.from(text)), [{ old_string, new_string, replace_all }]).bytes;
const failure = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

describe('one edit', () => {
  it.each([
    ['one\r\ntwo\r\n', 'two', 'zwei', 'one\r\nzwei\r\n'],
    ['one\r\ntwo\r\n', 'one\ntwo', '1\n2', '1\r\n2\r\n'],
    ['one\r\ntwo\nthree\r\n', 'two\nthree', 'two\nnew\nthree', 'one\r\ntwo\nnew\nthree\r\n'],
    ['a\r\nb\nc', 'c', 'c\nd', 'a\r\nb\nc\nd'],
    ['a\r\n', 'a\n', 'a\nb\n', 'a\r\nb\r\n'],
    ['no end', 'end', 'end.', 'no end.'],
    ['cost', 'cost', '$& $1 $$ $` \\n', '$& $1 $$ $` \\n'],
    ['trailing  \nx', 'x', 'y', 'trailing  \ny'],
    ['“quoted” ½', '½', '1/2', '“quoted” 1/2'],
    ['x', 'x', '', ''],
    ['\tindent', '\tindent', '\t\tindent', '\t\tindent'],
  ])('%j: %j → %j gives %j', (text, old, fresh, expected) => {
    expect(edit(text, old, fresh).toString()).toBe(expected);
  });

  it('keeps a byte order mark', () => {
    expect(edit(Buffer.from('\ufeffhello'), 'hello', 'bye')).toEqual(Buffer.from('\ufeffbye'));
  });

  it.each([
    ['utf-16le', '\ufeffCafé 合计\r\n', '合计', '总计'],
    ['utf-16be', '\ufeffCafé 合计\r\n', '合计', '总计'],
    ['gb18030', '预算：合计 100 元\r\n明细见下表，请核对。', '合计', '总计'],
    ['shift_jis', 'これはテストです。\r\nカタカナとひらがな', 'テスト', 'ためし'],
    ['windows-1252', 'Le café est fermé à midi.\r\nMüller', 'café', 'thé'],
  ])('keeps %s', (name, text, old, fresh) => {
    const bytes = iconv.encode(text, name, { addBOM: false });
    expect(edit(bytes, old, fresh)).toEqual(iconv.encode(text.replace(old, fresh), name, { addBOM: false }));
  });

  it('refuses a character that the encoding lacks', () => {
    expect(failure(() => edit(iconv.encode('Le café est fermé à midi.', 'windows-1252'), 'midi', '合计'))).toBe('ENCODING');
    expect(failure(() => edit('a', 'a', '\ud800'))).toBe('ENCODING');
  });

  it('refuses what does not fit exactly, with the nearest lines', () => {
    expect(failure(() => edit('start\n  middle one\nend\n', 'start\n  other\nend', 'x'))).toBe('NOT_FOUND');
    expect(failure(() => edit('x = a“b” + 1', 'a"b"', 'x'))).toBe('NOT_FOUND');
    expect(() => edit('const total = 5;\nother', 'const total = 6;', 'x')).toThrow(/not in the file/);
  });

  it('refuses several matches with their lines, unless all are meant', () => {
    expect(failure(() => edit('a\nb\na\n', 'a', 'c'))).toBe('NOT_UNIQUE');
    expect(edit('a\nb\na\n', 'a', 'c', true).toString()).toBe('c\nb\nc\n');
  });

  it('takes no half of a character', () => {
    expect(failure(() => edit('😀', '\ude00', 'x'))).toBe('NOT_FOUND');
  });
});

describe('several edits', () => {
  const all = (text: string, ...edits: [string, string][]) => applyEdits(decoded(Buffer.from(text)), edits.map(([old_string, new_string]) => ({ old_string, new_string }))).bytes.toString();

  it('are matched against the original, not against each other', () => {
    expect(all('a b', ['a', 'b'], ['b', 'a'])).toBe('b a');
  });

  it('are refused as a whole when one fails or two overlap', () => {
    expect(failure(() => all('abc', ['ab', 'x'], ['bc', 'y']))).toBe('INVALID_PARAM');
    expect(failure(() => all('abc', ['a', 'x'], ['z', 'y']))).toBe('NOT_FOUND');
  });
});

const encodings: Record<string, fc.Arbitrary<string>> = {
  'utf-8': fc.string({ unit: 'grapheme' }),
  'utf-8 bom': fc.string({ unit: 'grapheme' }),
  'utf-16le': fc.string({ unit: 'grapheme' }),
  'utf-16be': fc.string({ unit: 'grapheme' }),
  gb18030: fc.string({ unit: fc.constantFrom(...'预算合计明细表请核对测试内容abc 12，。') }),
  shift_jis: fc.string({ unit: fc.constantFrom(...'これはテストですカタカナひらがなabc 12、。') }),
  'windows-1252': fc.string({ unit: fc.constantFrom(...'Le café est fermé à midi über Größe ñ') }),
};

const ending = fc.constantFrom('\n', '\r\n', '\r\n', '\n');
const line = (text: fc.Arbitrary<string>) => fc.tuple(text.map((value) => value.replace(/[\r\n\0-\x08\x0e-\x1f]/g, '')), ending).map((parts) => parts.join(''));

const cases = fc.constantFrom(...Object.keys(encodings)).chain((name) => {
  const text = encodings[name] as fc.Arbitrary<string>;
  return fc.record({ name: fc.constant(name), lines: fc.array(line(text), { minLength: 1, maxLength: 12 }), from: fc.nat(), length: fc.nat({ max: 30 }), fresh: fc.array(text, { maxLength: 4 }).map((parts) => parts.join('\n').replace(/[\r\0]/g, '')) });
});

describe('any file and any edit', () => {
  it('leaves every byte outside the edit as it was', { timeout: 120_000 }, () => {
    let edited = 0;
    fc.assert(
      fc.property(cases, ({ name, lines, from, length, fresh }) => {
        const text = lines.join('');
        const encoding = name.replace(' bom', '');
        const mark = name === 'utf-8' || /gb|shift|windows/.test(name) ? '' : '\ufeff';
        const bytes = iconv.encode(mark + text, encoding, { addBOM: false });
        const file = decodeText(bytes);
        if (file === null || file.text !== text) return;
        const characters = [...text];
        const start = characters.slice(0, from % characters.length).join('').length;
        const old = text.slice(start, start + [...text.slice(start)].slice(0, length).join('').length);
        const plain = text.replace(/\r\n/g, '\n');
        const plainOld = old.replace(/\r\n/g, '\n');
        if (plainOld === '' || plain.split(plainOld).length !== 2 || plainOld === fresh || /\r$|^\n/.test(old) || plain.indexOf(plainOld) !== plain.lastIndexOf(plainOld)) return;
        let result: Buffer;
        try {
          result = applyEdits(file, [{ old_string: plainOld, new_string: fresh }]).bytes;
        } catch (error) {
          expect((error as { code: string }).code).toMatch(/ENCODING|NOT_UNIQUE/);
          return;
        }
        edited++;
        const head = iconv.encode(mark + text.slice(0, start), encoding, { addBOM: false });
        const tail = iconv.encode(text.slice(start + old.length), encoding, { addBOM: false });
        expect(result.subarray(0, head.length).equals(head)).toBe(true);
        expect(result.subarray(result.length - tail.length).equals(tail)).toBe(true);
        // Plain ASCII names no encoding, so it counts as UTF-8.
        const middle = iconv.decode(result.subarray(head.length, result.length - tail.length), file.encoding.name, { stripBOM: false });
        expect(middle.replace(/\r\n/g, '\n')).toBe(fresh);
        const kinds = new Set(text.match(/\r?\n/g));
        if (kinds.size === 1) for (const found of middle.match(/\r?\n/g) ?? []) expect(kinds.has(found)).toBe(true);
      }),
      { numRuns: Number(process.env['EDIT_RUNS'] ?? 2000) },
    );
    expect(edited).toBeGreaterThan(100);
  });
});
