import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWhole } from './read-whole';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskwright-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['as long as it was', 9, 9],
  ['empty', 0, 0],
  ['longer than it was', 4, 9],
  ['empty when it was looked at', 0, 9],
  ['shorter than it was', 20, 9],
])('reads a file that is %s', async (_name, expected, real) => {
  const file = join(folder, 'a.txt');
  writeFileSync(file, 'x'.repeat(real));
  expect((await readWhole(file, expected)).toString()).toBe('x'.repeat(real));
});

it('rejects when the file is gone', async () => {
  await expect(readWhole(join(folder, 'none'), 3)).rejects.toThrow(/ENOENT/);
});
