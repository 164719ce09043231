import { describe, expect, it } from 'vitest';
import { isPure, pureTests } from './side-by-side.mjs';

describe('a test file', () => {
  it.each(["import { spawn } from 'node:child_process';", "vi.stubEnv('A', '1');", "mkdtempSync('x')", "process.env['A'] = '1';", 'const server = await startModelServer([]);', "startTranslation('en');", "// @vitest-environment happy-dom"])('that says %s has a process of its own', (text) => {
    expect(isPure(text)).toBe(false);
  });

  it('that only calls what it imports shares one', () => {
    expect(isPure("import { add } from './add';\nit('adds', () => expect(add(1, 2)).toBe(3));")).toBe(true);
    const shared = pureTests();
    expect(shared).toContain('main/tools/count-lines.test.ts');
    expect(shared).not.toContain('main/tools/bash.test.ts');
  });
});
