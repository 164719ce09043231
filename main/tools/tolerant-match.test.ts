import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { findPlaceholder } from './placeholder';
import { applyEdits } from './text-edit';
import { decodeText } from './text-encoding';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const run = (text: string, old_string: string, new_string: string) => {
  const file = decodeText(Buffer.from(text));
  if (file === null) throw new Error('binary');
  try {
    const { bytes, tolerant, after, replaced } = applyEdits(file, [{ old_string, new_string }]);
    expect(after).toBe(bytes.toString().replace(/\r\n/g, '\n'));
    expect(replaced).toBe(1);
    return { text: bytes.toString(), tolerant };
  } catch (error) {
    return (error as { code?: string }).code === undefined ? Promise.reject(error as Error) : { code: (error as { code: string }).code, hint: (error as { hint: string }).hint, data: (error as { data: { lines?: number[] } }).data };
  }
};

describe('a text that is not there exactly', () => {
  it.each([
    ['trailing blanks', 'a\nvalue = 1 \t\nb\n', 'value = 1\n', 'value = 2\n', 'a\nvalue = 2\nb\n'],
    ['trailing blanks', 'f(1)  \ng(2)\t\nh(3)  \n', 'f(1)\ng(2)\nh(3)', 'f(1)\nG(2)\nh(3)', 'f(1)  \nG(2)\nh(3)  \n'],
    ['trailing blanks', 'value = 1', 'value = 1\n', 'value = 2\n', 'value = 2'],
    ['look-alike characters', 'say(“hi”)\r\nkeep(“it”)\r\n', 'say("hi")\nkeep("it")', 'say("bye")\nkeep("it")', 'say("bye")\r\nkeep(“it”)\r\n'],
    ['look-alike characters', 'a – b…\u00a0c\n', 'a - b... c', 'x', 'x\n'],
    ['look-alike characters', '合计：１２\n', '合计:12', '合计：13', '合计：13\n'],
    ['indentation', 'if x:\n        a = 1\n        b = 2\n', '    a = 1\n    b = 2', '    a = 1\n    if a:\n        b = 3', 'if x:\n        a = 1\n        if a:\n            b = 3\n'],
    ['indentation', '\tone();\n\t\ttwo();\n', '    one();\n        two();', '    one();\n        three();', '\tone();\n\t\tthree();\n'],
    ['indentation', '  one();\n    two();\n', '\tone();\n\t\ttwo();', '\tone();\n\t\t\tdeep();', '  one();\n      deep();\n'],
    ['indentation', 'one();\ntwo();\n', '  one();\n  two();', '  one();\n  zwei();', 'one();\nzwei();\n'],
    ['trailing blanks', 'a1 \nb2\nc3 \nd\n', 'a1\nb2\nc3\n', 'b2\n', 'b2\nd\n'],
    ['trailing blanks', 'a1 \nb2\nc3 \nd\n', 'a1\nb2\nc3', 'a1\nb2', 'a1 \nb2\nd\n'],
    ['trailing blanks', 'a1 \nb2\n', 'a1\nb2', 'a1\nnew\nb2\nlast', 'a1 \nnew\nb2\nlast\n'],
    ['trailing blanks', 'a1 \nb2\nc\n', 'a1\nb2\n', '', 'c\n'],
    ['trailing blanks', 'a1 \nb2\nc\n', 'a1\nb2', '', '\nc\n'],
    ['trailing blanks', 'x\na1 \nb2\nc\n', 'a1\nb2\n', 'A', 'x\nAc\n'],
  ])('but for %s: %j, %j → %j', async (differs, text, old, fresh, expected) => {
    expect(await run(text, old, fresh)).toEqual({ text: expected, tolerant: [{ differs, lines: [expect.any(Number), expect.any(Number)] }] });
  });

  it('is refused when several places are like it, with their lines', async () => {
    expect(await run('a1 \nx\na1\t\n', 'a1\n', 'b\n')).toMatchObject({ code: 'NOT_UNIQUE', data: { lines: [1, 3] } });
  });

  it.each([
    ['only its first and last line agree', 'start\n  middle one\nend\n', 'start\n  other\nend', 'x'],
    ['it is a part of a line only', 'x = “a” + 1\n', '"a"', '"b"'],
    ['the indentation is shifted in two ways', '  a1\n      b2\n', 'a1\nb2', 'a1\nc3'],
    ['a new line has an indentation that nothing tells of', '\ta1\n', '    a1', '    a1\n   b2'],
    ['a fraction is not its digits', '½ cup\n', '1/2 cup', '1 cup'],
    ['case differs', 'Value = 1\n', 'value = 1', 'value = 2'],
    ['nothing in it is a letter or a digit', '} \n', '}\n', '};\n'],
  ])('is refused when %s', async (_why, text, old, fresh) => {
    expect(await run(text, old, fresh)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused with a word on line numbers when it has those of Read', async () => {
    expect(await run('one\ntwo\n', '1\tone\n2\ttwo', 'x')).toMatchObject({ code: 'NOT_FOUND', hint: expect.stringContaining('line number') });
  });

  it('never changes a byte outside the lines that agreed, nor a line that is repeated', async () => {
    const word = fc.constantFrom('alpha', 'beta “q”', 'gamma – x', 'delta', 'epsilon');
    const blanks = fc.constantFrom('', ' ', '\t', '  ');
    const line = fc.tuple(fc.constantFrom('', '  ', '    '), word, fc.nat(9), blanks).map(([indent, text, number, end]) => ({ plain: `${indent}${text} ${number}`, line: `${indent}${text} ${number}${end}` }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.nat(), fc.nat(), fc.nat(), async (lines, ending, from, length, which) => {
        const first = from % lines.length;
        const count = 1 + (length % (lines.length - first));
        const changed = first + (which % count);
        const old = lines.slice(first, first + count).map(({ plain }) => plain.replace(/“|”/g, '"').replace('–', '-'));
        const fresh = old.map((text, index) => (first + index === changed ? `${text} changed` : text));
        const result = await run(lines.map((each) => each.line + ending).join(''), old.join('\n'), fresh.join('\n'));
        if (!('text' in result) || result.tolerant?.length === 0) return;
        const now = (result.text ?? '').split(ending);
        lines.forEach((each, index) => {
          if (index === changed) expect(now[index]?.trim()).toBe(fresh[index - first]?.trim());
          else expect(now[index]).toBe(each.line);
        });
        expect(now.length).toBe(lines.length + 1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a placeholder', () => {
  it.each([
    '// ... rest of the code unchanged', '# ... existing code ...', '/* … remaining lines … */', '... (unchanged)', '// existing code', '# rest of the file', '<!-- rest of the page -->', '[rest of file unchanged]',
    'rest of the file unchanged', '(remaining code omitted for brevity)', '其余不变', '// 其余代码保持不变', '# ……其余内容省略', '（以下内容不变）', '// ...existing code...',
  ])('%s is seen', (line) => {
    expect(findPlaceholder(`a\n${line}\nb`, '')).toBe(line);
  });

  it.each([
    'f(...rest);', 'The rest of the story is told elsewhere.', '...', 'const existing = code;', '// existing code paths must call this', '他说……其余的人都走了。', '- 略', 'Wait... what?',
    'rest of', '# Remaining work', '// the rest is handled by the caller', '其余部分由财务处理。', 'return { ...existing, code };',
  ])('%s is none', (line) => {
    expect(findPlaceholder(`a\n${line}\nb`, '')).toBeNull();
  });

  it('is meant when the file had the line before', () => {
    expect(findPlaceholder('a\n// existing code\n', 'x\n// existing code\n')).toBeNull();
  });
});
