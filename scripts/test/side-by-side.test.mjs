import { describe, expect, it } from 'vitest';
import { isPure, pureTests } from './side-by-side.mjs';

describe('a test file', () => {
  it.each(["import { spawn } from 'node:child_process';", "vi.stubEnv('A', '1');", "process.chdir('x')", "process.env['A'] = '1';", "process.on('exit', stop)", "startTranslation('en');", "// @vitest-environment happy-dom"])('that says %s has a process of its own', (text) => {
    expect(isPure(text)).toBe(false);
  });

  it.each(["import { add } from './add';\nit('adds', () => expect(add(1, 2)).toBe(3));", "mkdtempSync('x')", 'const server = await startModelServer([]);', "const ask = vi.fn();\nit.skipIf(process.platform === 'win32')"])('that leaves nothing behind shares one: %s', (text) => {
    expect(isPure(text)).toBe(true);
  });

  it('is found with all the others', () => {
    const shared = pureTests();
    expect(shared).toContain('main/tools/count-lines.test.ts');
    expect(shared).not.toContain('main/tools/bash.test.ts');
  });
});
