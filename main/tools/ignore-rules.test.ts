import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import ignore from 'ignore';
import { expect, it } from 'vitest';
import { ignoreRules } from './ignore-rules';

const names = ['a', 'b.log', 'build', 'build.ts', '[x]', 'a b', '#c', '!d', 'Café', 'node_modules'];
const rules = ['a', '*', '*.log', 'build/', '/build', '!build.ts', '!*', '**/a', 'a/**/b.log', '[ab]*', '\\[x\\]', '[[]x]', 'a\\ b', 'a b  ', '\\#c', '# c', '\\!d', '?', 'caf*', 'Caf?', '', '  ', '*.l?g', 'node_modules/'];

it('judges as the rules themselves do, also where it need not ask them', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ignore-')));
  // A repository, so that nothing above it counts.
  mkdirSync(join(folder, '.git'));
  try {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...rules), { minLength: 1, maxLength: 4 }), fc.array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }), (lines, paths) => {
        writeFileSync(join(folder, '.gitignore'), lines.join('\n'));
        const expected = ignore({ ignorecase: false }).add(lines.join('\n'));
        const found = ignoreRules(folder);
        for (const path of paths) expect([path, found.leavesOut(join(folder, ...path))]).toEqual([path, expected.ignores(path.join('/'))]);
      }),
      { numRuns: 400 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
