import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { expect, it } from 'vitest';
import { readPlainYaml } from './plain-yaml';

/** What the yaml package makes of it, as JSON; null when it finds an error. */
function byPackage(text: string): string | null {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false });
  return document.errors.length > 0 ? null : JSON.stringify(document.toJS());
}

it('reads the heads that most skills have', () => {
  const head = 'name: tidy-up\ndescription: "Tidies: \\"up\\" \\\\ 整理"\nmetadata:\n  author: me (and you), 100 %\n  more:\n    deep: true\nlicense: MIT\n';
  expect(JSON.parse(JSON.stringify(readPlainYaml(head)))).toEqual({ name: 'tidy-up', description: 'Tidies: "up" \\ 整理', metadata: { author: 'me (and you), 100 %', more: { deep: true } }, license: 'MIT' });
});

it.each(['a: 1', 'a: True', 'a: ~', 'a: x # note', 'a: x: y', 'a:\n', 'a: b\na: c', 'a:\n- b', 'a: [b]', 'a: |\n  b', 'a: b\n  c', "a: 'b'", 'a:  b', 'a: b ', '? a', '', 'a: "\\q"', 'a: "b" c', 'a: .inf', 'a:\n    b: c', '- a: b', 'a: b\r\n', 'a: 0x1f', 'yes: b', '<<: b', 'a: b\n...'])('leaves what is not beyond doubt to the whole reader: %j', (text) => {
  expect(readPlainYaml(text)).toBeNull();
});

it('never reads anything otherwise than the whole reader', () => {
  const piece = fc.constantFrom('a', 'b', ': ', ':', ' ', '\n', '\n  ', 'a: x\n', 'c:\n', '  d: z\n', '- ', '"', '"x"', "'", '[', '{', ', ', '#', ' #', '|', '>', '&x', '*x', '~', '1', 'e', '.', 'true', 'nan', '中', 'x y', '\\', '!', '?', '%', '@', '---', '...', '\t', '\r', '\u00a0', '\u2028', '\u{1f600}', '(', '<<', '=');
  const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('x', 'Tidies up', '"a: b"', '"\\""', 'a:b', 'a,b}', 'false', 'don\'t "x" `y` \\z') }, fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')));
  const lines = fc.array(fc.tuple(fc.constantFrom('', '', '', '  ', '    '), fc.constantFrom('a', 'b', 'c', 'd-e', 'f', 'g_h', 'on'), fc.option(value)), { minLength: 1, maxLength: 4 });
  const likely = lines.map((each) => each.map(([indent, key, text]) => `${indent}${key}:${text === null ? '' : ` ${text}`}`).join('\n'));
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')), { weight: 4, arbitrary: likely }), (text) => {
      const read = readPlainYaml(text);
      if (read === null) return;
      taken += 1;
      expect(JSON.stringify(read)).toBe(byPackage(text));
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(100);
});
