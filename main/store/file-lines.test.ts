import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachLine } from './file-lines';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskwright-lines-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function linesOf(text: string): string[] {
  const file = join(folder, 'lines');
  writeFileSync(file, text);
  const lines: string[] = [];
  eachLine(file, (line) => lines.push(line));
  return lines;
}

it('gives the lines of any text', () => {
  const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\r\n', '\u2028', '合计'))).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const lines = given.split('\n');
      if (lines.at(-1) === '') lines.pop();
      expect(linesOf(given)).toEqual(lines);
    }),
  );
});

it('gives lines whole that lie across pieces, or are longer than one', () => {
  const lines = [3, 1_048_575, 1_048_576, 1, 2_500_000, 0, 700_000, 700_000].map((length, index) => '合x'.repeat(Math.ceil(length / 4)).slice(0, length) + String(index));
  expect(linesOf(lines.join('\n'))).toEqual(lines);
});

it('has none of a file that is not there', () => {
  const lines: string[] = [];
  eachLine(join(folder, 'nowhere'), (line) => lines.push(line));
  expect(lines).toEqual([]);
});
