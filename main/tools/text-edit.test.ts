import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it, vi } from 'vitest';
import { applyEdits } from './text-edit';
import { decodeText, encode, type DecodedText } from './text-encoding';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

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

/** What a file may be made of, by encoding; none of it holds the letters of `token`. */
const alphabets: Record<string, string> = {
  'utf-8': 'abc é 合计 😀 “q” ½ \t',
  'utf-16le': 'abc é 合计 😀 ½ ',
  'utf-16be': 'abc é 合计 😀 ½ ',
  gb18030: '预算合计明细表请核对测试内容abc ，。',
  shift_jis: 'これはテストですカタカナひらがなabc 、。',
  'windows-1252': 'Le café est fermé à midi über Größe ñ ',
  'iso-8859-1': 'åäö ÅÄÖ abc \u00a0 ',
};
const token = 'KQZ7';

interface Case {
  encoding: string;
  mark: boolean;
  pieces: { text: string; ending: string }[];
  finalBreak: boolean;
  at: number;
  before: number;
  after: number;
  fresh: string;
  stray: number[];
}

const cases: fc.Arbitrary<Case> = fc.constantFrom(...Object.keys(alphabets), 'utf-8', 'stray').chain((encoding) => {
  const character = fc.constantFrom(...(alphabets[encoding] ?? 'abc \x80\xe9\xff'));
  const text = fc.array(character, { maxLength: 12 }).map((letters) => letters.join(''));
  return fc.record({
    encoding: fc.constant(encoding),
    mark: fc.boolean(),
    pieces: fc.array(fc.record({ text, ending: fc.constantFrom('\n', '\r\n', '\r\n', '\n') }), { minLength: 1, maxLength: 8 }),
    finalBreak: fc.boolean(),
    at: fc.nat(1000),
    before: fc.nat(12),
    after: fc.nat(12),
    fresh: fc.array(fc.oneof(text, fc.constantFrom('\n', '$&', '$1', '合', 'x')), { maxLength: 5 }).map((parts) => parts.join('')),
    stray: fc.array(fc.integer({ min: 0x80, max: 0xff }), { maxLength: 4 }),
  });
});

/** The bytes of a case: its lines, the token somewhere in them, and for "stray" bytes that are in no encoding's order. */
function bytesOf({ encoding, mark, pieces, finalBreak, at, stray }: Case): Buffer {
  const chosen = at % pieces.length;
  const text = pieces.map((piece, index) => `${piece.text}${index === chosen ? token : ''}${index === pieces.length - 1 && !finalBreak ? '' : piece.ending}`).join('');
  if (encoding === 'stray') return Buffer.concat([Buffer.from(stray), Buffer.from(text, 'latin1'), Buffer.from(stray)]);
  const marked = encoding.startsWith('utf-16') || (encoding === 'utf-8' && mark);
  return iconv.encode((marked ? '\ufeff' : '') + text, encoding, { addBOM: false });
}

describe('any file and any edit', () => {
  it('leaves every byte outside the edit as it was, in 10,000 cases', { timeout: 120_000 }, () => {
    const seen = new Map<string, number>();
    const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(cases, (given) => {
        const bytes = bytesOf(given);
        const file = decodeText(bytes);
        if (file === null) return count('binary');
        // What Read shows is what an edit is written from.
        const { text } = file;
        const found = text.indexOf(token);
        // Stray bytes can make another encoding likelier, whose first half swallows a letter of the token.
        if (found === -1) return count('unreadable');
        const start = Math.max(0, found - given.before);
        const end = Math.min(text.length, found + token.length + given.after);
        const [from, to] = [halfPair(text, start) || text.slice(start - 1, start + 1) === '\r\n' ? start - 1 : start, halfPair(text, end) || text.slice(end - 1, end + 1) === '\r\n' ? end + 1 : end];
        const old = text.slice(from, to).replace(/\r\n/g, '\n');
        if (old === given.fresh) return count('same');
        let result: Buffer;
        try {
          result = applyEdits(file, [{ old_string: old, new_string: given.fresh }]).bytes;
        } catch (error) {
          expect((error as { code: string }).code).toBe('ENCODING');
          return count('refused');
        }
        count(`${file.encoding.name}${file.encoding.mark.length > 0 ? ' with mark' : ''}`);
        const head = file.encoding.mark.length + encode(text.slice(0, from), file.encoding.name).length;
        const tail = encode(text.slice(to), file.encoding.name).length;
        expect(result.subarray(0, head).equals(bytes.subarray(0, head))).toBe(true);
        expect(result.subarray(result.length - tail).equals(bytes.subarray(bytes.length - tail))).toBe(true);
        const middle = iconv.decode(result.subarray(head, result.length - tail), file.encoding.name, { stripBOM: false });
        expect(middle.replace(/\r\n/g, '\n')).toBe(given.fresh);
        const kinds = new Set(text.match(/\r?\n/g));
        if (kinds.size === 1) for (const found of middle.match(/\r?\n/g) ?? []) expect(kinds.has(found)).toBe(true);
      }),
      { numRuns: 15_000 },
    );
    const edited = [...seen].filter(([what]) => !/^(binary|unreadable|same|refused)$/.test(what)).reduce((sum, [, times]) => sum + times, 0);
    expect(edited).toBeGreaterThan(10_000);
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['utf-8', 'utf-8 with mark', 'utf-16le with mark', 'utf-16be with mark', 'gb18030', 'shift_jis', 'windows-1252', 'refused']));
  });
});

const halfPair = (text: string, at: number): boolean => at > 0 && at < text.length && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
